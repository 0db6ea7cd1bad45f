import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseSource } from '../../../src/cli/config/config.js'
import { askedTerms } from '../../../src/cli/search/asked-terms.js'
import type { BacktestAsked } from '../../../src/cli/search/backtest-setup.js'
import { driverOptions } from '../../../src/cli/search/driver-options.js'
import { loadBacktest } from '../../../src/cli/search/load-backtest.js'
import { loadSearch } from '../../../src/cli/search/load-search.js'
import { placesOf } from '../../../src/cli/search/place-markets.js'
import { recordingOfSetup } from '../../../src/cli/search/recording-of-setup.js'
import { reportAbout } from '../../../src/cli/search/report-about.js'
import { Wei } from '../../../src/model/money.js'
import type { Recording } from '../../../src/recording/columns/recording.js'
import { loadRecording } from '../../../src/recording/load-recording.js'

const SAMPLE = resolve(import.meta.dirname, '../../../data/sample/harbour.ndjson.gz')
const TWO = [
  'strategies:',
  '  - { strategy: two-sided, markets: [1001], parameters: { sizeShares: 5 } }',
  '  - { strategy: two-sided, parameters: { sizeShares: 10 } }',
]
const PAPER = ['venue: { name: predict, embedded: { fundUsdt: 250, settlementMs: 700 } }', ...TWO]

let recording: Recording
beforeAll(async () => {
  recording = await loadRecording(SAMPLE)
})

const setUp = (lines: readonly string[], asked: BacktestAsked = {}) =>
  loadBacktest(parseSource(resolve('try.yaml'), lines.join('\n')), asked)

const optionsOf = async (lines: readonly string[], asked: BacktestAsked = {}, of = recording) => {
  const setup = await setUp(lines, { recording: SAMPLE, ...asked })
  return driverOptions(setup, of, placesOf(setup, of))
}

const warningsOf = async (lines: readonly string[], of = recording) => {
  const setup = await setUp(lines, { recording: SAMPLE })
  return reportAbout(setup, of, { seconds: 1, command: '' }).warnings.join('\n')
}

describe('a recording that is missing', () => {
  test.each([
    [
      'a backtest',
      ['strategy: two-sided', 'recording: no/where'],
      /try\.yaml:2: recording: there is no recording at \/.*no\/where$/,
    ],
    [
      'a run',
      [...PAPER, 'backtest:', '  recording: no/where'],
      /try\.yaml:6: backtest\.recording: there is no recording at \/.*no\/where$/,
    ],
    [
      'a run that an embedded exchange plays it for',
      ['venue: { name: predict, embedded: { crowd: { kind: recorded, file: no/where } } }', ...TWO],
      /try\.yaml:1: venue\.embedded\.crowd\.file: there is no recording at \/.*no\/where$/,
    ],
  ])('is named with the line of the config of %s', (_, lines, message) =>
    expect(setUp(lines).then(recordingOfSetup)).rejects.toThrow(message),
  )

  test('of the command line is named alone', () =>
    expect(setUp(PAPER, { recording: 'no/where' }).then(recordingOfSetup)).rejects.toThrow(
      /^there is no recording at \/.*no\/where$/,
    ))
})

describe('the config of a run in a backtest', () => {
  test('has all its strategies with one account, under names that tell them apart', async () => {
    const { assignments, strategies } = await optionsOf(PAPER)
    expect(assignments.map(({ parameters }) => parameters)).toMatchObject([
      { sizeShares: 10 },
      { sizeShares: 10 },
      { sizeShares: 5 },
    ])
    expect(strategies).toEqual([
      { name: 'two-sided #1', markets: [2] },
      { name: 'two-sided #2', markets: [0, 1] },
    ])
  })

  test('has the desk of the run: limits, requote, budget of the venue, and an order life by the number of markets', async () => {
    const more = ['limits: { worstCaseLossMaxUsdt: 90 }', 'requote: { requoteEveryMs: 700 }', 'graceMs: 1500']
    const { settings } = await optionsOf([...PAPER, ...more])
    expect(settings.limits).toMatchObject({
      worstCaseLossMaxUsdt: 90,
      drawdownMaxPercent: 10,
      orderMinUsdt: 1,
      inputAgeMaxMs: 10_000,
    })
    expect(settings.requote).toMatchObject({ requoteEveryMs: 700, orderLifeSeconds: 30 })
    expect(settings.budget.windows.length).toBeGreaterThan(0)
    expect(settings).toMatchObject({ graceMs: 1_500, ownInBook: false })
  })

  test('begins with the money of its paper wallet and settles as its exchange would, unless its backtest or the command line says otherwise', async () => {
    const embedded = await optionsOf(PAPER)
    expect([Wei.toNumber(embedded.fund), embedded.terms?.settlementUs]).toEqual([250, 700_000])
    const stanza = 'backtest: { fundUsdt: 80, settlement: { failPercent: 3 }, models: [optimistic] }'
    const own = await optionsOf([...PAPER, stanza])
    expect([Wei.toNumber(own.fund), own.terms?.settlementUs, own.models[0]?.name]).toEqual([80, 700_000, 'optimistic'])
    const terms = askedTerms({ fund: '33', settlement: '5', latency: '7' })
    const asked = await optionsOf([...PAPER, stanza], { terms, models: 'all' })
    expect([Wei.toNumber(asked.fund), asked.terms?.settlementUs, asked.models.length]).toEqual([33, 5_000, 3])
    expect(asked.latency.entry(recording.coverage.from!)).toBe(7_000)
  })

  test('lets no quiet book go dark over a recording that has no answers of its venue, unless the config says so', async () => {
    const imported: Recording = { ...recording, format: 'kalshi' }
    expect((await optionsOf(PAPER, {}, imported)).settings.limits.inputAgeMaxMs).toBeNull()
    expect(await warningsOf(PAPER, imported)).toContain('limits.inputAgeMaxMs is 10000 by default in a run and off here')
    const named = [...PAPER, 'limits: { inputAgeMaxMs: 4000 }']
    expect((await optionsOf(named, {}, imported)).settings.limits.inputAgeMaxMs).toBe(4_000)
    expect(await warningsOf(named, imported)).not.toContain('off here')
  })

  test('has a hash of its own for everything that decides, and none for what does not', async () => {
    const print = async (lines: readonly string[], asked: BacktestAsked = {}) => (await optionsOf(lines, asked)).fingerprint
    const prints = await Promise.all([
      print(PAPER),
      print([...PAPER.slice(0, 2), PAPER[2]!.replace('5', '6'), PAPER[3]!]),
      print([...PAPER.slice(0, 2), PAPER[2]!.replace('1001', '1002'), PAPER[3]!]),
      print([...PAPER, 'limits: { priceCollarTicks: 9 }']),
      print([...PAPER, 'backtest: { takerDelayMs: 9 }']),
      print(PAPER, { terms: { latency: { entryMs: 9 } } }),
      print(PAPER, { models: 'optimistic' }),
    ])
    expect(new Set(prints).size).toBe(prints.length)
    expect(await print([...PAPER, 'logs: { partsMax: 3 }', 'backtest: { fundUsdt: 250 }'])).toBe(prints[0])
  })

  test('says which defaults of a run hold that a backtest’s own config has otherwise, and keeps secrets to itself', async () => {
    const words = await warningsOf([...PAPER, 'limits: { orderMinUsdt: 2 }'])
    expect(words).toContain('limits.drawdownMaxPercent 10 (there off)')
    expect(words).toContain('requote.orderLifeSeconds auto (there 120)')
    expect(words).not.toContain('orderMinUsdt')
    expect(words).toContain('the account begins with 250 USDT and without shares; fills settle after 700 ms')
    const urls = ['baseUrl', 'wsUrl', 'rpcUrl'].map(name => `${name}: "${name === 'wsUrl' ? 'wss' : 'https'}://example.org/"`)
    const live = [`venue: { name: predict, ${urls.join(', ')}, apiKey: hush, privateKey: "0x${'5'.repeat(64)}" }`]
    const setup = await setUp([...live, ...TWO], { recording: SAMPLE })
    const { config } = reportAbout(setup, recording, { seconds: 1, command: '' })
    expect(config).toContain('"sizeShares": 5')
    expect(config).not.toMatch(/hush|5555/)
  })

  test.each([
    [PAPER, {}, /try\.yaml:1: backtest\.recording: expected what to run over/],
    [
      [...PAPER, 'backtest: { latenzy: 3 }'],
      {},
      /try\.yaml:5: backtest\.latenzy: there is no such field; did you mean "latency"/,
    ],
    [[...PAPER, 'strategy: two-sided'], {}, /try\.yaml:5: strategy: there is no such field; did you mean "strategies"/],
    [
      [PAPER[0]!.replace('250', '5000000'), ...TWO],
      { recording: SAMPLE },
      /try\.yaml:1: venue\.embedded\.fundUsdt: a backtest begins with at most 900000 USDT/,
    ],
    [[...PAPER, 'feeds: {}', 'limits: { worstCaseLossMaxUsdt: 2 }'], { recording: SAMPLE }, /do not allow the loss of a quote/],
  ])('is refused with its line where it cannot be: %#', async (lines, asked, words) => {
    await expect(setUp(lines, asked)).rejects.toThrow(words)
  })

  test('cannot be searched, since a search varies the parameters of one strategy', async () => {
    await expect(loadSearch(parseSource(resolve('try.yaml'), PAPER.join('\n')))).rejects.toThrow(
      /try\.yaml:3: strategies: .*one strategy/,
    )
  })
})

describe('the hash of a backtest’s own config', () => {
  const OWN = [`recording: ${SAMPLE}`, 'strategy: two-sided']

  test('is of fields that came after the first configs only where they say something', async () => {
    const { fingerprint } = await optionsOf(OWN)
    for (const later of ['"account"', 'countsVoid']) expect(fingerprint).not.toContain(later)
    for (const first of ['positionMaxShares', 'settlementWindow', 'orderLifeSeconds']) expect(fingerprint).toContain(first)
    const grouped = await optionsOf([...OWN, 'limits: { group: { worstCaseLossMaxUsdt: 40 } }'])
    expect(grouped.fingerprint).toContain('"group":{"worstCaseLossMaxUsdt":40')
  })
})

describe('a flag of the command line', () => {
  test.each([
    [{ fund: 'x' }, '--fund: expected a number, found "x"'],
    [{ fund: '0' }, '--fund: expected more than 0, found "0"'],
    [{ latency: '4000000' }, '--latency: expected at most 3600000, found "4000000"'],
    [{ profile: 'nasdaq' }, '--profile: expected predict, kalshi or polymarket, found "nasdaq"'],
  ])('%o is refused by its name', (flags, words) => {
    expect(() => askedTerms(flags)).toThrow(words)
  })
})
