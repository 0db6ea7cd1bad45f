/** Counts of what a reader made of a recording; complete once it was read to its end. */
export interface Coverage {
  /** Events emitted. */
  events: number
  /** How many of these events are prints. */
  trades: number
  /** Prints that are paired with the book decrease they caused. */
  paired: number
  /** Venue times that were moved because they lay after the arrival or before the previous row. */
  clamped: number
  /** Lines without usable content: cut short, of another market, or before the first book. */
  dropped: number
  /** Lines that repeat an earlier line, and were left out. */
  duplicates: number
  /** Lines that were repaired: an arrival time that went backwards, or a crossed book. */
  repaired: number
  /** Lines that are well formed but not needed. */
  ignored: number
  /** How many times a book was crossed after a message was applied. */
  crossed: number
}

/** Coverage with all counts at 0. */
export const noCoverage = (): Coverage => ({
  events: 0,
  trades: 0,
  paired: 0,
  clamped: 0,
  dropped: 0,
  duplicates: 0,
  repaired: 0,
  ignored: 0,
  crossed: 0,
})
