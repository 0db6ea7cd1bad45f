/** How positions are closed: by takes at most this many ticks worse than the best price; null: by resting orders. */
export interface Closing {
  readonly crossTicks: number | null
}

/** The usual way. */
export const BY_RESTING: Closing = Object.freeze({ crossTicks: null })

/** How positions are closed, for people. */
export const closingText = ({ crossTicks }: Closing): string =>
  crossTicks === null ? 'by resting orders' : `by takes of at most ${crossTicks} ticks beyond the best price`

/** Whether two closings are the same; null: there is none. */
export const isSameClosing = (a: Closing | null, b: Closing | null): boolean =>
  a === null || b === null ? a === b : a.crossTicks === b.crossTicks

/** Why a market that is closed has no order of ours: shown as its state. */
export const CLOSING_STATES = {
  closed: 'closed',
  tooSmall: 'closed: what is left is too small for an order',
  settling: 'closing: fills settle',
  dark: 'closing: no two-sided book',
} as const
