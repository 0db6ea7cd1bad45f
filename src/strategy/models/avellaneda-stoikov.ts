/** What a model would quote, in the unit of the price that it was given. */
export interface ModelQuotes {
  /** What a share is worth to us, given the position. */
  readonly reservation: number
  /** Half of the total spread. */
  readonly half: number
  readonly bid: number
  readonly ask: number
}

/** The paper's inputs, all in one unit of price (such as dollars) and one of inventory (quotes of one size). */
export interface PaperInputs {
  readonly fair: number
  /** Signed, in quotes: +2 is the position after two filled bids. */
  readonly inventory: number
  /** gamma, per unit of price. */
  readonly riskAversion: number
  /** sigma: standard deviation of the price over one second. */
  readonly volatilityPerRootSecond: number
  /** T - t. */
  readonly secondsLeft: number
  /** k, per unit of price. */
  readonly fillDecay: number
}

/**
 * The quotes of Avellaneda and Stoikov, "High-frequency trading in a limit order book" (2008): reservation price s - q gamma sigma² (T - t) (section
 * 2.2), total spread gamma sigma² (T - t) + (2 / gamma) ln(1 + gamma / k) (section 3.2, the expansion in q). As gamma tends to 0 the spread tends to
 * 2 / k. The model's price is unbounded: a probability near 0 or 1 needs another model.
 */
export function avellanedaStoikov(inputs: PaperInputs): ModelQuotes {
  const { fair, inventory, riskAversion, volatilityPerRootSecond, secondsLeft, fillDecay } = inputs
  const risk = riskAversion * volatilityPerRootSecond ** 2 * secondsLeft
  const half = risk / 2 + monopolist(riskAversion, fillDecay)
  return around(fair - inventory * risk, half)
}

/** The practical form's inputs. Their units and names differ from the paper's. */
export interface PracticalInputs {
  readonly fair: number
  /** (held - wanted) / most, from -1 to 1. */
  readonly inventoryShare: number
  readonly riskAversion: number
  /** Standard deviation of the price over the expected holding time: not a variance, and not per second. */
  readonly deviation: number
  /** Remaining fraction of that time, from 0 to 1; 1 without a known end. */
  readonly timeFraction: number
  /** kappa, per unit of price. */
  readonly fillDecay: number
}

/**
 * The form used in practice (Hummingbot's `avellaneda_market_making`, whose comments say that the units differ from the paper): inventory is a
 * fraction of the maximum, sigma an absolute deviation and not a variance: r = s - q gamma sigma tau, spread gamma sigma tau + (2 / gamma) ln(1 +
 * gamma / kappa).
 */
export function practicalAvellanedaStoikov(inputs: PracticalInputs): ModelQuotes {
  const { fair, inventoryShare, riskAversion, deviation, timeFraction, fillDecay } = inputs
  const risk = riskAversion * deviation * timeFraction
  return around(fair - inventoryShare * risk, risk / 2 + monopolist(riskAversion, fillDecay))
}

/** (1 / gamma) ln(1 + gamma / k): the half spread without risk; 1 / k if gamma is 0. */
export const monopolist = (riskAversion: number, fillDecay: number): number =>
  riskAversion === 0 ? 1 / fillDecay : Math.log1p(riskAversion / fillDecay) / riskAversion

const around = (reservation: number, half: number): ModelQuotes => ({
  reservation,
  half,
  bid: reservation - half,
  ask: reservation + half,
})
