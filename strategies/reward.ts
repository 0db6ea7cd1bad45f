import {
  ArrivalIntensity,
  type BookSide,
  type LiveBook,
  liquidityReward,
  type Market,
  Markout,
  makerQuotes,
  nearEnd,
  nearEndParameters,
  type Pull,
  pull,
  type Quotes,
  Size,
  type StrategyDefinition,
  type View,
  type YieldTerms,
  z,
} from 'oddsmith'

const parameters = z.strictObject({
  usdtPerPoint: z.number().min(0).max(1_000).default(0.01).describe('what a reward point is worth, in USDT'),
  rivals: z
    .enum(['all', 'qualifying'])
    .default('all')
    .describe(
      'whose displayed sizes compete for the pool: all, which leaves the least for us, or only levels of the least size that earns',
    ),
  sizeMaxShares: z.number().positive().max(900_000).default(200).describe('largest size of a quote, in shares'),
  positionMaxShares: z
    .number()
    .positive()
    .max(900_000)
    .default(300)
    .describe('net position that counts as full; a side is quoted for what is left until then'),
  leanTicks: z.number().min(0).max(50).default(2).describe('lean against a full position, in ticks'),
  fillsPerHour: z
    .number()
    .min(0)
    .max(100_000)
    .default(60)
    .describe('orders an hour that reach the mid on each side, assumed until measured'),
  decayPerTick: z
    .number()
    .min(0.01)
    .max(10)
    .default(0.5)
    .describe('how much the logarithm of that number falls for each tick, assumed until measured'),
  fillMaxShares: z.number().positive().max(900_000).default(50).describe('most that one order takes of a quote, in shares'),
  markoutTicks: z
    .number()
    .min(0)
    .max(100)
    .default(0.5)
    .describe('loss of a fill by the next price moves, in ticks, assumed at first'),
  assumedTrades: z
    .number()
    .min(1)
    .max(10_000)
    .default(20)
    .describe('for how many trades the assumed markout counts beside the measured one'),
  markoutMs: z
    .number()
    .min(100)
    .max(3_600_000)
    .default(30_000)
    .describe('how long after a trade its markout is measured, in ms'),
  rebateUsdtPerShare: z.number().min(0).max(1).default(0).describe('what the venue pays for a filled share, in USDT'),
  inventoryUsdtPerHour: z
    .number()
    .min(0)
    .max(100_000)
    .default(0.1)
    .describe(
      'what it costs to quote the full position as one size, in USDT an hour; a fraction of that size costs the square of the fraction',
    ),
  nearEnd: nearEndParameters,
})

type Parameters = z.output<typeof parameters>

/** Distances and sizes to choose from, ascending. */
export interface Choice {
  readonly distances: readonly number[]
  readonly sizes: readonly number[]
}

/** The pair with the highest yield; of equal ones the widest, then the smallest. null: there is no pair. */
export function best({ distances, sizes }: Choice, terms: YieldTerms): { distance: number; size: number; gain: number } | null {
  let found: { distance: number; size: number; gain: number } | null = null
  for (const distance of distances.toReversed())
    for (const size of sizes) {
      const gain = liquidityReward.yieldOf(distance, size, terms)
      if (found === null || gain > found.gain) found = { distance, size, gain }
    }
  return found
}

/**
 * Quotes both sides where a venue pays for resting orders, at the distance and size with the highest yield: reward plus spread, minus the loss of
 * fills to the following price moves, minus the cost of inventory (J above; the score is Polymarket's published rule for liquidity rewards, which
 * Predict.fun's bots assume too). Every grid price within the band and a dozen sizes are tried. The weight of others comes from the displayed book
 * without our own orders. How many orders reach a distance, and what trades are worth later, is measured during the run. It assumes the quadratic
 * score, that points have the value in the config, and that fills come at random. It loses if points are worth less, if others join after it has
 * chosen, and if the price jumps: rewards are paid by the hour, and a jump can cost a day of them at once.
 */
export const strategy = {
  name: 'reward',
  version: 1,
  watches: 'depth',
  parameters,
  create: (parameters, market) => {
    const full = Size.ofShares(parameters.positionMaxShares)
    const flow = new Flow(parameters, market)
    const last = { mid: 0, distance: 0, size: 0, gain: 0, others: 0, markout: 0 }
    return {
      decide(view) {
        const { book, market, position, secondsLeft } = view
        if (book.state !== 'live' || book.touch === null) {
          flow.pause()
          return pull('no two-sided book')
        }
        flow.update(view, book.touch.mid)
        const { rewards } = market
        if (rewards === null) return pull('no rewards here')
        const mid = rewardedMiddle(book, rewards.sizeMin) ?? book.touch.mid
        const end = nearEnd(parameters.nearEnd, { secondsLeft, variant: market.variant, net: position.net, price: mid })
        const others = othersWeight(book, mid, { ...rewards, rivals: parameters.rivals })
        const terms = { ...flow.terms(view), others, band: rewards.spreadMax / 10_000 }
        const choice = rewardedChoice(mid, market, parameters.sizeMaxShares * end.sizeFactor)
        const chosen = choice && best(choice, { ...terms, pool: parameters.usdtPerPoint * rewards.pointsPerHour })
        Object.assign(last, { ...chosen, mid, others, markout: terms.markout })
        const load = Math.max(-1, Math.min(1, position.net / full))
        const place = {
          fair: mid - parameters.leanTicks * market.tick * load,
          bidSizeMax: Math.min(end.bidSizeMax, full - position.net),
          askSizeMax: Math.min(end.askSizeMax, full + position.net),
        }
        if (chosen === null)
          return unwind(book, view, { ...place, half: 0, why: 'the least size that earns is above sizeMaxShares' })
        const half = chosen.distance * 10_000 * end.widthFactor
        if (chosen.gain <= 0)
          return unwind(book, view, { ...place, half, why: 'rewards and spread are less than what fills and inventory cost' })
        return around(book, view, { ...place, half, size: chosen.size * Size.SHARE })
      },
      terms: () => ({
        ...{ mid: (last.mid / 10_000).toFixed(6), distance: last.distance.toFixed(4), size: last.size.toFixed(2) },
        ...{ others: last.others.toFixed(2), markout: last.markout.toFixed(6), gainUsdtPerHour: last.gain.toFixed(4) },
      }),
    }
  },
} satisfies StrategyDefinition<typeof parameters>

interface Place {
  /** In 1/10,000. */
  readonly fair: number
  readonly half: number
  /** In millionths of a share. */
  readonly bidSizeMax: number
  readonly askSizeMax: number
}

type Held = Pick<View<Parameters>, 'market' | 'position' | 'working'>

const around = (
  book: LiveBook,
  { market, position, working }: Held,
  { fair, half, size, ...room }: Place & { readonly size: number },
): Quotes =>
  makerQuotes({
    ...{ book, market, position, working, ...room },
    bids: [{ price: fair - half, size }],
    asks: [{ price: fair + half, size }],
  })

/** If quoting does not pay, held shares are still offered, and none are added. */
function unwind(
  book: LiveBook,
  { market, position, working }: Held,
  { why, ...place }: Place & { readonly why: string },
): Quotes | Pull {
  const { net } = position
  const bidSizeMax = Math.min(place.bidSizeMax, -net)
  const askSizeMax = Math.min(place.askSizeMax, net)
  const quotes = around(book, { market, position, working }, { ...place, bidSizeMax, askSizeMax, size: Math.abs(net) })
  return quotes.bid === null && quotes.ask === null ? pull(why) : quotes
}

/** How many levels of a side are read. */
const DEPTH = 50

/** The mid of the best prices with at least the least rewarded size, in 1/10,000; null: a side has none. */
function rewardedMiddle(book: Pick<LiveBook, 'levels'>, sizeMin: Size): number | null {
  const [bid, ask] = (['bid', 'ask'] as const).map(side => book.levels(side, DEPTH).find(({ size }) => size >= sizeMin))
  return bid === undefined || ask === undefined ? null : (bid.price + ask.price) / 2
}

interface OthersTerms {
  readonly spreadMax: number
  readonly sizeMin: Size
  readonly rivals: Parameters['rivals']
}

/**
 * The weight of the displayed sizes, in shares. `all`: every level counts, with the largest possible weight: some makers quote both sides evenly, the
 * others one side. `qualifying`: only levels of at least the least size, as one maker.
 */
function othersWeight(book: Pick<LiveBook, 'levels'>, middle: number, { spreadMax, sizeMin, rivals }: OthersTerms): number {
  const sum = (side: BookSide): number => {
    let sum = 0
    for (const { price, size } of book.levels(side, DEPTH))
      if (rivals === 'all' || size >= sizeMin)
        sum += liquidityReward.score(Math.abs(price - middle), spreadMax, size / Size.SHARE)
    return sum
  }
  const [bids, asks] = [sum('bid'), sum('ask')]
  return rivals === 'all' ? liquidityReward.weightMax(bids, asks, middle) : liquidityReward.weight(bids, asks, middle)
}

const SIZES = 12
const DISTANCES_MAX = 200

/** Distances of grid prices within the band, and sizes from the least rewarded to the largest allowed; null: the least is above the largest. */
export function rewardedChoice(
  mid: number,
  { rewards, tick, minSize }: Pick<Market, 'rewards' | 'tick' | 'minSize'>,
  most: number,
): Choice | null {
  const least = Math.max(rewards?.sizeMin ?? 0, minSize) / Size.SHARE
  if (rewards === null || least > most) return null
  // From the mid to the next grid price below it, which is as far as to the next one above: a mid lies on half steps.
  const first = mid % tick || tick
  const count = Math.max(0, Math.ceil((rewards.spreadMax - first) / tick))
  const stride = Math.max(1, Math.ceil(count / DISTANCES_MAX))
  const distances = Array.from({ length: Math.ceil(count / stride) }, (_, at) => (first + at * stride * tick) / 10_000)
  const sizes = Array.from({ length: SIZES }, (_, at) => least * (most / least) ** (at / (SIZES - 1)))
  return { distances, sizes }
}

/** The depth in ticks over which arrivals are fitted, their half-life, and the least number for a fit. */
const INTENSITY = { depthTicks: 10, halfLifeSeconds: 1_800, arrivalsMin: 30 }
/** After this many further trades, one has half its weight. */
const HALF_LIFE_TRADES = 200
const HOUR_SECONDS = 3_600

/** Measures a market's trades: how often they come, and what they cost makers. */
class Flow {
  readonly #parameters: Parameters
  readonly #intensity: ArrivalIntensity
  readonly #takers: Markout
  #mid = Number.NaN

  constructor(parameters: Parameters, { tick }: Pick<Market, 'tick'>) {
    this.#parameters = parameters
    this.#intensity = new ArrivalIntensity({ ...INTENSITY, tick })
    this.#takers = new Markout({ horizonMs: parameters.markoutMs, halfLifeTrades: HALF_LIFE_TRADES })
  }

  update({ now, trades }: Pick<View<Parameters>, 'now' | 'trades'>, mid: number): void {
    this.#intensity.begin(now)
    for (const trade of trades) {
      // Compared with the mid before it: a trade moves the mid.
      this.#intensity.add(trade, this.#mid)
      this.#takers.add(now, trade.side === 'ask' ? 'buy' : 'sell', this.#mid)
    }
    this.#takers.update(now, mid)
    this.#mid = mid
  }

  pause(): void {
    this.#takers.pause()
    this.#mid = Number.NaN
  }

  terms({ now, market: { tick } }: Pick<View<Parameters>, 'now' | 'market'>): Omit<YieldTerms, 'band' | 'pool' | 'others'> {
    const { fillsPerHour, decayPerTick, fillMaxShares, markoutTicks, assumedTrades, ...other } = this.#parameters
    const { toxicity, trades } = this.#takers
    const fitted = this.#intensity.fit(now)
    const markout = (markoutTicks * tick * assumedTrades + toxicity * trades) / (assumedTrades + trades)
    return {
      arrivals: fitted === null ? fillsPerHour : fitted.perSecond * HOUR_SECONDS,
      decay: ((fitted?.perTick ?? decayPerTick) * 10_000) / tick,
      fillMax: fillMaxShares,
      markout: markout / 10_000 - other.rebateUsdtPerShare,
      inventory: other.inventoryUsdtPerHour / other.positionMaxShares ** 2,
    }
  }
}
