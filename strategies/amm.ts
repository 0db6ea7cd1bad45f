import {
  grid,
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

const parameters = z
  .strictObject({
    collateralUsdt: z.number().positive().max(900_000).default(100).describe('what the pool of a market is worth, in USDT'),
    priceMin: z.number().min(0).lt(1).default(0.05).describe('the pool quotes from this price of YES on, in USDT'),
    priceMax: z.number().gt(0).max(1).default(0.95).describe('the pool quotes up to this price of YES, in USDT'),
    spreadUsdt: z.number().min(0).max(0.5).default(0.01).describe('distance of the first level from the mid, in USDT'),
    stepUsdt: z.number().min(0.0001).max(0.5).default(0.01).describe('distance from one level to the next, in USDT'),
    depthUsdt: z.number().positive().max(1).default(0.08).describe('how far levels reach beyond the first one, in USDT'),
    positionMaxShares: z
      .number()
      .positive()
      .default(300)
      .describe('net position that counts as full; the quotes of a side add up to what is left until then'),
    nearEnd: nearEndParameters,
  })
  .refine(({ priceMin, priceMax }) => priceMin < priceMax, { message: 'expected priceMin below priceMax', path: ['priceMax'] })

/** Shares sold from price `from` up to `to` by liquidity that sells `shares` up to `last`: L (1/√from − 1/√to), L = shares / (1/√from − 1/√last). */
export const soldUpTo = (shares: number, { from, to, last }: Stretch): number =>
  (shares * (1 / Math.sqrt(from) - 1 / Math.sqrt(to))) / (1 / Math.sqrt(from) - 1 / Math.sqrt(last))

/** Shares bought from price `from` down to `to` by liquidity that spends `collateral` down to `last`: L (1/√to − 1/√from), L = collateral / (√from − √last). */
export const boughtDownTo = (collateral: number, { from, to, last }: Stretch): number =>
  collateral * perCollateral({ from, to, last })

/** Prices in (0, 1): where the curve begins, up to where it is read, and where it ends. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly last: number
}

const perCollateral = ({ from, to, last }: Stretch): number =>
  (1 / Math.sqrt(to) - 1 / Math.sqrt(from)) / (Math.sqrt(from) - Math.sqrt(last))

/** The levels of one outcome's pool: prices in (0, 1) at which it sells, ascending, and at which it buys, descending. */
export interface PoolPrices {
  readonly mid: number
  readonly sells: readonly number[]
  readonly sellsTo: number
  readonly buys: readonly number[]
  readonly buysTo: number
}

/** What a pool sells at each of its levels, of `shares` held: differences of the curve. */
export const sellSizes = (shares: number, { mid, sells, sellsTo }: PoolPrices): readonly number[] =>
  sellsTo > mid ? differences(sells.map(to => soldUpTo(shares, { from: mid, to, last: sellsTo }))) : []

/** What a pool buys at each of its levels with `collateral`. */
export const buySizes = (collateral: number, { mid, buys, buysTo }: PoolPrices): readonly number[] =>
  buysTo < mid ? differences(buys.map(to => boughtDownTo(collateral, { from: mid, to, last: buysTo }))) : []

const differences = (sums: readonly number[]): readonly number[] => sums.map((sum, at) => sum - (sums[at - 1] ?? 0))

/** Shares that a dollar buys at the first level of a pool. */
const phi = ({ mid, buys, buysTo }: PoolPrices): number =>
  buys[0] === undefined || !(buysTo < mid) ? 0 : perCollateral({ from: mid, to: buys[0], last: buysTo })

/** Splits collateral between the pools of YES and NO so that the best levels of both sides of the book have the same size, as far as it reaches. */
export function splitCollateral(
  collateral: number,
  { yes, no, yesHeld, noHeld }: PoolState,
): readonly [yes: number, no: number] {
  const [phiYes, phiNo] = [phi(yes), phi(no)]
  if (phiYes + phiNo === 0) return [0, 0]
  const lead = (sellSizes(yesHeld, yes)[0] ?? 0) - (sellSizes(noHeld, no)[0] ?? 0)
  const forYes = Math.min(collateral, Math.max(0, (lead + collateral * phiNo) / (phiYes + phiNo)))
  return [forYes, collateral - forYes]
}

/** Both outcomes' pools with the shares they have to sell. */
export interface PoolState {
  readonly yes: PoolPrices
  readonly no: PoolPrices
  readonly yesHeld: number
  readonly noHeld: number
}

interface Reach extends Pick<z.output<typeof parameters>, 'priceMin' | 'priceMax' | 'spreadUsdt' | 'stepUsdt' | 'depthUsdt'> {
  readonly mid: number
  readonly market: Pick<Market, 'tick' | 'ticks'>
}

/** The levels of both pools on the market's grid: the prices at which YES is bought are those at which NO is sold, and vice versa. */
export function poolsAround(reach: Reach): Pick<PoolState, 'yes' | 'no'> {
  const { mid, priceMin, priceMax, spreadUsdt, depthUsdt } = reach
  const [low, high] = [Math.max(mid - spreadUsdt - depthUsdt, priceMin), Math.min(mid + spreadUsdt + depthUsdt, priceMax)]
  const [bids, asks] = [levelsTo(low, -1, reach), levelsTo(high, 1, reach)]
  const other = (prices: readonly number[]): readonly number[] => prices.map(price => 1 - price)
  return {
    yes: { mid, sells: asks, sellsTo: high, buys: bids, buysTo: low },
    no: { mid: 1 - mid, sells: other(bids), sellsTo: 1 - low, buys: other(asks), buysTo: 1 - high },
  }
}

/** A desk accepts no more levels on a side. */
const LEVELS_MAX = 50
/** Prices closer than this are the same. */
const SAME = 1e-9

/** From the spread step by step to the end, on the grid; steps below a tick become ticks. */
function levelsTo(end: number, sign: 1 | -1, { mid, market, spreadUsdt, stepUsdt }: Reach): readonly number[] {
  const prices = new Set<number>()
  const step = Math.max(stepUsdt, market.tick / 10_000)
  for (let at = 0; at < LEVELS_MAX; at++) {
    const raw = (mid + sign * (spreadUsdt + at * step)) * 10_000
    const tick = grid.tickAt(raw, market)
    const price = (sign < 0 ? Price.floor(raw, tick) : Price.ceil(raw, tick)) / 10_000
    if (sign * (end - price) < -SAME) break
    if (sign * (price - mid) > SAME) prices.add(price)
  }
  return [...prices]
}

/**
 * The liquidity of an automated market maker over an interval of prices, as limit orders (concentrated liquidity as in Uniswap v3, Adams et al. 2021;
 * the levels are those of Polymarket's market maker, github.com/Polymarket/poly-market-maker, `amm.py`). YES and NO have one pool each. A pool sells
 * its shares along the curve above the mid and buys below it with its part of the collateral, which is what `collateralUsdt` leaves after the value
 * of the held shares. The parts are chosen so that the best bid and the best ask have the same size, as far as the collateral reaches. The size of a
 * level is what the curve trades from the level before it. It assumes that prices revert within the interval. Like any pool it sells what rises and
 * buys what falls: in a trend it loses against holding (impermanent loss), and at a result of 0 or 1 it holds the worthless shares.
 */
export const strategy = {
  name: 'amm',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ collateralUsdt, positionMaxShares, nearEnd: schedule, ...reach }) => {
    const full = Size.ofShares(positionMaxShares)
    const last = { mid: 0, collateral: 0, width: 1 }
    return {
      decide({ book, market, secondsLeft, position, working }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const mid = book.touch.mid / 10_000
        const { net } = position
        const end = nearEnd(schedule, { secondsLeft, variant: market.variant, net, price: mid * 10_000 })
        const [yesHeld, noHeld] = [position.yes / Size.SHARE, position.no / Size.SHARE]
        const collateral = Math.max(0, collateralUsdt - yesHeld * mid - noHeld * (1 - mid))
        Object.assign(last, { mid, collateral, width: end.widthFactor })
        const pools = poolsAround({ mid, market, ...widened(reach, end.widthFactor) })
        const { bids, asks } = curveLevels({ ...pools, yesHeld, noHeld }, { collateral, sizeFactor: end.sizeFactor })
        return makerQuotes({
          ...{ book, market, position, working, bids, asks },
          bidSizeMax: Math.min(end.bidSizeMax, full - net),
          askSizeMax: Math.min(end.askSizeMax, full + net),
        })
      },
      terms: () => ({ mid: last.mid.toFixed(6), collateral: last.collateral.toFixed(2), width: last.width.toFixed(3) }),
    }
  },
} satisfies StrategyDefinition<typeof parameters>

type Widths = Pick<Reach, 'spreadUsdt' | 'stepUsdt' | 'depthUsdt'>

const widened = <R extends Widths>(reach: R, factor: number): R => ({
  ...reach,
  spreadUsdt: reach.spreadUsdt * factor,
  stepUsdt: reach.stepUsdt * factor,
  depthUsdt: reach.depthUsdt * factor,
})

interface CurveSize {
  readonly collateral: number
  readonly sizeFactor: number
}

/** The levels of both sides of the book, from both pools together. */
export function curveLevels(
  state: PoolState,
  { collateral, sizeFactor }: CurveSize,
): Record<'bids' | 'asks', readonly RawLevel[]> {
  const { yes, no, yesHeld, noHeld } = state
  const [forYes, forNo] = splitCollateral(collateral, state)
  const listed = (prices: readonly number[], shares: readonly number[]): readonly RawLevel[] =>
    prices.map((price, at) => ({ price: price * 10_000, size: (shares[at] ?? 0) * Size.SHARE * sizeFactor }))
  return {
    bids: [...listed(yes.buys, buySizes(forYes, yes)), ...listed(yes.buys, sellSizes(noHeld, no))],
    asks: [...listed(yes.sells, sellSizes(yesHeld, yes)), ...listed(yes.sells, buySizes(forNo, no))],
  }
}
