import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Daemon, inFolder, killBoth, oddsmith, walletFolder } from '../../end-to-end/daemon.js'
import { OUT_OF_REACH, withConfig } from '../quoting-config.js'

const EQUAL = 'positions and cash equal the venue’s'
const QUOTES_BOTH = /ours 0\.\d+x\S*\/0\.\d+x/
const PATIENCE = 60_000

/** What a run wrote, its journal and its folder, and the key that none of it may hold. */
function wordsOf(home: string): { readonly secret: string; readonly written: readonly string[] } {
  const { folder } = walletFolder(home)
  const { privateKey } = JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8')) as { privateKey: string }
  const files = readdirSync(join(home, 'runs'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const journal = new Database(join(folder, 'journal.db'), { readonly: true })
  const rows = JSON.stringify(journal.prepare('SELECT json FROM entries').all())
  journal.close()
  return {
    secret: privateKey.slice(2),
    written: [rows, ...files.map(file => readFileSync(join(file.parentPath, file.name), 'utf8'))],
  }
}

describe('run', () => {
  test(
    'ends when its time is over, with one document on stdout and the same in the run’s folder, and no secret where people look',
    () =>
      inFolder(async home => {
        const run = await oddsmith(['run', withConfig(home), '--home', home, '--for', '3s', '--json']).ended
        expect(run.code, run.stderr).toBe(0)
        const summary = JSON.parse(run.stdout)
        expect(summary).toMatchObject({
          mode: 'paper',
          markets: expect.arrayContaining(['1001']),
          openOrdersAtExit: 0,
          isEqualToVenue: true,
        })
        expect(summary.orders.placed).toBeGreaterThan(1)
        const { realized, unrealized, fees, total } = summary.pnl
        expect(Number(realized) + Number(unrealized) - Number(fees)).toBeCloseTo(Number(total), 9)
        const folder = join(home, 'runs', summary.run)
        expect(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'))).toEqual(summary)
        expect(statSync(join(walletFolder(home).folder, 'journal.db')).mode & 0o777).toBe(0o600)
        const { secret, written } = wordsOf(home)
        expect(written.length).toBeGreaterThan(1)
        const all = [run.stderr, run.stdout, ...written].join('\n')
        expect(all).not.toContain(secret)
        expect(all).not.toMatch(/eyJ[\w-]+\.eyJ/)
      }),
    PATIENCE,
  )

  test(
    'refuses a second instance of its wallet, and removes every order when it is asked to stop',
    () =>
      inFolder(async home => {
        const run = oddsmith(['run', withConfig(home), '--home', home])
        await run.says(QUOTES_BOTH)
        const second = await oddsmith(['run', withConfig(home), '--home', home]).ended
        expect([second.code, second.stderr]).toEqual([3, expect.stringContaining('one wallet has one writer')])

        run.child.kill('SIGTERM')
        const { code, stdout, stderr } = await run.ended
        expect(code, stderr).toBe(0)
        expect(stdout).toMatch(/exit {4}[1-9]\d* orders? removed, none open/)
        expect(stdout).toContain(EQUAL)
      }),
    PATIENCE,
  )
})

describe('a config that only the venue can prove wrong', () => {
  test.each([
    ['a market that it does not have', '9999'],
    ['an id that no market can have', 'rain'],
  ])(
    'ends with code 2, file and line: %s',
    (_, id) =>
      inFolder(async home => {
        const file = join(home, 'run.yaml')
        writeFileSync(
          file,
          `venue: {name: predict, embedded: {}}\nstrategies:\n  - strategy: two-sided\n    markets: [1001, ${id}]\n`,
        )
        const { code, stderr } = await oddsmith(['run', file, '--home', home]).ended
        expect(stderr).toContain(`oddsmith: ${file}:4: strategies.0.markets.1: the venue has no market ${id}\n`)
        expect(code).toBe(2)
      }),
    PATIENCE,
  )
})

test(
  'a run whose venue restarts waits for it, and trades once it is back',
  () =>
    inFolder(async home => {
      const started = (port: string): Daemon => oddsmith(['exchange', '--port', port, '--data', join(home, 'data'), '--json'])
      const first = started('0')
      const ready = JSON.parse(await first.says(/"baseUrl"/))
      first.child.kill('SIGTERM')
      await first.ended
      const { baseUrl, wsUrl, rpcUrl, chainId, accounts, apiKey } = ready
      const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, chainId, apiKey, privateKey: accounts[0].privateKey }
      const file = join(home, 'live.yaml')
      writeFileSync(file, JSON.stringify({ venue, strategies: [{ strategy: 'two-sided' }] }))
      const run = oddsmith(['run', file, '--home', home, '--json'])
      await run.says(/venue\.baseUrl\) does not answer/)
      const second = started(new URL(baseUrl).port)
      await run.says(QUOTES_BOTH)
      run.child.kill('SIGINT')
      const { code, stdout, stderr } = await run.ended
      expect(code, stderr).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true })
      second.child.kill('SIGTERM')
      await second.ended
    }),
  PATIENCE,
)

/** How many orders and fills a journal has. */
function countsInJournal(home: string): { orders: unknown; fills: unknown } {
  const journal = new Database(join(walletFolder(home).folder, 'journal.db'), { readonly: true })
  const count = (what: string): unknown => journal.prepare(`SELECT count(${what}`).pluck().get()
  const counts = { orders: count('*) FROM orders'), fills: count('DISTINCT key) FROM fills') }
  journal.close()
  return counts
}

interface StatusLine {
  readonly msg: string
  readonly run: { readonly fills: number; readonly orders: { readonly placed: number } }
  readonly wallet: { readonly fills: number; readonly cash: string }
}

const statusLines = (stderr: string): readonly StatusLine[] =>
  stderr
    .split('\n')
    .filter(line => line.includes('"isStatus":true'))
    .map(line => JSON.parse(line) as StatusLine)

describe('what a run says of itself', () => {
  test(
    'is what its journal says, the orders of its first turn included, and tells this run from the wallet’s life',
    () =>
      inFolder(async home => {
        const config = withConfig(home)
        const summaries = []
        for (const run of [1, 2]) {
          const before = run === 1 ? { orders: 0, fills: 0 } : countsInJournal(home)
          const daemon = oddsmith(['run', config, '--home', home, '--json'])
          await daemon.says(/"run":\{"fills":[1-9]/)
          daemon.child.kill('SIGINT')
          const { code, stdout, stderr } = await daemon.ended
          expect(code, stderr).toBe(0)
          const summary = JSON.parse(stdout)
          const after = countsInJournal(home)
          expect({ orders: summary.orders.placed, fills: summary.fills }).toEqual({
            orders: Number(after.orders) - Number(before.orders),
            fills: Number(after.fills) - Number(before.fills),
          })
          const [first] = statusLines(stderr)
          const last = statusLines(stderr).at(-1)
          expect(first?.run.orders.placed).toBeGreaterThan(0)
          expect(last?.wallet.fills).toBe(Number(before.fills) + (last?.run.fills ?? 0))
          expect(last?.msg).toContain(`${last?.run.fills} fills`)
          expect(last?.msg).not.toContain('cash')
          summaries.push(summary)
        }
        expect(summaries[1].fills).toBeGreaterThan(0)
      }),
    PATIENCE * 2,
  )
})

describe('usage that is wrong ends with code 2 and what was expected', () => {
  test.each([
    ['a config that is not there', ['run', '/nowhere.yaml'], 'the config cannot be read'],
    ['no config', ['run'], "missing required argument 'config'"],
    ['an unknown command', ['walk'], "unknown command 'walk'"],
    ['an unknown option', ['run', 'x.yaml', '--fro', '3s'], 'Did you mean --for?'],
    ['a duration that is none', ['run', 'x.yaml', '--for', 'long'], 'a duration looks like'],
    ['a seed that is none', ['run', 'config/paper.yaml', '--seed', 'x'], '--seed: expected a whole number'],
    ['a port that is none', ['exchange', '--port', '99999'], '--port: expected a whole number up to 65535'],
    ['rounds on an unknown price', ['exchange', '--rounds', 'doge:5'], 'BTC, BNB or ETH, found "doge"'],
    ['rounds of a week', ['exchange', '--rounds', 'btc:9999'], 'up to a day'],
  ])('%s', async (_, args, text) => {
    const { code, stderr } = await oddsmith(args).ended
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)])
  })
})

describe('a venue elsewhere', () => {
  let exchange: Daemon
  beforeAll(() => {
    exchange = oddsmith(['exchange', '--port', '0', '--data', ':memory:', '--seed', '3', '--json'])
  })
  afterAll(async () => {
    exchange.child.kill('SIGTERM')
    expect((await exchange.ended).code).toBe(0)
  })
  const ready = async () => JSON.parse(await exchange.says(/"baseUrl"/))

  test(
    'an exchange says in one line where it is, and a run trades on it with secrets from variables',
    () =>
      inFolder(async home => {
        const { accounts, apiKey, adminToken, markets, ...urls } = await ready()
        expect(adminToken).toMatch(/^[0-9a-f]{64}$/)
        expect(Object.keys(urls)).toEqual(['baseUrl', 'wsUrl', 'rpcUrl', 'chainId'])
        expect(markets[0].question).toMatch(/\?$/)
        const config = withConfig(home, { name: 'predict', ...urls, apiKey: { env: 'API' }, privateKey: { env: 'WALLET' } })
        const variables = { API: apiKey, WALLET: accounts[0].privateKey }
        const run = await oddsmith(['run', config, '--home', home, '--for', '3s', '--json'], variables).ended
        expect(run.code, run.stderr).toBe(0)
        expect(JSON.parse(run.stdout)).toMatchObject({ mode: 'live', openOrdersAtExit: 0, isEqualToVenue: true })
      }),
    PATIENCE,
  )

  test(
    'orders at the venue that are not of this journal are named, and nothing is started',
    () =>
      inFolder(async home => {
        const { accounts, apiKey, adminToken: _, markets, ...urls } = await ready()
        const venue = { name: 'predict', ...urls, apiKey, privateKey: accounts[1].privateKey }
        const config = withConfig(home, venue, { parameters: OUT_OF_REACH })
        const first = oddsmith(['run', config, '--home', join(home, 'one')])
        // One that the narrower config below does not name.
        await first.says(new RegExp(`${markets[1].id} book \\S+ ours \\S*0\\.\\d+x`))
        killBoth(first)
        await first.ended
        const { code, stderr } = await oddsmith(['run', config, '--home', join(home, 'two')]).ended
        expect([code, stderr]).toEqual([
          3,
          expect.stringMatching(/holds \d+ orders of this wallet that are not ours: 0x[0-9a-f]{64}/),
        ])
        // The same where the orders rest in a market that the config does not name.
        const narrow = withConfig(home, venue, { markets: [String(markets[0].id)] })
        const third = await oddsmith(['run', narrow, '--home', join(home, 'three')]).ended
        expect([third.code, third.stderr]).toEqual([3, expect.stringMatching(/order 0x[0-9a-f]{64} rests in market \d+/)])
      }),
    PATIENCE,
  )
})
