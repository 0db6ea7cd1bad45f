import type { ModelQuotes } from './avellaneda-stoikov.js'

/** Inputs of the closed form, all in one unit of price (such as ticks). */
export interface GlftInputs {
  readonly fair: number
  /** Signed, in the unit of `orderSize`. */
  readonly inventory: number
  /** gamma, per unit of price and of inventory. */
  readonly riskAversion: number
  /** xi: aversion to the risk that an order is not filled; absent: gamma, as in the usual case. */
  readonly fillAversion?: number
  /** A: orders a second that reach a quote at distance 0, on one side. */
  readonly arrivalsPerSecond: number
  /** k, per unit of price. */
  readonly fillDecay: number
  /** sigma: standard deviation of the price over one second. */
  readonly volatilityPerRootSecond: number
  /** Delta; 1 if inventory is counted in quotes. */
  readonly orderSize: number
}

/** The quotes of the closed form, and how far a unit of inventory moves them. */
export interface GlftQuotes extends ModelQuotes {
  readonly skew: number
  readonly c1: number
  readonly c2: number
}

/**
 * The stationary closed form of Guéant, Lehalle, Fernandez-Tapia, "Dealing with the inventory risk" (2013), section 4, with order size and xi as in
 * Guéant, "Optimal market making" (2017), equations 4.6 and 4.7: half spread c1 + (Delta / 2) sigma c2, skew sigma c2 per unit of inventory, where c1
 * = ln(1 + xi Delta / k) / (xi Delta) and c2 = sqrt(gamma / (2 A Delta k) (1 + xi Delta / k)^(k / (xi Delta) + 1)). It has no horizon: for markets
 * whose end is far away.
 */
export function glft(inputs: GlftInputs): GlftQuotes {
  const { fair, inventory, riskAversion, arrivalsPerSecond, fillDecay, volatilityPerRootSecond, orderSize } = inputs
  const load = (inputs.fillAversion ?? riskAversion) * orderSize
  const lead = Math.log1p(load / fillDecay)
  // Without aversion, both are limits: 1 / k, and e.
  const c1 = load === 0 ? 1 / fillDecay : lead / load
  const power = load === 0 ? Math.E : Math.exp((fillDecay / load + 1) * lead)
  const c2 = Math.sqrt((riskAversion / (2 * arrivalsPerSecond * orderSize * fillDecay)) * power)
  const skew = volatilityPerRootSecond * c2
  const half = c1 + (orderSize / 2) * skew
  const reservation = fair - skew * inventory
  return { reservation, half, bid: reservation - half, ask: reservation + half, skew, c1, c2 }
}
