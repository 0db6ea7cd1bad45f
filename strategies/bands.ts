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
    avgMarginUsdt: margin.describe('where it is topped up, in USDT a share'),
    maxMarginUsdt: margin.describe('where it ends, in USDT a share; an order there does not belong to it any more'),
    minShares: amount.describe('below this sum of its orders it is topped up, in shares'),
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
    .describe('distances from the mid with what shall rest in them, the same for both sides'),
  positionMaxShares: z
    .number()
    .positive()
    .default(200)
    .describe('net position that counts as full; quotes on a side add up to what is left to it'),
  nearEnd: nearEndParameters,
})

/** A band in whole 1/1,000,000: of a dollar, of a share. */
export interface Band {
  readonly from: number
  readonly avg: number
  /** The first distance that is not part of it. */
  readonly to: number
  readonly least: number
  readonly wanted: number
  readonly most: number
}

/** Millionths of a dollar in the 1/10,000 that prices are counted in. */
const PER_PRICE = 100

/** Bands nearest first, as far as the schedule near the end changes them. */
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

/** One side of a market: what rests there, and around which price. */
export interface BandSide {
  readonly side: BookSide
  /** In YES terms, oldest first. */
  readonly orders: readonly Level[]
  /** The target price of YES, in 1/10,000; may be half of one. */
  readonly mid: number
  readonly market: Pick<Market, 'tick' | 'ticks'>
}

/** What of a side's orders stays, and what is added to it, in YES terms. */
export function bandLevels(bands: readonly Band[], { side, orders, mid, market }: BandSide): readonly RawLevel[] {
  const target = side === 'bid' ? mid : Price.ONE - mid
  const offOf = (price: number): number => PER_PRICE * (side === 'bid' ? mid - price : price - mid)
  // A band that begins beyond the last price is none.
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

/** Drops orders until the rest is at most what the band may hold: nearest first in the first band, farthest first in the last, else largest first. */
function keptOf({ most }: Band, orders: readonly Resting[], which: 'first' | 'middle' | 'last'): readonly Resting[] {
  const kept = orders.toSorted((a, b) =>
    which === 'first' ? b.off - a.off : which === 'last' ? a.off - b.off : a.size - b.size,
  )
  // Of orders that are alike the newest goes, because the older one stands before it in the queue.
  for (let sum = kept.reduce((sum, { size }) => sum + size, 0); sum > most; ) sum -= kept.pop()?.size ?? sum
  return kept
}

/** The price of the grid at the average margin, away from the mid; towards it where that leaves the band. null: neither is in the band. */
function topUpPrice(
  band: Band,
  { side, target, mid, market }: Omit<BandSide, 'orders'> & { readonly target: number },
): Price | null {
  const sign = side === 'bid' ? -1 : 1
  const tick = grid.tickAt(mid, market)
  // Beyond the last price the band is topped up one tick inside.
  const off = Math.min(band.avg / PER_PRICE, target - tick)
  const price = mid + sign * off
  const [below, above] = [Price.floor(price, grid.tickAt(price, market)), Price.ceil(price, grid.tickAt(price, market))]
  const candidates = side === 'bid' ? [below, above] : [above, below]
  return candidates.find(each => isIn(band, PER_PRICE * sign * (each - mid))) ?? null
}

/**
 * Bands as those of Polymarket's market maker (github.com/Polymarket/poly-market-maker, `bands.py`), and those of MakerDAO's keeper before it. Bids
 * stand below the mid and asks above it. An order belongs to a band whose distances hold its own, the nearer end included. Orders outside every band
 * go. Where a band holds more than its most, orders are dropped: in the first band those nearest to the mid, in the last one the farthest, in
 * between the largest. Where it holds less than its least it is filled up to the average amount at the average distance.
 *
 * This framework takes targets and works out orders itself: the target of a price is the sum of the working orders there that the bands keep, plus
 * what they add. So what is kept keeps its place in the queue, what is dropped is left out of the target and canceled, and what is added sells held
 * shares of the other outcome first and buys the rest. Of orders at one price it is the newest that goes. What a band lacks after dropping is added at
 * once, where the original waits for its next round. Prices outside the grid are rounded within the band.
 *
 * It assumes that the mid is fair and moves less than a band is wide. It loses in a trend, since it stands still until the mid has left its orders
 * behind, and has no view of its position but `positionMaxShares`.
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
