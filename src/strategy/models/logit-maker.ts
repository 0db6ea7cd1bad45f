import { type ModelQuotes, monopolist } from './avellaneda-stoikov.js'
import { logistic, logit } from './logit.js'

/** The factor before ln(1 + gamma / k) in the spread. */
export type SpreadTerm = 'two-over-gamma' | 'two-over-k'

/** Inputs in logits, except the probability. */
export interface LogitInputs {
  /** Fair probability of YES, 0 to 1. */
  readonly probability: number
  /** Signed, in quotes. */
  readonly inventory: number
  /** gamma, per logit. */
  readonly riskAversion: number
  /** sigma_b, belief volatility: standard deviation of the logit over one second. */
  readonly volatilityPerRootSecond: number
  /** T - t. */
  readonly secondsLeft: number
  /** k, per logit. */
  readonly fillDecay: number
  /** Absent: `two-over-gamma`. */
  readonly spreadTerm?: SpreadTerm
  /** Factor of the half width, which is in logits; absent: 1. */
  readonly widthFactor?: number
}

/** `reservation` and `half` in logits; `bid` and `ask` are probabilities. */
export type LogitQuotes = ModelQuotes

/**
 * Avellaneda and Stoikov in logit space (Dalen 2025, arXiv:2510.15205): x = ln(p / (1 - p)), r = x - q gamma sigma_b² (T - t), total spread gamma
 * sigma_b² (T - t) + (2 / gamma) ln(1 + gamma / k), quotes S(r -/+ spread / 2). They lie between 0 and 1, and are about spread x p (1 - p) wide. The
 * documentation of the crate `polymarket-kernel` has 2 / k before the logarithm: `two-over-k`. As gamma tends to 0, that spread vanishes, while the
 * other tends to 2 / k, the spread of a maker without risk aversion; so the other is the default.
 */
export function logitMaker(inputs: LogitInputs): LogitQuotes {
  const { probability, inventory, riskAversion, volatilityPerRootSecond, secondsLeft, fillDecay, widthFactor = 1 } = inputs
  const risk = riskAversion * volatilityPerRootSecond ** 2 * secondsLeft
  const term =
    inputs.spreadTerm === 'two-over-k' ? Math.log1p(riskAversion / fillDecay) / fillDecay : monopolist(riskAversion, fillDecay)
  const reservation = logit(probability) - inventory * risk
  const half = widthFactor * (risk / 2 + term)
  return { reservation, half, bid: logistic(reservation - half), ask: logistic(reservation + half) }
}

/**
 * The drift of the logit that makes the probability a martingale: -(1 - 2 p) sigma_b² / 2 a second, by Itô's lemma with S' = p (1 - p) and S'' = p (1
 * - p) (1 - 2 p); minus what jumps compensate. Zero at 0.5.
 */
export const martingaleDrift = (probability: number, volatilityPerRootSecond: number): number =>
  -0.5 * (1 - 2 * probability) * volatilityPerRootSecond ** 2
