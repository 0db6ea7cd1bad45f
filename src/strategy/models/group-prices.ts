/** The price of one outcome of a group of which one outcome wins, as its book shows it. */
export interface OutcomePrice {
  /** In dollars. */
  readonly price: number
  /** How far it may be off: half of the book's spread, in dollars. */
  readonly error: number
}

/**
 * Prices of all outcomes of a group that add up to one dollar: those nearest to the given ones, with distances measured in errors (least squares under
 * one linear constraint, by a Lagrange multiplier: each price moves by its squared error's part of what is missing). An outcome with a narrow book
 * hardly moves. Without any error, prices are scaled. No price leaves (0, 1).
 */
export function coherentPrices(outcomes: readonly OutcomePrice[]): readonly number[] {
  const sum = total(outcomes.map(({ price }) => price))
  const squares = total(outcomes.map(({ error }) => error ** 2))
  return outcomes.map(({ price, error }) => within(squares === 0 ? price / sum : price + (1 - sum) * (error ** 2 / squares)))
}

/**
 * Prices at which a holder of `nets` shares of each outcome, with exponential utility, is indifferent to a little more of one: p_i e^(-q_i / b) over the
 * sum of all, times the sum of the prices. It is the market maker with exponential utility of Chen and Pennock, "A utility framework for bounded-loss
 * market makers" (2007), with the given prices as its beliefs; for one outcome and its complement it is `scoringRule.lean`. The same shares of every
 * outcome are cash, so they move nothing. `depth` (b) is in the unit of `nets`.
 */
export function groupLean(prices: readonly number[], nets: readonly number[], depth: number): readonly number[] {
  // Exponents are taken from the least position that counts, so that not all weights become 0.
  const least = Math.min(...nets.filter((_, at) => prices[at] !== 0))
  const weights = prices.map((price, at) => (price === 0 ? 0 : price * Math.exp((least - (nets[at] ?? 0)) / depth)))
  const scale = total(prices) / total(weights)
  return weights.map(weight => weight * scale)
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const EDGE = 1e-4
const within = (price: number): number => Math.min(1 - EDGE, Math.max(EDGE, price))
