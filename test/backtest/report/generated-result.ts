import { LATER_US } from '../../../backtest/later-middles.js'
import type { ReportAbout } from '../../../backtest/report/about.js'
import type {
  AccountResult,
  AccountSample,
  BacktestResult,
  BookSample,
  QuoteSpan,
  SimulatedFill,
} from '../../../backtest/result.js'
import { sumProfit } from '../../../backtest/sum-profit.js'
import { MarketId, MarketIndex } from '../../../src/model/ids.js'
import type { Market } from '../../../src/model/market.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'

interface Wish {
  readonly markets?: number
  readonly seconds?: number
  /** How often the quotes fill, 0 to 1 a second and market; 0: never. */
  readonly fillRate?: number
  readonly question?: string
  readonly models?: readonly string[]
  readonly isResolved?: boolean
}

const START = Timestamp.of(1_760_000_000_000_000)
const at = (second: number, microseconds = 0): Timestamp => Timestamp.add(START, second * 1_000_000 + microseconds)

/** A result as a driver would give it, the same for the same wish: prices walk, quotes follow them and now and then are filled. */
export function generatedResult(wish: Wish = {}): BacktestResult {
  const { markets = 1, seconds = 1_800, models = ['pessimistic', 'probabilistic', 'optimistic'] } = wish
  const random = randomNumbers(markets * 1_000 + seconds)
  const walks = Array.from({ length: markets }, () => walk(random, seconds))
  const nouns = walks.map((prices, index) => marketOf(index, prices, { seconds, ...wish }))
  return {
    strategies: [{ name: 'two-sided', markets: nouns.map(({ index }) => index) }],
    markets: nouns,
    events: seconds * markets * 14,
    batches: seconds * markets * 6,
    from: START,
    to: at(seconds),
    accounts: models.map((model, index) =>
      account(model, walks, randomNumbers(index + 7), (wish.fillRate ?? 0.02) * (1 + index * 0.6)),
    ),
    books: walks.flatMap(booksOf).sort((a, b) => a.at - b.at),
    resolutions: nouns.filter(({ result }) => result !== null).length,
    hash: 'c0ffee1234567890',
  }
}

/** What a command line would say of it. */
export const generatedAbout = (more: Partial<ReportAbout> = {}): ReportAbout => ({
  title: 'two-sided on gold, 15 minutes',
  command: 'oddsmith backtest config/backtest.yaml',
  config: 'recording: data/sample/gold\nstrategy: two-sided\nlatency: { entryMs: 50, answerMs: 50 }\nmodels: all\n',
  coverage: {
    from: START,
    to: at(1_800),
    gaps: [{ market: null, from: at(600), to: at(640), why: 'the recorder was reconnecting' }],
    dropped: 3,
    duplicates: 4,
    repaired: 121,
    printsPaired: 0.953,
    clocks: [{ source: 'GOLD-0', aheadUs: 12_300, leastDelayUs: -12_300 }],
  },
  fees: { schedule: 'predict.fun, 200 bps of a taker', isOfRecordedVenue: false },
  profile: { name: 'predict', orders: 'orders of at least 1 USDT and 0.01 shares, prices in steps of 0.01', sources: [] },
  latency: '50 ms each way',
  wallSeconds: 0.42,
  warnings: [],
  ...more,
})

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A price a second in 1/10,000; null while the book is dark. */
function walk(random: () => number, seconds: number): (number | null)[] {
  let price = 3_000 + Math.floor(random() * 4_000)
  return Array.from({ length: seconds }, (_, second) => {
    if (random() < 0.3) price = Math.max(300, Math.min(9_700, price + (random() < 0.5 ? -100 : 100)))
    return second >= 600 && second < 640 ? null : price
  })
}

function marketOf(
  index: number,
  prices: readonly (number | null)[],
  { seconds = 0, question, isResolved = true }: Wish,
): Market {
  const last = prices.at(-1) ?? 5_000
  return {
    id: MarketId.of(`GOLD-${index}`),
    index: MarketIndex.of(index),
    question: question ?? `Will gold close above ${4_000 + index * 10} at ${index + 9}:15?`,
    group: null,
    tick: Price.of(100),
    sizeDigits: 5,
    minSize: Size.ofShares(1),
    minValue: Wei.ZERO,
    takerFeeBps: 200,
    trading: 'closed',
    endsAt: at(seconds),
    rewards: null,
    result: isResolved ? { yes: last > 5_000 ? 1 : 0, at: at(seconds) } : null,
  }
}

const booksOf = (prices: readonly (number | null)[], market: number): BookSample[] =>
  prices.map((price, second) => ({
    at: at(second),
    market,
    bid: price === null ? null : Price.of(price - 100),
    ask: price === null ? null : Price.of(price + 100),
  }))

function account(
  model: string,
  walks: readonly (readonly (number | null)[])[],
  random: () => number,
  fillRate: number,
): AccountResult {
  const quotes = walks.flatMap(quotesOf)
  const fills = walks.flatMap((prices, market) => fillsOf(prices, market, { random, fillRate })).sort((a, b) => a.at - b.at)
  const samples = samplesOf(walks, fills)
  const parts = { spread: 12, drift: -7, settlement: 3, fees: -1, rewards: 2 }
  const profit = Object.fromEntries(
    Object.entries(parts).map(([name, units]) => [
      name,
      fills.length === 0 ? Wei.ZERO : Wei.of(BigInt(Math.round(units * 1e9 * (1 + random()))) * 10n ** 9n),
    ]),
  ) as Record<keyof typeof parts, Wei>
  const total = Object.values(profit).reduce(Wei.add, Wei.ZERO)
  return {
    model,
    orders: { placed: quotes.length, canceled: quotes.length - fills.length, filled: fills.length, refused: 2 },
    refusals: REFUSALS,
    refusalsByMarket: walks.map((_, market) => (market === 0 ? REFUSALS : { limits: {}, venue: {} })),
    sent: [],
    fills,
    profit: { ...profit, total },
    byMarket: walks.map((_, market) => (market === 0 ? { ...profit, total } : sumProfit([]))),
    fairs: [],
    rewards: { low: profit.rewards, high: Wei.of(profit.rewards * 3n), pointsLow: 20, pointsHigh: 60 },
    quoting: {
      wantedSeconds: 5_400,
      darkSeconds: { halt: 0, link: 0, feed: 27, pulled: 540, refused: 54, calls: 0, waiting: 108 },
      pulledFor: { 'no two-sided book': 480, 'too near the end': 60 },
    },
    maxDrawdown: fills.length === 0 ? Wei.ZERO : Wei.of(4_210_000_000_000_000_000n),
    samples,
    quotes,
    stateHash: `5ea1${model.length}`,
    venueHash: `7e5e${model.length}`,
    failures: [],
    warnings: fills.length === 0 ? ['No order was filled.'] : [],
  }
}

const REFUSALS = { limits: { positionMaxShares: 2 }, venue: { 'post-only': 1 } }

function quotesOf(prices: readonly (number | null)[], market: number): QuoteSpan[] {
  const spans: QuoteSpan[] = []
  let since = 0
  prices.forEach((price, second) => {
    const next = prices[second + 1]
    if (next === price && second - since < 120) return
    const span = { market, size: Size.ofShares(20), from: at(since), to: second === prices.length - 1 ? null : at(second + 1) }
    if (price !== null)
      spans.push({ ...span, side: 'bid', price: Price.of(price - 200) }, { ...span, side: 'ask', price: Price.of(price + 200) })
    since = second + 1
  })
  return spans
}

function fillsOf(
  prices: readonly (number | null)[],
  market: number,
  { random, fillRate }: { random: () => number; fillRate: number },
): SimulatedFill[] {
  return prices.flatMap((middle, second): SimulatedFill[] => {
    if (middle === null || random() >= fillRate) return []
    const isBid = random() < 0.5
    const price = Price.of(isBid ? middle - 200 : middle + 200)
    const isNo = random() < 0.25
    const own = isNo ? Price.complement(price) : price
    const shares = Wei.of(BigInt(1 + Math.floor(random() * 20)) * 10n ** 18n)
    const time = at(second, 500_000)
    const evidence = {
      at: time,
      receivedAt: time,
      kind: 'trade',
      market: MarketIndex.of(market),
      side: isBid ? 'bid' : 'ask',
      price,
      size: Size.ofShares(25),
    } as const
    return [
      {
        order: `1-${second}`,
        at: time,
        market,
        outcome: isNo ? 'no' : 'yes',
        side: isBid === isNo ? 'sell' : 'buy',
        isMaker: true,
        shares,
        value: Wei.of((shares * BigInt(own)) / 10_000n),
        fee: { in: 'cash', amount: Wei.ZERO },
        evidence,
        isAlone: random() < 0.1,
        isSettled: random() > 0.02,
        middlesAfter: LATER_US.map(after => middleAt(prices[second + after / 1_000_000])),
      },
    ]
  })
}

const middleAt = (price: number | null | undefined): number | null => (price == null ? null : price / 10_000)

function samplesOf(walks: readonly (readonly (number | null)[])[], fills: readonly SimulatedFill[]): AccountSample[] {
  const seconds = walks[0]?.length ?? 0
  const net = walks.map(() => 0)
  let cash = 0
  let next = 0
  const last = walks.map(() => 5_000)
  return Array.from({ length: seconds }, (_, second) => {
    for (; next < fills.length && (fills[next]?.at ?? 0) <= at(second); next++) {
      const fill = fills[next] as SimulatedFill
      const sign = (fill.outcome === 'yes') === (fill.side === 'buy') ? 1 : -1
      const shares = Wei.toNumber(fill.shares)
      const paid = Wei.toNumber(fill.value)
      net[fill.market] = (net[fill.market] ?? 0) + sign * shares
      cash -= sign * (fill.outcome === 'yes' ? paid : shares - paid)
    }
    walks.forEach((prices, market) => (last[market] = prices[second] ?? last[market] ?? 5_000))
    const worth = net.reduce((sum, shares, market) => sum + (shares * (last[market] ?? 0)) / 10_000, 0)
    return {
      at: at(second),
      equity: Wei.of(BigInt(Math.round((cash + worth) * 1e9)) * 10n ** 9n),
      byStrategy: [],
      net: [...net],
    }
  })
}
