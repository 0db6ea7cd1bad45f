import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommanderError } from 'commander'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../src/cli/commands/run.js'
import { ExitCode } from '../../src/cli/config/exit.js'
import { missingDuckDb } from '../../src/cli/missing-duckdb.js'
import { serveExchange } from '../../src/cli/trade/exchange.js'
import { startRun } from '../../src/cli/trade/run.js'
import { oddsmith } from '../end-to-end/daemon.js'
import { inProcess } from './in-process.js'

describe('usage that is wrong ends the program with code 2 and what was expected', () => {
  test.each([
    ['what the command line itself finds: an unknown command', ['walk'], "unknown command 'walk'"],
    ['help with a command that is unknown', ['help', 'statsu'], 'Did you mean status?'],
    ['what a command finds: a config that is not there', ['run', '/nowhere.yaml'], 'the config cannot be read'],
    ['what a reader of files finds: a run that is none', ['replay', 'runs/never'], 'there is no recording at runs/never'],
  ])('%s', async (_, args, text) => {
    const { code, stderr } = await oddsmith(args).ended
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)])
  })
})

// Linux has a file that is as a full disk.
test.skipIf(!existsSync('/dev/full'))('a result that does not fit on the disk ends with code 1 and one line', () => {
  const full = openSync('/dev/full', 'w')
  const main = join(resolve(import.meta.dirname, '../..'), 'dist/src/cli/main.js')
  const ended = spawnSync(process.execPath, [main, 'strategies'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' })
  closeSync(full)
  expect([ended.status, ended.stderr]).toEqual([
    1,
    'oddsmith: the output cannot be written, or not completely: ENOSPC: no space left on device, write\n',
  ])
})

describe('a command refuses words that it does not know', () => {
  test.each([
    ['no config', [], "missing required argument 'config'"],
    ['an unknown option', ['x.yaml', '--fro', '3s'], 'Did you mean --for?'],
  ])('%s', async (_, words, text) => {
    const said: string[] = []
    const command = runCommand(() => undefined).exitOverride()
    command.configureOutput({ writeErr: line => void said.push(line) })
    await expect(command.parseAsync(words, { from: 'user' })).rejects.toThrow(CommanderError)
    expect(said.join('')).toContain(text)
  })
})

test('an option with an empty text, as of a variable that is not set, is refused before the work', async () => {
  for (const words of [
    ['backtest', 'config/backtest.yaml', '--out', ''],
    ['pause', '--market', ''],
    ['journal', 'fills', '--home='],
  ]) {
    const { code, stderr } = await inProcess(words)
    const option = words.find(word => word.startsWith('--'))?.replace('=', '')
    expect([code, stderr]).toEqual([2, `oddsmith: ${option}: expected a value, found an empty text\n`])
  }
})

test('a binary of DuckDB that does not load is named with what to do, and no other error is taken for it', () => {
  const loader = '/x/node_modules/@duckdb/node-bindings/duckdb.js'
  const error = new Error("Cannot find module '@duckdb/node-bindings-linux-x64/duckdb.node'\nRequire stack:\n- /x")
  error.stack = `Error: ${error.message}\n    at require (${loader}:24:19)`
  expect(missingDuckDb(error)).toMatch(
    /^DuckDB, .* cannot be loaded on .*: Cannot find module '@duckdb[^\n]*'; install the packages again on this computer, without --omit=optional$/,
  )
  expect(missingDuckDb(new Error('IO Error: Cannot open file'))).toBeNull()
})

test('an option that is unknown is answered with where to look, also by a command below a command', async () => {
  for (const words of [
    ['status', '--papr'],
    ['journal', 'fills', '--papr'],
  ]) {
    const { code, stderr } = await inProcess(words)
    expect([code, stderr]).toEqual([2, expect.stringContaining('(--help says more)')])
  }
})

test('a folder for results that cannot be is answered with its name, before the work and without a trace of calls', async () => {
  const folder = 'package.json/results'
  for (const words of [
    ['backtest', 'config/backtest.yaml', '--out', folder],
    ['sweep', 'config/backtest.yaml', '--out', folder],
    ['init', folder],
  ]) {
    const { code, stderr } = await inProcess(words)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/package\.json\/results cannot be written.*: ENOTDIR.*\n$/)])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }
  const { code, stderr } = await oddsmith(['record', 'config/paper.yaml', '--out', folder]).ended
  expect([code, stderr]).toEqual([1, expect.stringMatching(/results cannot be written.*ENOTDIR.*\n$/)])
})

/** An exchange that is to be served until the test is over, which none of these is. */
const serve = (flags: object) => serveExchange({ cors: [], ...flags }, { signal: null, first: new Promise(() => undefined) })

describe('a value that is none is refused before anything is started', () => {
  test.each([
    ['a duration', () => startRun('x.yaml', { home: '.', for: 'long' }), '--for: expected a duration such as'],
    ['a seed', () => startRun('config/paper.yaml', { home: '.', seed: 'x' }), '--seed: expected a whole number'],
    ['a port', () => serve({ port: '99999' }), '--port: expected a whole number up to 65535'],
    ['an unknown price for rounds', () => serve({ rounds: 'doge:5' }), 'BTC, BNB or ETH, found "doge"'],
    ['rounds of a week', () => serve({ rounds: 'btc:9999' }), 'up to a day'],
  ])('%s', async (_, start, text) => {
    await expect(start()).rejects.toMatchObject({ code: ExitCode.USAGE, message: expect.stringContaining(text) })
  })
})
