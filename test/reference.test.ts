import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

test('the reference of the doors names nothing that they do not export, and everything in it has a sentence', () => {
  const args = [join(ROOT, 'node_modules/typedoc/bin/typedoc'), '--options', 'typedoc.json', '--emit', 'none']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  expect(`${stdout}${stderr}`).not.toContain('[warning]')
  expect(status, `${stdout}${stderr}`).toBe(0)
}, 300_000)
