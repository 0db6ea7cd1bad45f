import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSource } from '../../../src/cli/config/config.js'
import type { PortfolioSetup } from '../../../src/cli/search/backtest-setup.js'
import { loadPortfolio } from '../../../src/cli/search/load-portfolio.js'
import { placeMarkets } from '../../../src/cli/search/place-markets.js'
import type { MarketEvent } from '../../../src/model/event.js'
import { MarketIndex } from '../../../src/model/ids.js'
import type { Market } from '../../../src/model/market.js'
import { plainMarket } from '../../../src/model/plain-market.js'
import { Timestamp } from '../../../src/model/time.js'
import type { Recording } from '../../../src/recording/columns/recording.js'
import { loadChunk } from '../../backtest/load-chunk.js'
import { inFolder } from '../../end-to-end/daemon.js'

const FROM = Timestamp.ofSeconds(1_700_000_000)
const ms = (time: number): Timestamp => Timestamp.add(FROM, time * 1_000)

const marketOf = (index: number, changes: Partial<Market> = {}): Market => ({
  ...plainMarket(`m${index}`, `question ${index}`),
  index: MarketIndex.of(index),
  ...changes,
})

const joined = (time: number, market: Market): MarketEvent => ({ at: ms(time), receivedAt: ms(time), kind: 'joined', market })
const left = (time: number, { index }: Market): MarketEvent => ({
  at: ms(time),
  receivedAt: ms(time),
  kind: 'left',
  market: index,
})

/** A recording of nothing but markets that come and go. */
async function recordingOf(markets: readonly Market[], events: readonly MarketEvent[] = [], more: Partial<Recording> = {}) {
  const begins = { at: FROM, receivedAt: FROM, kind: 'clear', market: MarketIndex.of(0) } as const
  const chunk = await loadChunk(
    (async function* () {
      for (const event of [begins, ...events]) yield [event]
    })(),
  )
  const joining = events.flatMap(event => (event.kind === 'joined' ? [event.market.id] : []))
  return {
    markets,
    joining,
    references: [],
    format: 'input-log',
    coverage: { from: FROM },
    async *chunks() {
      yield chunk
    },
    ...more,
  } as unknown as Recording
}

const setUp = (...stanzas: readonly string[]): Promise<PortfolioSetup> => {
  const lines = ['venue: { name: predict, embedded: {} }', 'backtest: { recording: nowhere }', 'strategies:', ...stanzas]
  return loadPortfolio(parseSource(resolve('try.yaml'), lines.join('\n')))
}
const stanza = (markets: string, more = ''): string => `  - { strategy: two-sided, markets: ${markets}${more} }`

const placesOf = async (recording: Recording, ...stanzas: readonly string[]) =>
  (await placeMarkets(await setUp(...stanzas), recording)).places

describe('the markets of a recording', () => {
  test('belong to the first strategy that wants them, and what nothing wants belongs to none', async () => {
    const crypto = { category: 'Coins', tags: ['crypto'] }
    const markets = [marketOf(0), marketOf(1, crypto), marketOf(2, crypto), marketOf(3)]
    const recording = await recordingOf(markets)
    expect(await placesOf(recording, stanza('[m2]'), stanza('{ tags: [Crypto] }'), stanza('[m3]'))).toEqual([null, 1, 0, 2])
    expect(await placesOf(recording, stanza('[m2]'), stanza('all'))).toEqual([1, 1, 0, 1])
  })

  test('are offered to a standing query only while a venue would offer them, and by their names always', async () => {
    const over = marketOf(1, { trading: 'closed', result: { yes: 1, at: FROM } })
    const reference = marketOf(2)
    const recording = await recordingOf([marketOf(0), over, reference], [], { references: [reference.id] })
    expect(await placesOf(recording, stanza('all'))).toEqual([0, null, null])
    expect(await placesOf(recording, stanza('[m1]'), stanza('all'))).toEqual([1, 0, null])
  })

  test('that join later are taken while there is room, and room comes back as one leaves', async () => {
    const markets = [0, 1, 2, 3].map(index => marketOf(index))
    const [, one, two, three] = markets as [Market, Market, Market, Market]
    const recording = await recordingOf(markets, [joined(100, one), joined(200, two), left(300, one), joined(400, three)])
    // The second market fills the second place, the third finds none, the fourth has that of the second.
    expect(await placesOf(recording, stanza('{ max: 2 }'))).toEqual([0, 0, null, 0])
    expect(await placesOf(recording, stanza('{ max: 1 }'), stanza('{ max: 1 }'))).toEqual([0, 1, null, 1])
  })

  test('are asked for their time left when they join', async () => {
    const ends = (index: number, seconds: number): Market => marketOf(index, { endsAt: Timestamp.add(FROM, seconds * 1e6) })
    const markets = [marketOf(0), ends(1, 90), ends(2, 90)]
    const recording = await recordingOf(markets, [joined(10_000, markets[1]!), joined(60_000, markets[2]!)])
    expect(await placesOf(recording, stanza('{ secondsLeftMin: 60 }'))).toEqual([null, 0, null])
  })

  test.each([
    ['[m7]', /try\.yaml:4: strategies\.0\.markets\.0: the recording has no market m7; it has m0/],
    ['{ volumeUsdMin: 100 }', /try\.yaml:4: strategies\.0\.markets\.volumeUsdMin: a recording does not tell the volume/],
    ['{ rankBy: spread, max: 2 }', /try\.yaml:4: strategies\.0\.markets\.rankBy: .* name the markets by their ids/],
  ])('are not %s, which is refused with its line', async (markets, words) => {
    const recording = await recordingOf([marketOf(0)])
    await expect(placesOf(recording, stanza(markets))).rejects.toThrow(words)
  })
})

const PICKY = `import { pull, z } from 'oddsmith'
export const strategy = {
  name: 'picky', version: 1, watches: 'touch', parameters: z.strictObject({}),
  create: (_, { question }) => {
    if (question === 'odd') throw new Error('it is odd')
    return { decide: () => pull('never') }
  },
}`

const withPicky = (look: (setup: PortfolioSetup) => Promise<void>): Promise<void> =>
  inFolder(async folder => {
    const file = join(folder, 'picky.ts')
    writeFileSync(file, PICKY)
    await look(await setUp(`  - { strategy: ${file} }`))
  })

describe('a strategy that cannot be created for a market', () => {
  const markets = [marketOf(0), marketOf(1, { question: 'odd' })]

  test('ends the backtest where the market is there from the beginning', () =>
    withPicky(async setup => {
      await expect(placeMarkets(setup, await recordingOf(markets))).rejects.toThrow(
        /strategies\.0\.strategy: "picky" cannot be created for market m1: it is odd/,
      )
    }))

  test('leaves a market that joins without quotes, and the report says so', () =>
    withPicky(async setup => {
      const { places, warnings } = await placeMarkets(setup, await recordingOf(markets, [joined(100, markets[1]!)]))
      expect(places).toEqual([0, null])
      expect(warnings).toEqual([expect.stringMatching(/market m1: it is odd: it is not quoted$/)])
    }))
})
