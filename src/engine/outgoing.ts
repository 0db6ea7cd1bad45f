import type { Approved, Place } from '../model/intent.js'
import type { WordRing } from './word-ring.js'

/** Takes what leaves a turn, for a driver that needs no command objects. Orders go by their numbers. */
export interface Outgoing {
  /** Before the desk hears the first word of a ring. */
  heard(words: WordRing): void
  cancel(order: number): void
  create(order: number, place: Approved<Place>): void
}
