import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import { parseConfig } from '../../../src/cli/config/config.js'
import { ExitCode, ExitError } from '../../../src/cli/config/exit.js'
import { loadWorld } from '../../../src/cli/config/load-world.js'
import type { worldSchema } from '../../../src/cli/config/world-schema.js'
import { embeddedWorld } from '../../../src/cli/wallet/embedded-world.js'
import { DEFAULT_RECORDED_WORLD, DEFAULT_WORLD, type ExchangeOptions } from '../../../src/exchange.js'

const folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (text: string, name = 'world.yaml'): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const load = (text: string, environment: Record<string, string> = {}): ExchangeOptions => loadWorld(file(text), environment)

describe('the file of the default world', () => {
  test('says what is built in', () => {
    expect(loadWorld('config/world.yaml', {})).toEqual(DEFAULT_WORLD)
  })

  test('stands in the manual, word for word', () => {
    const [, shown] = /```yaml\n(# The default world of [^]*?)```/.exec(readFileSync('docs/exchange.md', 'utf8')) ?? []
    expect(shown).toBe(readFileSync('config/world.yaml', 'utf8'))
  })

  test('names every field that can be chosen', () => {
    const text = readFileSync('config/world.yaml', 'utf8')
    const named = new Set([...text.matchAll(/^#? ?([A-Za-z]+):/gm)].map(([, name]) => name))
    for (const field of FIELDS) expect(named, field).toContain(field)
  })
})

type Fields = keyof z.output<typeof worldSchema>
/** All fields of a world file; the compiler holds that none is missing. */
const FIELDS = Object.keys({
  host: 0,
  port: 0,
  data: 0,
  seed: 0,
  chainId: 0,
  requireApiKey: 0,
  cors: 0,
  apiKey: 0,
  adminToken: 0,
  accounts: 0,
  fund: 0,
  smartAccounts: 0,
  takerDelayMs: 0,
  settlementMs: 0,
  settlementFailPercent: 0,
  yieldPercentPerYear: 0,
  payouts: 0,
  convertFeeBps: 0,
  rateLimits: 0,
  streamLimits: 0,
  heartbeatMs: 0,
  drainMs: 0,
  snapshotEvery: 0,
  keepsLog: 0,
  crowd: 0,
  priceFeeds: 0,
  markets: 0,
  rounds: 0,
  programme: 0,
  faults: 0,
} satisfies Record<Fields, 0>)

describe('a world file', () => {
  test('has every option of startExchange that is data', () => {
    expectTypeOf<Exclude<keyof ExchangeOptions, 'log' | 'clock' | 'timers'>>().toEqualTypeOf<Fields>()
  })

  test('may be empty: then it wishes for nothing', () => {
    expect(load('')).toEqual({})
    expect(load('# nothing\n')).toEqual({})
  })

  test('takes what it says into the options, one to one', () => {
    const text = `
chainId: 56
requireApiKey: false
takerDelayMs: 30
rateLimits: null
streamLimits: { connections: 7 }
fund: [{ address: "0x${'1'.repeat(40)}", usdt: 2.01, approvals: { cash: true, shares: false } }, { address: "0x${'2'.repeat(40)}", usdt: "0.000000000000000001" }]
smartAccounts: [{ address: "0x${'3'.repeat(40)}", owner: "0x${'4'.repeat(40)}" }]
priceFeeds: [{ symbol: GOLD, id: "0x${'5'.repeat(64)}", number: 9, price: 4000, volatility: 0.1, decimals: 1 }]
rounds: [{ feed: gold, minutes: 4.1, provider: PYTH, isYieldBearing: true }]
markets: [{ question: "Rain?", endsInMinutes: null, resolvesTo: 0.5, boost: { minutes: 5, multiplier: 3 }, rewardsPerHour: 1, marketType: SPORTS_TOTAL }]
faults: [{ kind: silence, when: { market: 1001 } }]
`
    expect(load(text)).toEqual({
      chainId: 56,
      requireApiKey: false,
      takerDelayMs: 30,
      rateLimits: null,
      streamLimits: { connections: 7 },
      fund: [
        { address: `0x${'1'.repeat(40)}`, usdt: '2.01', approvals: { cash: true, shares: false } },
        { address: `0x${'2'.repeat(40)}`, usdt: '0.000000000000000001' },
      ],
      smartAccounts: [{ address: `0x${'3'.repeat(40)}`, owner: `0x${'4'.repeat(40)}` }],
      priceFeeds: [{ symbol: 'GOLD', id: `0x${'5'.repeat(64)}`, number: 9, price: 4_000, volatility: 0.1, decimals: 1 }],
      rounds: [{ feed: 'gold', minutes: 4.1, provider: 'PYTH', isYieldBearing: true }],
      markets: [
        {
          question: 'Rain?',
          endsInMinutes: null,
          resolvesTo: 0.5,
          boost: { minutes: 5, multiplier: 3 },
          rewardsPerHour: 1,
          marketType: 'SPORTS_TOTAL',
        },
      ],
      faults: [{ kind: 'silence', when: { market: 1_001 } }],
    })
  })

  test('names folders and recordings from where it lies, and secrets by their variables', () => {
    const world = load('data: mine\ncrowd: { kind: recorded, file: a.gz }\napiKey: { env: A_KEY }\nadminToken: plain\n', {
      A_KEY: 'k',
    })
    expect(world).toEqual({
      data: join(folder, 'mine'),
      crowd: { kind: 'recorded', file: join(folder, 'a.gz'), speed: 1 },
      apiKey: 'k',
      adminToken: 'plain',
    })
    expect(load('data: ":memory:"\n')).toEqual({ data: ':memory:' })
    const live =
      'crowd: { kind: live, baseUrl: "https://a.b", wsUrl: "wss://a.b/ws", apiKey: { env: A_KEY }, fillModel: optimistic }'
    expect(load(live, { A_KEY: 'k' })).toEqual({
      crowd: {
        kind: 'live',
        fillModel: 'optimistic',
        source: { baseUrl: 'https://a.b', wsUrl: 'wss://a.b/ws', apiKey: 'k', markets: 'all' },
      },
    })
    expect(() => load(live)).toThrow('world.yaml:1: crowd.apiKey: expected the variable A_KEY to be set, found nothing')
    expect(() => load(live.replace('https', 'ftp'))).toThrow('expected an address that begins with http:// or https://')
  })
})

const complaintOf = (text: string): string => {
  try {
    load(text)
  } catch (error) {
    if (error instanceof ExitError && error.code === ExitCode.USAGE) return error.message.replaceAll(`${folder}/`, '')
    throw error
  }
  return 'no complaint'
}

const SERIES = '  series:\n    - name: tide\n      kind: question\n      everyMinutes: 60\n      title: T\n      question: Q\n'

describe('a world file that is wrong is refused with file, line, field and what is near', () => {
  test.each([
    ['a misspelt field', 'takerDelay: 5\n', 'world.yaml:1: takerDelay: there is no such field; did you mean "takerDelayMs"?'],
    [
      'a mistyped address',
      'fund: [{ address: "0x19E8E376E7C213B7E7e7e46cc70A5dD086DAff2A", usdt: 5 }]\n',
      /^world\.yaml:1: fund\.0\.address: expected an address whose letter case is its checksum \(EIP-55\): a character may be mistyped/,
    ],
    [
      'a misspelt field of a series',
      `programme:\n${SERIES}      lastMinutes: 70\n`,
      'world.yaml:8: programme.series.0.lastMinutes: there is no such field; did you mean "lastsMinutes"?',
    ],
    [
      'a misspelt incident',
      'programme:\n  incidents:\n    pausePercent: 5\n    disputesPercent: 5\n  series: []\n',
      'world.yaml:4: programme.incidents.disputesPercent: there is no such field; did you mean "disputePercent"?',
    ],
    [
      'a kind that is none',
      `programme:\n${SERIES.replace('question\n', 'questions\n')}`,
      /^world\.yaml:\d: programme\.series\.0\.kind: expected .*"question"/,
    ],
    ['a word for a number', 'settlementMs: soon\n', 'world.yaml:1: settlementMs: expected a number, found "soon"'],
    [
      'a rate above all',
      `programme:\n  incidents: { pausePercent: 101 }\n${SERIES}`,
      'world.yaml:2: programme.incidents.pausePercent: expected at most 100, found 101',
    ],
    [
      'a market that lasts too long',
      `programme:\n${SERIES}      lastsMinutes: 121\n`,
      'world.yaml:8: programme.series.0.lastsMinutes: expected at most twice everyMinutes, found 121',
    ],
    [
      'options of a group that clients take for one',
      'programme:\n  series:\n    - { name: first, kind: group, everyMinutes: 60, title: T, question: Q, options: [a ferry, the ferry] }\n',
      'world.yaml:3: programme.series.0.options: expected options that differ by more than little words, found a list',
    ],
    [
      'two series of one name',
      `programme:\n${SERIES}${SERIES.replace('  series:\n', '')}`,
      'world.yaml:8: programme.series.1.name: expected a name that no other series has, found "tide"',
    ],
    [
      'rounds on a price that is not there',
      'rounds:\n  - { feed: gold, minutes: 5 }\n',
      'world.yaml:2: rounds.0.feed: expected a price that this world has, BTC, BNB or ETH, found "gold"',
    ],
    ['a fault that is none', 'faults:\n  - { kind: silense }\n', /^world\.yaml:2: faults\.0\.kind: expected /],
    [
      'a secret that is not set',
      'apiKey: { env: NOWHERE }\n',
      'world.yaml:1: apiKey: expected the variable NOWHERE to be set, found nothing',
    ],
    ['text that is no YAML', 'markets: [\n', /^world\.yaml:\d: /],
    [
      'text in UTF-16, as some editors of Windows save it',
      Buffer.from('\ufeffmarkets: []\n', 'utf16le').toString('utf8'),
      'world.yaml: expected text in UTF-8, found UTF-16 or a binary file; save it as UTF-8',
    ],
    [
      'a price of less than a step',
      `priceFeeds: [{ symbol: GOLD, id: "0x${'5'.repeat(64)}", number: 9, price: 0.01, volatility: 0.1, decimals: 1 }]\n`,
      'world.yaml:1: priceFeeds: price feed GOLD: a price of 0.01 is below its step of 0.1; give it more decimals',
    ],
  ])('%s', (_what, text, expected) => {
    if (typeof expected === 'string') expect(complaintOf(text)).toBe(expected)
    else expect(complaintOf(text)).toMatch(expected)
  })

  test('a file that is not there', () => {
    expect(() => loadWorld(join(folder, 'none.yaml'), {})).toThrow(/none\.yaml: the world file cannot be read/)
  })
})

describe('the world of a run on paper', () => {
  const config = (embedded: string) =>
    parseConfig(
      join(folder, 'paper.yaml'),
      `venue: { name: predict, embedded: ${embedded} }\nstrategies: [{ strategy: two-sided }]\n`,
    )
  const worldOf = async (embedded: string) => {
    const loaded = await config(embedded)
    return embeddedWorld(loaded, loaded.config.venue.embedded!, {})
  }

  test('is the default one where no file is named', async () => {
    expect(await worldOf('{}')).toEqual({ ...DEFAULT_WORLD, chainId: 97, seed: 1, crowd: { kind: 'synthetic' } })
  })

  test('is the one of its file, in which fields of the config win', async () => {
    file(
      'seed: 5\nsettlementMs: 10\ntakerDelayMs: 3\ncrowd: { kind: none }\nrounds: [{ feed: ETH, minutes: 1 }]\n',
      'mine.yaml',
    )
    expect(await worldOf('{ worldFile: mine.yaml }')).toEqual({
      chainId: 97,
      seed: 5,
      crowd: { kind: 'none' },
      settlementMs: 10,
      takerDelayMs: 3,
      rounds: [{ feed: 'ETH', minutes: 1 }],
    })
    const wins =
      '{ worldFile: mine.yaml, seed: 6, settlementMs: 20, crowd: { kind: synthetic }, rounds: [{ feed: BTC, minutes: 2 }] }'
    expect(await worldOf(wins)).toEqual({
      chainId: 97,
      seed: 6,
      crowd: { kind: 'synthetic' },
      settlementMs: 20,
      takerDelayMs: 3,
      rounds: [{ feed: 'BTC', minutes: 2 }],
      markets: [],
      programme: { series: [] },
    })
  })

  test('has no markets of its own beside a recording', async () => {
    const crowd = { kind: 'recorded', file: 'a.gz', speed: 1, loop: false }
    expect(await worldOf('{ crowd: { kind: recorded, file: a.gz } }')).toEqual({
      ...DEFAULT_RECORDED_WORLD,
      chainId: 97,
      seed: 1,
      crowd,
    })
  })

  test('follows a venue with the key that a variable holds, for as long as the config says', async () => {
    const crowd =
      '{ kind: live, baseUrl: "http://a.b", wsUrl: "ws://a.b/ws", apiKey: { env: A_KEY }, markets: [7, "8"], darkAfterMs: 5000 }'
    const loaded = await config(`{ crowd: ${crowd} }, startWithinSeconds: 5`)
    const { embedded } = loaded.config.venue
    const source = { baseUrl: 'http://a.b', wsUrl: 'ws://a.b/ws', apiKey: 'k', markets: ['7', '8'], startWithinSeconds: 5 }
    expect(await embeddedWorld(loaded, embedded!, { A_KEY: 'k' })).toEqual({
      ...DEFAULT_RECORDED_WORLD,
      ...{ chainId: 97, seed: 1 },
      crowd: { kind: 'live', darkAfterMs: 5_000, source },
    })
    await expect(embeddedWorld(loaded, embedded!, {})).rejects.toThrow(
      'paper.yaml:1: venue.embedded.crowd.apiKey: expected the variable A_KEY to be set, found nothing',
    )
  })

  test('is refused where it is of a chain on which no run on paper signs', async () => {
    file('chainId: 56\n', 'main.yaml')
    await expect(worldOf('{ worldFile: main.yaml }')).rejects.toThrow(
      /paper\.yaml:1: venue\.embedded\.worldFile: expected a world of chain 97.* found 56/,
    )
  })

  test('is refused where its file is not there', async () => {
    await expect(worldOf('{ worldFile: nowhere.yaml }')).rejects.toThrow(
      `${resolve(folder, 'nowhere.yaml')}: the world file cannot be read`,
    )
  })
})
