import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

// A test runner tells those below it that it is one.
const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$|ODDSMITH_ACCEPTANCE$)/.test(name))

const onNode24 = (args: readonly string[]) =>
  spawnSync(process.execPath, ['test/on-node24.js', ...args], { cwd: ROOT, encoding: 'utf8', env: Object.fromEntries(own) })

test('the journal and the exchange’s store keep their tests with Node’s own SQLite, where Node 24 can be had', () => {
  const files = ['test/sqlite/engines.test.ts', 'test/journal', 'test/exchange/server/store.test.ts']
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers', '1', '--reporter=json', ...files]
  const { stdout, stderr } = onNode24(args)
  if (stdout.startsWith('Node 24: skipped')) return console.log(stdout.trim())
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    readonly numFailedTests: number
    readonly numPassedTests: number
  }
  expect(report.numFailedTests, `${stdout}${stderr}`).toBe(0)
  expect(report.numPassedTests).toBeGreaterThan(50)
}, 240_000)

test('a run on paper ends with code 0 there, its threads and files too', () => {
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-node24-'))
  try {
    const args = ['bin/oddsmith.js', 'run', 'config/paper.yaml', '--home', home, '--for', '3s', '--json']
    const { status, stdout, stderr } = onNode24(args)
    if (stdout.startsWith('Node 24: skipped')) return console.log(stdout.trim())
    expect([status, stderr.includes('Fatal error')], stderr).toEqual([0, false])
    expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: 0 })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}, 120_000)
