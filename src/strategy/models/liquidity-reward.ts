/** Who quotes one side alone counts a third of it, and outside these middles (1/10,000) nothing. */
const ONE_SIDED = 3
const MIDDLE_MIN = 1_000
const MIDDLE_MAX = 9_000

/** What the yield of a quote depends on; prices in USDT, sizes in shares, money and rates by the hour. */
export interface YieldTerms {
  readonly band: number
  /** What all makers of the market earn together. */
  readonly pool: number
  /** What the others weigh. */
  readonly others: number
  /** Orders that reach a quote on one side at the mid, and how their number falls: e^(−decay · distance). */
  readonly arrivals: number
  readonly decay: number
  /** What one order takes of a quote at most. */
  readonly fillMax: number
  /** Of a share: what a fill loses by what follows, less what the venue pays for it. */
  readonly markout: number
  /** Of a size: cost = inventory · size². */
  readonly inventory: number
}

/**
 * What venues pay for resting orders, by Polymarket's published rule (docs.polymarket.com, liquidity rewards). Predict.fun publishes that distance, size and
 * both sides count, and not its curve; bots on it assume this one.
 */
export const liquidityReward = {
  /** The score of a resting size at a distance from the middle, within a band of the same unit: ((v − s) / v)² a share, 0 from the edge on. */
  score: (distance: number, band: number, size: number): number =>
    distance >= band ? 0 : ((band - Math.max(0, distance)) / band) ** 2 * size,

  /** What the scores of both sides of one maker weigh (Q_min): the lesser, or a third of the greater where the middle (1/10,000) is not near an edge. */
  weight: (bids: number, asks: number, middle: number): number => {
    const lesser = Math.min(bids, asks)
    return isCentral(middle) ? Math.max(lesser, Math.max(bids, asks) / ONE_SIDED) : lesser
  },

  /** The most that makers can weigh to whom these scores belong: some who quote both sides evenly, and one-sided ones for the rest. */
  weightMax: (bids: number, asks: number, middle: number): number => {
    const lesser = Math.min(bids, asks)
    return isCentral(middle) ? (bids + asks + lesser) / ONE_SIDED : lesser
  },

  /**
   * What quotes of a size at a distance on both sides earn an hour: J(s, z) = R Q / (Q + O) + 2 λ(s) z (s − m) − c(z), with the pool R, what the
   * others weigh O, Q = z ((v − s) / v)², the rate of fills λ and their markout m. Of a size at most `fillMax` is filled at once.
   */
  yieldOf: (distance: number, size: number, terms: YieldTerms): number => {
    const { band, pool, others, arrivals, decay, fillMax, markout, inventory } = terms
    const own = liquidityReward.score(distance, band, size)
    const reward = own === 0 ? 0 : (pool * own) / (own + others)
    const filled = arrivals * Math.exp(-decay * distance) * Math.min(size, fillMax)
    return reward + 2 * filled * (distance - markout) - inventory * size * size
  },
} as const

const isCentral = (middle: number): boolean => middle >= MIDDLE_MIN && middle <= MIDDLE_MAX
