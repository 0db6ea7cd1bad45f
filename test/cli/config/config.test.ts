import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { backtestSchema } from '../../../src/cli/config/backtest-schema.js'
import { checked, loadConfig, loadSource, parseConfig, resolveSecret } from '../../../src/cli/config/config.js'
import { configSchema } from '../../../src/cli/config/config-schema.js'
import { ExitCode, ExitError } from '../../../src/cli/config/exit.js'
import { expectPossible } from '../../../src/cli/config/expect-possible.js'
import { expectReferences } from '../../../src/cli/config/expect-references.js'
import { loadStanzas } from '../../../src/cli/config/load-stanzas.js'
import { loadWorld } from '../../../src/cli/config/load-world.js'
import { nearest } from '../../../src/cli/config/nearest.js'
import { loadSearch } from '../../../src/cli/search/load-search.js'
import type { PredictConfig } from '../../../src/venues/predict/predict-config.js'

const paper = (rest = ''): string => `venue:
  name: predict
  embedded:
    seed: 7
strategies:
  - strategy: two-sided
    parameters: { sizeShares: 20 }
${rest}`

const complaintOf = async (text: string): Promise<string> => {
  try {
    await parseConfig('paper.yaml', text)
  } catch (error) {
    if (error instanceof ExitError) return error.message
    throw error
  }
  return 'no complaint'
}

describe('a config that is right', () => {
  test('the shortest one has every default', async () => {
    const { config } = await parseConfig('paper.yaml', paper())
    expect(config).toMatchObject({
      venue: { embedded: { seed: 7, fundUsdt: 1_000, crowd: { kind: 'synthetic' } } },
      strategies: [{ strategy: 'two-sided', markets: 'all', parameters: { sizeShares: 20 } }],
      limits: { positionMaxShares: null, orderMinUsdt: 1 },
      budget: { cancelReservePercent: 20 },
      graceMs: 3_000,
      decideEveryMs: 0,
      onAllFailed: 'stop',
    })
    expect(config.budget.windows).toHaveLength(2)
  })

  test('a venue elsewhere takes its secrets from variables', async () => {
    const { own, source } = await parseConfig(
      'live.yaml',
      `venue: {name: predict, baseUrl: 'http://h', wsUrl: 'ws://h/ws', rpcUrl: 'http://h/rpc', apiKey: {env: KEY}, privateKey: {env: WALLET}}
strategies: [{strategy: two-sided, markets: ['1', 2]}]`,
    )
    const secret = (own as PredictConfig).privateKey ?? ''
    expect(resolveSecret(source, ['venue', 'privateKey'], secret, { WALLET: '0x12' })).toBe('0x12')
    expect(() => resolveSecret(source, ['venue', 'privateKey'], secret, {})).toThrow(
      'live.yaml:1: venue.privateKey: expected the variable WALLET to be set, found nothing',
    )
  })
})

describe('a config that comes with the package', () => {
  const runs = readdirSync('config').filter(name => /^strategies:/m.test(readFileSync(join('config', name), 'utf8')))

  test('is one of several', () => expect(runs.length).toBeGreaterThan(4))

  test.each(runs)('%s is right, and so are the parameters of its strategies', async name => {
    const loaded = await loadConfig(join('config', name))
    const stanzas = await loadStanzas(loaded)
    expectReferences(loaded, stanzas)
    expectPossible(loaded, stanzas)
    expect(stanzas).toHaveLength(loaded.config.strategies.length)
  })
})

describe('a config that is wrong is refused with file, line, what was expected and what was found', () => {
  test.each([
    [
      'a misspelt field',
      paper('limits:\n  positionMaxShare: 5\n'),
      'paper.yaml:9: limits.positionMaxShare: there is no such field; did you mean "positionMaxShares"?',
    ],
    [
      'a misspelt field of the top',
      paper('limit: {}\n'),
      'paper.yaml:8: limit: there is no such field; did you mean "limits"?',
    ],
    [
      'a field of nowhere',
      paper('limits:\n  zzz: 5\n'),
      'paper.yaml:9: limits.zzz: there is no such field; known here: positionMaxShares, positionMaxUsdt',
    ],
    ['text for a number', paper('graceMs: soon\n'), 'paper.yaml:8: graceMs: expected a number, found "soon"'],
    [
      'a number below its bound',
      paper('limits:\n  positionMaxShares: -1\n'),
      'paper.yaml:9: limits.positionMaxShares: expected more than 0, found -1',
    ],
    ['a fraction for a whole number', paper('graceMs: 1.5\n'), 'paper.yaml:8: graceMs: expected a whole number, found 1.5'],
    [
      'a wrong choice',
      paper().replace('seed: 7', 'crowd: {kind: synthetik}'),
      'paper.yaml:4: venue.embedded.crowd.kind: expected "synthetic" or "recorded" or "live" or "none", found "synthetik"',
    ],
    [
      'a field within a list',
      paper().replace('parameters', 'parameter'),
      'paper.yaml:7: strategies.0.parameter: there is no such field; did you mean "parameters"?',
    ],
    [
      'no strategy',
      'venue: {name: predict, embedded: {}}\nstrategies: []\n',
      'paper.yaml:2: strategies: expected at least 1 entry, found 0',
    ],
    [
      'half a venue',
      'venue: {name: predict, baseUrl: "http://h"}\nstrategies: [{strategy: a}]\n',
      'paper.yaml:1: venue: expected "embedded", or baseUrl, wsUrl, rpcUrl, privateKey or keystore; wsUrl, rpcUrl, privateKey or keystore is missing',
    ],
    [
      'two venues',
      paper().replace('embedded:', 'baseUrl: "http://h"\n  embedded:'),
      'paper.yaml:3: venue.baseUrl: stands beside "embedded"; only one of them can be',
    ],
    [
      'no address',
      'venue: {name: predict, baseUrl: h}\nstrategies: [{strategy: a}]\n',
      'paper.yaml:1: venue.baseUrl: expected an address that begins with http:// or https://, found "h"',
    ],
    [
      'rounds on an unknown price',
      paper().replace('seed: 7', 'rounds: [{feed: DOGE, minutes: 5}]'),
      'paper.yaml:4: venue.embedded.rounds.0.feed: expected a price that the embedded exchange has: BTC, BNB or ETH, found "DOGE"',
    ],
    ['no YAML', 'venue: [\n', 'paper.yaml:1: a { or [ that was opened is not closed'],
    ['an empty file', '', 'paper.yaml'],
    [
      'a misspelt limit of one market',
      paper('limits:\n  markets:\n    1001: {}\n    1002:\n      positionMaxShare: 5\n'),
      'paper.yaml:12: limits.markets.1002.positionMaxShare: there is no such field; did you mean "positionMaxShares"?',
    ],
    [
      'a wrong limit of one market, whose id is written without quotes',
      paper('limits:\n  markets:\n    1001: {}\n    1002:\n      positionMaxShares: -5\n'),
      'paper.yaml:12: limits.markets.1002.positionMaxShares: expected more than 0, found -5',
    ],
    [
      'a value behind an alias',
      paper('limits: {account: &most {positionMaxUsdt: -5}, group: *most}\n'),
      'paper.yaml:8: limits.group.positionMaxUsdt: there is no such field',
    ],
    ['a number without end', paper('graceMs: .inf\n'), 'paper.yaml:8: graceMs: expected a number, found Infinity'],
    ['an empty name', paper('feeds: {a: {source: ""}}\n'), 'feeds.a.source: expected at least 1 letter, found ""'],
    [
      'a grace that is longer than orders are kept',
      paper('graceMs: 120001\n'),
      'paper.yaml:8: graceMs: expected at most 120000, found 120001',
    ],
  ])('%s', async (_, text, complaint) => {
    expect(await complaintOf(text)).toContain(complaint)
  })

  const head = 'venue:\n  name: predict\n  embedded: {}\nstrategies:\n  - strategy: two-sided\n'

  test.each([
    ['a tab', 'venue:\n\tname: predict\n\tembedded: {}\n', '2: this line is indented with a tab; expected spaces'],
    [
      'a field that is indented too far',
      'venue:\n  name: predict\n    embedded: {}\nstrategies: []\n',
      '2: the line below is indented deeper, as if it belonged to this one, which has a value already; expected both at one column',
    ],
    [
      'a field that is not indented enough',
      'venue:\n    name: predict\n  embedded: {}\nstrategies: []\n',
      '3: this line begins at another column than the fields beside it; expected one column for all of them',
    ],
    [
      'a list entry without its dash',
      `${head}    markets: all\n   parameters: {}\n`,
      '7: this line begins at another column than the fields beside it; expected one column for all of them',
    ],
    [
      'a section whose fields are not indented at all',
      'venue:\nname: predict\nembedded: {}\nstrategies:\n- strategy: two-sided\n',
      '1: venue: expected fields with values, found nothing; indent "name" and "embedded" below it',
    ],
    ['an empty section', `${head}limits:\n`, '6: limits: expected fields with values, found nothing'],
    [
      'a key that stands three times',
      `${head}graceMs: 1\ngraceMs: 2\ngraceMs: 3\n`,
      '7: graceMs: appears twice in one place; keep only one',
    ],
    [
      'a bracket that is not closed',
      `${head}limits: {positionMaxShares: 1\n`,
      '6: a { or [ that was opened is not closed; expected } or ]',
    ],
    ['a quote that is not closed', `${head}graceMs: "3\n`, '6: a quote that was opened is not closed; expected a second one'],
    ['a colon without a space', `${head}graceMs:3\n`, '6: a name without a value; expected a colon and a space behind it'],
    [
      'a name without a colon',
      `${head}limits\n  positionMaxShares: 3\n`,
      '6: a name without a value; expected a colon and a space behind it',
    ],
    ['a value with a colon', `${head}graceMs: a: b\n`, '6: a value with a colon and a space in it; expected quotes around it'],
    ['a value that YAML keeps for itself', `${head}graceMs: @3\n`, '6: a value that begins with @; expected quotes around it'],
    ['a second document', `${head}---\na: 1\n`, '6: a second document begins here; expected one in a file'],
    [
      'a variable as a shell writes it',
      "venue: {name: predict, baseUrl: 'http://h', privateKey: ${KEY}}\nstrategies: [{strategy: two-sided}]\n",
      '1: this text does not belong to what is before it; expected a new line, a comma or quotes',
    ],
    ['a wrong type', `${head}limits: 3\n`, '6: limits: expected fields with values, found 3'],
    [
      'neither of two kinds',
      `${head}    markets: 12\n`,
      '6: strategies.0.markets: expected all, a list of market ids, or a filter such as { tags: [crypto], rankBy: volume, max: 10 }, found 12',
    ],
  ])('one mistake is one line: %s', async (_, text, line) => {
    expect(await complaintOf(text)).toBe(`paper.yaml:${line}`)
  })

  test('a name that nothing was given before it is used is no crash', async () => {
    expect(await complaintOf(`${head}graceMs: *later\n`)).toBe(
      'paper.yaml: Unresolved alias (the anchor must be set before the alias): later',
    )
  })

  test('keys that stand twice are each named', async () => {
    expect((await complaintOf(`${head}graceMs: 1\ngraceMs: 2\nlimits: {}\nlimits: {}\n`)).split('\n')).toHaveLength(2)
  })

  test('every mistake is named, not the first alone', async () => {
    expect((await complaintOf(paper('graceMs: soon\ndecideEveryMs: -1\n'))).split('\n')).toHaveLength(2)
  })

  test('a secret never stands in a complaint', async () => {
    const text = 'venue: {name: predict, privateKey: 12345678901234}\nstrategies: [{strategy: a}]\n'
    expect(await complaintOf(text)).toContain('venue.privateKey')
    expect(await complaintOf(text)).not.toContain('1234567')
  })

  test('a strategy’s own parameters are complained of where they stand', async () => {
    const { source, config } = await parseConfig('paper.yaml', paper())
    const schema = z.strictObject({ sizeShare: z.number() })
    const check = () => checked(source, schema, config.strategies[0]?.parameters, ['strategies', 0, 'parameters'])
    expect(check).toThrow('paper.yaml:7: strategies.0.parameters.sizeShares: there is no such field; did you mean "sizeShare"?')
  })
})

describe('a file of another kind is refused in one line that names the command for it', () => {
  test.each([
    [
      'config/backtest.yaml',
      loadConfig,
      '3: recording: this is the config of a backtest, which "oddsmith backtest config/backtest.yaml" takes',
    ],
    [
      'config/world.yaml',
      loadConfig,
      '40: programme: this is the world file of an exchange, which "oddsmith exchange --world config/world.yaml" takes',
    ],
    ['config/world.yaml', async (file: string) => await loadSearch(loadSource(file)), 'expected the config of a backtest'],
    ['config/three-markets.yaml', loadConfig, '3: takerDelayMs: this is the world file of an exchange'],
    ['config/paper.yaml', async (file: string) => loadWorld(file, {}), '2: venue: this is the config of a run'],
  ])('%s', async (file, load, text) => {
    const error: unknown = await load(file).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: ExitCode.USAGE, message: expect.stringMatching(/^config[^\n]*$/) })
    expect(error).toMatchObject({ message: expect.stringContaining(text) })
  })
})

test('the nearest word is offered only where it is near', () => {
  expect(nearest('markts', ['strategies', 'markets'])).toBe('markets')
  expect(nearest('atuo', ['kalshi', 'auto'])).toBe('auto')
  expect(nearest('colour', ['strategies', 'markets'])).toBeNull()
})

test('limits of loss in per cent and the gate of settlements guard a wallet by default, and no backtest', () => {
  const live = configSchema.parse({ venue: { name: 'predict' }, strategies: [{ strategy: 'two-sided' }] }).limits
  expect(live).toMatchObject({
    lossPerDayMaxPercent: 10,
    drawdownMaxPercent: 10,
    settlementFailPercentMax: 20,
    settlementWindow: 50,
  })
  const trial = backtestSchema.parse({ recording: 'r', strategy: 'two-sided' }).limits
  expect(trial).toMatchObject({ lossPerDayMaxPercent: null, drawdownMaxPercent: null, settlementFailPercentMax: null })
  const asked = backtestSchema.parse({ recording: 'r', strategy: 'two-sided', limits: { drawdownMaxPercent: 5 } }).limits
  expect(asked.drawdownMaxPercent).toBe(5)
})

test('the stop before the end is a number or one for each variant, and other names are refused', () => {
  const limitsOf = (stopBeforeEndSeconds?: unknown) =>
    configSchema.parse({
      venue: { name: 'predict' },
      strategies: [{ strategy: 'two-sided' }],
      limits: { ...(stopBeforeEndSeconds !== undefined && { stopBeforeEndSeconds }) },
    }).limits.stopBeforeEndSeconds
  expect(limitsOf()).toEqual({ default: 10, CRYPTO_UP_DOWN: 5 })
  expect(limitsOf(30)).toBe(30)
  expect(limitsOf({ SPORTS_MATCH: 60 })).toEqual({ default: 10, SPORTS_MATCH: 60 })
  expect(() => limitsOf({ crypto: 3 })).toThrow('expected variants as the venue writes them')
  expect(() => limitsOf(-1)).toThrow()
  expect(backtestSchema.parse({ recording: 'r', strategy: 'two-sided' }).limits.stopBeforeEndSeconds).toBe(0)
})

test('the greatest age of references is off by default, may differ by strategy and market, and is no shorter than feeds can keep', () => {
  const parsed = (limits: object, own: object = {}) =>
    configSchema.parse({ venue: { name: 'predict' }, strategies: [{ strategy: 'two-sided', limits: own }], limits })
  expect(parsed({}).limits.referenceAgeMaxMs).toBeNull()
  expect(backtestSchema.parse({ recording: 'r', strategy: 'two-sided' }).limits.referenceAgeMaxMs).toBeNull()
  const { limits, strategies } = parsed(
    { referenceAgeMaxMs: 5_000, markets: { 7: { referenceAgeMaxMs: null } } },
    { perMarket: { referenceAgeMaxMs: 2_000 } },
  )
  expect(limits).toMatchObject({ referenceAgeMaxMs: 5_000, markets: { 7: { referenceAgeMaxMs: null } } })
  expect(strategies[0]?.limits.perMarket).toEqual({ referenceAgeMaxMs: 2_000 })
  for (const wrong of [0, -1, 1_999]) expect(() => parsed({ referenceAgeMaxMs: wrong })).toThrow('>=2000')
  expect(() => parsed({ referenceAgeMaxMs: '5s' })).toThrow()
})

test('a file that is far larger than a config, such as a recording, is refused before it is parsed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-config-'))
  try {
    const file = join(folder, 'recording.ndjson')
    writeFileSync(file, '')
    truncateSync(file, 2 ** 30)
    const wanted = `${file}: the config cannot be read: it has 1073741824 bytes; expected at most 8388608`
    await expect(loadConfig(file)).rejects.toEqual(new ExitError(ExitCode.USAGE, wanted))
    expect(() => loadSource(file)).toThrow(wanted)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
