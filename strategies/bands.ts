import {
  type BookSide,
  grid,
  type Level,
  type Market,
  makerQuotes,
  nearEnd,
  nearEndParameters,
  Price,
  pull,
  type RawLevel,
  Size,
  type StrategyDefinition,
  z,
} from 'oddsmith'

const margin = z.number().min(0).lt(1)
const amount = z.number().min(0).max(900_000)

const band = z
  .strictObject({
    minMarginUsdt: margin.describe(
      'where the band begins: distance from the mid, in USDT a share; an order there belongs to it',
    ),
    avgMarginUsdt: margin.describe('where the band is topped up, in USDT a share'),
    maxMarginUsdt: margin.describe('where the band ends, in USDT a share; an order there no longer belongs to it'),
    minShares: amount.describe('below this sum of its orders the band is topped up, in shares'),
    avgShares: amount.describe('the sum to which it is topped up, in shares'),
    maxShares: amount.describe('above this sum orders are dropped, in shares'),
  })
  .superRefine(({ minMarginUsdt, avgMarginUsdt, maxMarginUsdt, minShares, avgShares, maxShares }, context) => {
    if (!(minMarginUsdt <= avgMarginUsdt && avgMarginUsdt < maxMarginUsdt))
      context.addIssue(
        `expected minMarginUsdt <= avgMarginUsdt < maxMarginUsdt, found ${minMarginUsdt}, ${avgMarginUsdt} and ${maxMarginUsdt}`,
      )
    if (!(minShares <= avgShares && avgShares <= maxShares))
      context.addIssue(`expected minShares <= avgShares <= maxShares, found ${minShares}, ${avgShares} and ${maxShares}`)
  })

type BandConfig = z.output<typeof band>

const DEFAULT_BANDS: BandConfig[] = [
  { minMarginUsdt: 0.005, avgMarginUsdt: 0.015, maxMarginUsdt: 0.03, minShares: 10, avgShares: 20, maxShares: 30 },
  { minMarginUsdt: 0.03, avgMarginUsdt: 0.045, maxMarginUsdt: 0.07, minShares: 20, avgShares: 40, maxShares: 60 },
]

const parameters = z.strictObject({
  bands: z
    .array(band)
    .min(1)
    .max(10)
    .default(DEFAULT_BANDS)
    .superRefine((bands, context) => {
      const sorted = bands.toSorted((a, b) => a.minMarginUsdt - b.minMarginUsdt)
      for (const [at, { minMarginUsdt, maxMarginUsdt }] of sorted.entries()) {
        const before = sorted[at - 1]
        if (before === undefined || before.maxMarginUsdt <= minMarginUsdt) continue
        const [first, second] = [`${before.minMarginUsdt} to ${before.maxMarginUsdt}`, `${minMarginUsdt} to ${maxMarginUsdt}`]
        context.addIssue(`bands may not overlap, found ${first} and ${second}; one may begin where the other ends`)
      }
    })
    .describe('distances from the mid and the sizes that rest there, the same for both sides'),
  positionMaxShares: z
    .number()
    .positive()
    .default(200)
    .describe('net position that counts as full; the quotes of a side add up to what is left until then'),
  nearEnd: nearEndParameters,
})

/** A band in whole 1/1,000,000: of a dollar, of a share. */
export interface Band {
  readonly from: number
  readonly avg: number
  /** The first distance outside of it. */
  readonly to: number
  readonly least: number
  readonly wanted: number
  readonly most: number
}

/** Millionths of a dollar in 1/10,000, the unit of prices. */
const PER_PRICE = 100

/** Bands nearest first, as adjusted by the schedule near the end. */
export const bandsOf = (bands: readonly BandConfig[], widthFactor = 1, sizeFactor = 1): readonly Band[] => {
  const scaled = (usdt: number): number => Math.round(usdt * widthFactor * 1_000_000)
  const shares = (count: number): number => Math.round(count * sizeFactor * 1_000_000)
  return bands
    .toSorted((a, b) => a.minMarginUsdt - b.minMarginUsdt)
    .map(({ minMarginUsdt, avgMarginUsdt, maxMarginUsdt, minShares, avgShares, maxShares }) => ({
      ...{ from: scaled(minMarginUsdt), avg: scaled(avgMarginUsdt), to: scaled(maxMarginUsdt) },
      ...{ least: shares(minShares), wanted: shares(avgShares), most: shares(maxShares) },
    }))
}

/** One side of a market: its orders, and the price around which they rest. */
export interface BandSide {
  readonly side: BookSide
  /** In YES terms, oldest first. */
  readonly orders: readonly Level[]
  /** The target price of YES, in 1/10,000; may end in a half. */
  readonly mid: number
  readonly market: Pick<Market, 'tick' | 'ticks'>
}

/** Which of a side's orders stay, and what is added, in YES terms. */
export function bandLevels(bands: readonly Band[], { side, orders, mid, market }: BandSide): readonly RawLevel[] {
  const target = side === 'bid' ? mid : Price.ONE - mid
  const offOf = (price: number): number => PER_PRICE * (side === 'bid' ? mid - price : price - mid)
  // A band that begins beyond the last price is left out.
  const reachable = bands.filter(({ from }) => from < target * PER_PRICE)
  return reachable.flatMap((band, at): readonly RawLevel[] => {
    const own = orders.map(({ price, size }) => ({ price, size, off: offOf(price) })).filter(({ off }) => isIn(band, off))
    const kept = keptOf(band, own, at === 0 ? 'first' : at === reachable.length - 1 ? 'last' : 'middle')
    const sum = kept.reduce((sum, { size }) => sum + size, 0)
    if (sum >= band.least) return kept
    const price = topUpPrice(band, { side, target, mid, market })
    return price === null || !isIn(band, offOf(price)) ? kept : [...kept, { price, size: band.wanted - sum }]
  })
}

const isIn = ({ from, to }: Band, off: number): boolean => off >= from && off < to

interface Resting extends Level {
  readonly off: number
}

/** Drops orders until the rest is at most the band's maximum: nearest first in the first band, farthest first in the last, else largest first. */
function keptOf({ most }: Band, orders: readonly Resting[], which: 'first' | 'middle' | 'last'): readonly Resting[] {
  const kept = orders.toSorted((a, b) =>
    which === 'first' ? b.off - a.off : which === 'last' ? a.off - b.off : a.size - b.size,
  )
  // Among equal orders the newest is dropped, because the older one is ahead of it in the queue.
  for (let sum = kept.reduce((sum, { size }) => sum + size, 0); sum > most; ) sum -= kept.pop()?.size ?? sum
  return kept
}

/** The grid price at the average margin, away from the mid; towards it if that would leave the band. null: neither is in the band. */
function topUpPrice(
  band: Band,
  { side, target, mid, market }: Omit<BandSide, 'orders'> & { readonly target: number },
): Price | null {
  const sign = side === 'bid' ? -1 : 1
  const tick = grid.tickAt(mid, market)
  // Beyond the last price, the band is topped up one tick inside.
  const off = Math.min(band.avg / PER_PRICE, target - tick)
  const price = mid + sign * off
  const [below, above] = [Price.floor(price, grid.tickAt(price, market)), Price.ceil(price, grid.tickAt(price, market))]
  const candidates = side === 'bid' ? [below, above] : [above, below]
  return candidates.find(each => isIn(band, PER_PRICE * sign * (each - mid))) ?? null
}

/**
 * Bands like those of Polymarket's market maker (github.com/Polymarket/poly-market-maker, `bands.py`) and of MakerDAO's keeper before it. Bids rest
 * below the mid and asks above it. An order belongs to the band that contains its distance, including the nearer end. Orders outside every band are
 * canceled. If a band holds more than its maximum, orders are dropped: in the first band those nearest to the mid, in the last one the farthest, in
 * between the largest. If it holds less than its minimum, it is filled up to the average amount at the average distance. This framework takes targets
 * and finds the orders itself: the target at a price is the sum of the working orders there that the bands keep, plus what they add. So kept orders
 * keep their place in the queue, dropped ones are left out of the target and canceled, and additions first sell held shares of the other outcome and
 * buy the rest. Of several orders at one price, the newest is dropped. What a band lacks after dropping is added at once, while the original waits
 * for its next round. Prices off the grid are rounded within the band. It assumes that the mid is fair and moves less than a band's width. It loses
 * in a trend, because its orders do not move until the mid has left them behind, and it limits its position only by `positionMaxShares`.
 */
export const strategy = {
  name: 'bands',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ bands, positionMaxShares, nearEnd: schedule }) => {
    const full = Size.ofShares(positionMaxShares)
    const last = { mid: 0, width: 1 }
    return {
      decide({ book, market, secondsLeft, position, working }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const mid = book.touch.mid
        const { net } = position
        const end = nearEnd(schedule, { secondsLeft, variant: market.variant, net, price: mid })
        Object.assign(last, { mid, width: end.widthFactor })
        const scaled = bandsOf(bands, end.widthFactor, end.sizeFactor)
        return makerQuotes({
          ...{ book, market, position, working },
          bids: bandLevels(scaled, { side: 'bid', orders: working.bid, mid, market }),
          asks: bandLevels(scaled, { side: 'ask', orders: working.ask, mid, market }),
          bidSizeMax: Math.min(end.bidSizeMax, full - net),
          askSizeMax: Math.min(end.askSizeMax, full + net),
        })
      },
      terms: () => ({ mid: (last.mid / 10_000).toFixed(6), width: last.width.toFixed(3) }),
    }
  },
} satisfies StrategyDefinition<typeof parameters>
