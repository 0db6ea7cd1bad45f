import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assignLater, assignMarkets } from '../../../src/cli/config/assign-markets.js'
import { parseConfig } from '../../../src/cli/config/config.js'
import { expectReferences } from '../../../src/cli/config/expect-references.js'
import { loadFeeds } from '../../../src/cli/config/load-feeds.js'
import { loadStanzas } from '../../../src/cli/config/load-stanzas.js'
import { Asking } from '../../../src/engine/asking.js'
import { market } from '../../engine/desk-bench.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const config = async (feeds: string, strategy = 'watch') =>
  parseConfig(
    join(folder, 'bot.yaml'),
    `venue: { name: predict, embedded: {} }\nstrategies:\n  - { strategy: ${strategy} }\nfeeds:\n${feeds}`,
  )
const load = async (feeds: string, environment = {}) => loadFeeds(await config(feeds), environment)
const told = (feeds: string, environment = {}): Promise<unknown> =>
  load(feeds, environment).then(
    () => 'no error',
    (error: unknown) => String(error).replaceAll(folder, ''),
  )

const MINE = `
import { z } from 'oddsmith'
export const feed = {
  name: 'mine', version: 1, config: z.strictObject({ url: z.url(), apiKey: z.object({ env: z.string() }) }),
  open: ({ url, apiKey }, { socket, secret }) => socket({ url, headers: { key: secret(apiKey) } }),
  reader: () => text => ({ value: Number(text) }),
}`

describe('the feeds of a config', () => {
  it('are loaded by the names of those built in, with defaults', async () => {
    const feeds = await load(
      '  btc: { source: binance, symbol: BTCUSDT }\n  own: { source: venue, feed: BTC, silentMaxMs: null }\n  other: { source: market, id: 7, field: last }\n',
    )
    expect(feeds).toMatchObject([
      { name: 'btc', source: 'binance', folder: null, silentMaxMs: 10_000, config: { symbol: 'BTCUSDT', field: 'mid' } },
      { name: 'own', silentMaxMs: null, config: { feed: 'BTC' } },
      { name: 'other', config: { id: '7', field: 'last' } },
    ])
  })

  it('may be a file beside the config, whose secrets stay in the environment', async () => {
    writeFileSync(join(folder, 'mine.ts'), MINE)
    const entry = '  mine: { source: ./mine.ts, url: "ws://127.0.0.1:1", apiKey: { env: MY_KEY } }\n'
    const [feed] = await load(entry, { MY_KEY: 'secret text' })
    expect(feed).toMatchObject({ name: 'mine', source: './mine.ts', folder })
    expect(JSON.stringify(feed?.config)).toBe('{"url":"ws://127.0.0.1:1","apiKey":{"env":"MY_KEY"}}')
    expect(await told(entry)).toContain('/bot.yaml:5: feeds.mine.apiKey: expected the variable MY_KEY to be set')
  })

  it.each([
    [
      'a source that is none',
      '  btc: { source: binanse, symbol: BTCUSDT }\n',
      /bot\.yaml:5: feeds\.btc\.source: .*did you mean "binance"\?/,
    ],
    ['a file that is not there', '  btc: { source: ./none.ts }\n', /bot\.yaml:5: feeds\.btc\.source: no feed file at/],
    [
      'a field that is wrong',
      '  btc:\n    source: binance\n    symbol: BTCUSDT\n    field: middle\n',
      /bot\.yaml:8: feeds\.btc\.field/,
    ],
    [
      'a field that it does not have',
      '  btc: { source: venue, feed: BTC, symbol: X }\n',
      /bot\.yaml:5: feeds\.btc\.symbol: there is no such field/,
    ],
    ['a field that is missing', '  btc: { source: binance }\n', /bot\.yaml:5: feeds\.btc\.symbol/],
  ])('say file and line of %s', async (_, feeds, words) => {
    expect(await told(feeds)).toMatch(words)
  })

  it.each([
    ['throws', `() => {\n  throw new Error('no table of symbols')\n}`, /mine\.ts:5: no table of symbols$/],
    ['returns none', '() => undefined', /expected "reader" to return a function, found undefined$/],
  ])('say file and line of a reader that %s, before a run starts', async (_, reader, words) => {
    const head = `import { z } from 'oddsmith'\nexport const feed = { name: 'mine', version: 1, config: z.strictObject({}), open: () => [],\n\n`
    writeFileSync(join(folder, 'mine.ts'), `${head}reader: ${reader} }\n`)
    const said = await told('  mine: { source: ./mine.ts }\n')
    expect(said).toMatch(/\/bot\.yaml:5: feeds\.mine\.source: the feed cannot read messages: /)
    expect(said).toMatch(words)
  })

  it('may be of the venue where that publishes prices', async () => {
    const echo = resolve(import.meta.dirname, '../../../examples/venue-echo/venue.ts')
    const venue = `venue: { name: ${echo}, url: "http://x", wsUrl: "ws://x", account: me, secret: { env: S } }`
    const loaded = await parseConfig(
      join(folder, 'bot.yaml'),
      `${venue}\nstrategies: [{ strategy: watch }]\nfeeds: { btc: { source: venue, feed: BTC } }\n`,
    )
    await expect(loadFeeds(loaded, {})).rejects.toThrow(/bot\.yaml:3: feeds\.btc\.source: the venue echo publishes no prices/)
  })

  it('have names that are words, and a bound above zero', async () => {
    await expect(load('  "b t c": { source: venue, feed: BTC }\n')).rejects.toThrow(/bot\.yaml:5: .*expected a name of letters/)
    await expect(load('  wallet: { source: venue, feed: BTC }\n')).rejects.toThrow(
      /bot\.yaml:5: feeds\.wallet: expected another name: alerts and metrics use wallet for a feed of the venue/,
    )
    await expect(load('  btc: { source: venue, feed: BTC, silentMaxMs: 0 }\n')).rejects.toThrow(
      /bot\.yaml:5: feeds\.btc\.silentMaxMs/,
    )
  })
})

describe('a strategy that declares a reference', () => {
  const reading = (references: string): void =>
    writeFileSync(
      join(folder, 'reads.ts'),
      `import { pull, z } from 'oddsmith'
export const strategy = { name: 'reads', version: 1, watches: 'touch', parameters: z.object({}), references: ${references},
  create: () => ({ decide: () => pull('never') }) }`,
    )
  const expected = async (feeds: string): Promise<unknown> => {
    const loaded = await config(feeds, './reads.ts')
    const stanzas = await loadStanzas(loaded)
    try {
      return expectReferences(loaded, stanzas)
    } catch (error) {
      return String(error).replaceAll(folder, '')
    }
  }

  it('is refused where no feed has the name, with the nearest one, at its stanza', async () => {
    reading("['btcc']")
    expect(await expected('  btc: { source: venue, feed: BTC }\n')).toContain(
      '/bot.yaml:3: strategies.0.strategy: "reads" reads the reference "btcc", for which this config has no feed; did you mean "btc"?',
    )
    expect(await expected('  {}\n')).toContain('"feeds" has none')
  })

  it('is taken where a feed has it, and where a function names it once there is a market', async () => {
    reading("['btc']")
    expect(await expected('  btc: { source: venue, feed: BTC }\n')).toBeUndefined()
    reading("() => ['other']")
    expect(await expected('  {}\n')).toBeUndefined()
  })

  it('of which a function gives an unknown name is refused for that market, and one that joins with it is not quoted', async () => {
    reading('(_, { id }) => [id]')
    const loaded = await config('  m0: { source: venue, feed: BTC }\n', './reads.ts')
    const stanzas = await loadStanzas(loaded)
    const [known, unknown] = [market(0), market(1)]
    expect(assignMarkets(loaded, stanzas, [{ market: known, stanza: 0 }])).toHaveLength(1)
    expect(() => assignMarkets(loaded, stanzas, [{ market: unknown, stanza: 0 }])).toThrow(
      /bot\.yaml:3: strategies\.0\.strategy: "reads" reads the reference "m1", .*did you mean "m0"\?/,
    )
    const told: string[] = []
    const assign = assignLater(stanzas, {
      feeds: Object.keys(loaded.config.feeds),
      asking: new Asking(),
      onProblem: text => told.push(text),
    })
    expect([assign(known, 0) === null, assign(unknown, 0)]).toEqual([false, null])
    expect(told).toEqual([expect.stringContaining('reads the reference "m1"')])
  })

  it('is refused where its references are no names', async () => {
    reading('{}')
    await expect(config('  {}\n', './reads.ts').then(loadStanzas)).rejects.toThrow(/bot\.yaml:3: .*references to be/)
  })
})
