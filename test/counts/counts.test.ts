import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

test('every kind of addition compiles and works in a copy, and changes the files that CONTRIBUTING.md says', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'counts'], { cwd: ROOT, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  expect(stdout).toMatch(/^\| a venue \|/m)
  expect(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')).toContain(stdout)
}, 600_000)
