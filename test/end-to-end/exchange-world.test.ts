import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import { createClient } from '../exchange/server/client.js'
import { inFolder, oddsmith } from './daemon.js'

const PATIENCE = 60_000

/** Starts `oddsmith exchange` as a user does, looks at what it says when it is ready, and ends it. */
const serving = async (args: readonly string[], look: (ready: RunningExchange) => Promise<void>): Promise<void> => {
  const served = oddsmith(['exchange', '--json', ...args])
  try {
    await look(JSON.parse(await served.says(/^\{"baseUrl"/)) as RunningExchange)
  } finally {
    served.child.kill('SIGTERM')
  }
  const { code, stderr } = await served.ended
  expect(code, stderr).toBe(0)
}

const WORLD = `
chainId: 56
requireApiKey: false
accounts: 3
takerDelayMs: 0
rateLimits: { searchPerMinute: 7 }
data: kept
port: 1
crowd: { kind: none }
priceFeeds: [{ symbol: GOLD, id: "0x${'5'.repeat(64)}", number: 9, price: 4000, volatility: 0.1, decimals: 1 }]
markets: [{ question: "Will it rain?" }]
programme:
  series:
    - { name: tide, kind: question, everyMinutes: 60, title: Tide, question: "Higher?" }
`

test(
  'an exchange of a world file is as the file says, and a flag wins',
  () =>
    inFolder(async home => {
      const file = join(home, 'world.yaml')
      writeFileSync(file, WORLD)
      const flags = ['--port', '0', '--data', ':memory:', '--searches', '9', '--rounds', 'gold:5']
      await serving(['--world', file, ...flags], async ready => {
        expect(ready).toMatchObject({ chainId: 56, accounts: [{}, {}, {}] })
        const questions = ready.markets.map(({ question }) => question)
        expect(questions).toEqual(['Will it rain?', expect.stringContaining('GOLD'), 'Higher?'])
        const found = await fetch(`${ready.baseUrl}/v1/search?query=rain`)
        expect([found.status, found.headers.get('ratelimit-limit')]).toEqual([200, '9'])
      })
      const wrong = oddsmith(['exchange', '--world', file, '--port', '0', '--rounds', 'btc:5'])
      expect(await wrong.ended).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--rounds: expected a price that the exchange has, GOLD, found "btc"'),
      })
    }),
  PATIENCE,
)

test(
  'a world file that is wrong ends with code 2, and file, line and field',
  () =>
    inFolder(async home => {
      const file = join(home, 'world.yaml')
      writeFileSync(file, 'seed: 4\nprogram: {}\n')
      const { code, stderr } = await oddsmith(['exchange', '--world', file]).ended
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(`${file}:2: program: there is no such field; did you mean "programme"?`),
      ])
      const twice = join(home, 'twice.yaml')
      const one = '{ question: Rain?, category: { slug: sky, title: Sky } }'
      writeFileSync(twice, `data: ":memory:"\nmarkets: [${one}, ${one}]\n`)
      const refused = await oddsmith(['exchange', '--world', twice]).ended
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`${twice}: two markets would be called SKY`)])
      const config = join(home, 'paper.yaml')
      writeFileSync(
        config,
        'venue: { name: predict, embedded: { worldFile: world.yaml } }\nstrategies: [{ strategy: two-sided }]\n',
      )
      const run = await oddsmith(['run', config, '--home', home, '--for', '1s']).ended
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(`${file}:2: program: there is no such field`)])
    }),
  PATIENCE,
)

test(
  'the exchange of no world file has the first three markets as ever, others behind them, and a delay of takers',
  async () => {
    await serving(['--data', ':memory:', '--crowd', 'none'], async ready => {
      expect(ready.markets.slice(0, 3)).toEqual([
        { id: 1_001, question: 'Will the northern harbour log more arrivals than departures today?' },
        { id: 1_002, question: 'Will the evening ferry leave within five minutes of its time?' },
        { id: 1_003, question: 'Will the lighthouse measure gusts above twenty metres a second today?' },
      ])
      expect(ready.markets.length).toBeGreaterThan(10)
      const [maker, taker] = [createClient(ready, 0), createClient(ready, 1)]
      await Promise.all([maker.login(), taker.login()])
      const rests = (await maker.limit({ market: 1_001, cents: 40, shares: 10 })).body.data
      const before = Date.now()
      const takes = (await taker.limit({ market: 1_001, outcome: 'no', cents: 60, shares: 10 })).body.data
      expect(rests.removalLockedUntil).toBeNull()
      const lockedMs = Date.parse(takes.removalLockedUntil) - before
      expect(lockedMs).toBeGreaterThanOrEqual(169)
      expect(lockedMs).toBeLessThan(170 + 5_000)
    })
  },
  PATIENCE,
)

test(
  'a recording that a world file names is played as fast as a flag says',
  () =>
    inFolder(async home => {
      const file = join(home, 'world.yaml')
      const recording = resolve('data/sample/harbour.ndjson.gz')
      writeFileSync(file, `data: ":memory:"\ncrowd: { kind: recorded, file: ${recording}, speed: 0.1 }\n`)
      const served = oddsmith(['exchange', '--json', '--world', file, '--speed', '100000'])
      // Four minutes of it would last forty at the speed of the file.
      await served.says(/the recording is over/)
      served.child.kill('SIGTERM')
      expect((await served.ended).code).toBe(0)
    }),
  PATIENCE,
)

test('a fault of a market that the exchange does not have is named with its file', () =>
  inFolder(async folder => {
    const file = join(folder, 'faults.yaml')
    writeFileSync(file, '- { kind: tick-change, market: 999999, decimalPrecision: 2 }\n')
    const ended = await oddsmith(['exchange', '--data', ':memory:', '--faults', file]).ended
    expect([ended.code, ended.stderr]).toEqual([2, `oddsmith: ${file}: faults.0: tick-change 999999: market not found\n`])
  }))
