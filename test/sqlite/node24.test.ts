import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

test('the journal and the exchange’s store keep their tests with Node’s own SQLite, where Node 24 can be had', () => {
  const files = ['test/sqlite/engines.test.ts', 'test/journal', 'test/exchange/server/store.test.ts']
  const args = ['test/on-node24.js', 'node_modules/vitest/vitest.mjs', 'run', '--maxWorkers', '1', '--reporter=json', ...files]
  // A test runner tells those below it that it is one.
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$|ODDSMITH_ACCEPTANCE$)/.test(name))
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env: Object.fromEntries(own) })
  if (stdout.startsWith('Node 24: skipped')) return console.log(stdout.trim())
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    readonly numFailedTests: number
    readonly numPassedTests: number
  }
  expect(report.numFailedTests, `${stdout}${stderr}`).toBe(0)
  expect(report.numPassedTests).toBeGreaterThan(50)
}, 240_000)
