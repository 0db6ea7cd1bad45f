/** What a reader made of a recording; complete once it was read to its end. */
export interface Coverage {
  /** Events given out. */
  events: number
  /** Of these, prints. */
  trades: number
  /** Prints that name the decrease they caused. */
  paired: number
  /** Venue times that lay after their arrival or before the row before, and were moved. */
  clamped: number
  /** Lines that say nothing usable: cut short, of another market, before the first book. */
  dropped: number
  /** Lines that tell what was told already, and were left out. */
  duplicates: number
  /** Lines that were put right: an arrival that ran backwards, a book that stood crossed. */
  repaired: number
  /** Lines that are well formed and of no use here. */
  ignored: number
  /** Times a book stood crossed once a message was applied. */
  crossed: number
}

/** A count of nothing yet. */
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
