/** Quotes on one side alone count a third, and outside these mid prices (1/10,000) nothing. */
const ONE_SIDED = 3
const MIDDLE_MIN = 1_000
const MIDDLE_MAX = 9_000

/** What the yield of a quote depends on; prices in USDT, sizes in shares, money and rates by the hour. */
export interface YieldTerms {
  readonly band: number
  /** The reward of all makers of the market together. */
  readonly pool: number
  /** The weight of all other makers. */
  readonly others: number
  /** Rate of orders that reach a quote on one side at the mid; it falls with distance: e^(−decay · distance). */
  readonly arrivals: number
  readonly decay: number
  /** The most that one order takes from a quote. */
  readonly fillMax: number
  /** Per share: the loss after a fill, minus what the venue pays for it. */
  readonly markout: number
  /** Cost of a size = inventory · size². */
  readonly inventory: number
}

/**
 * Rewards for resting orders, by Polymarket's published rule (docs.polymarket.com, liquidity rewards). Predict.fun publishes that distance, size and
 * both sides count, but not its curve; bots on it assume this one.
 */
export const liquidityReward = {
  /** The score of a resting size at a distance from the mid, within a band of the same unit: ((v − s) / v)² a share, 0 from the edge on. */
  score: (distance: number, band: number, size: number): number =>
    distance >= band ? 0 : ((band - Math.max(0, distance)) / band) ** 2 * size,

  /** The weight of one maker's scores on both sides (Q_min): the lesser, or a third of the greater if the mid (1/10,000) is not near an edge. */
  weight: (bids: number, asks: number, middle: number): number => {
    const lesser = Math.min(bids, asks)
    return isCentral(middle) ? Math.max(lesser, Math.max(bids, asks) / ONE_SIDED) : lesser
  },

  /** The largest possible weight of the makers with these scores: some quote both sides evenly, the others one side. */
  weightMax: (bids: number, asks: number, middle: number): number => {
    const lesser = Math.min(bids, asks)
    return isCentral(middle) ? (bids + asks + lesser) / ONE_SIDED : lesser
  },

  /**
   * The hourly yield of quotes of a size at a distance on both sides: J(s, z) = R Q / (Q + O) + 2 λ(s) z (s − m) − c(z), with the pool R, the weight
   * of the others O, Q = z ((v − s) / v)², the fill rate λ and the markout m. At most `fillMax` of a size is filled at once.
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
