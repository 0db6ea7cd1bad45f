/**
 * The skew of a market maker by the logarithmic scoring rule (LMSR; Hanson 2003): a position of q shares moves the price's logit by −q / b, so p' = 1
 * / (1 + ((1 − p) / p) · e^(q / b)). It stays within (0, 1), and moves a price near an edge less than one in the middle.
 */
export const scoringRule = {
  /** The skewed price of a price in (0, 1) for a net position, with `depth` b in the position's unit. */
  lean: (price: number, net: number, depth: number): number => 1 / (1 + ((1 - price) / price) * Math.exp(net / depth)),
  /** The depth b at which a full short position moves a price of 0.5 to `priceAtFull` (above 0.5): b = Q / ln(u / (1 − u)). */
  depth: (full: number, priceAtFull: number): number => full / Math.log(priceAtFull / (1 - priceAtFull)),
} as const
