import type { Place } from '../model/intent.js'
import type { WordRing } from './word-ring.js'

/** An order as sent to the venue. The object is reused: a driver copies what it keeps. */
export type OutgoingOrder = Omit<Place, 'kind'>

/** Receives what a turn sends, for a driver that needs no command objects. Orders are identified by number. */
export interface Outgoing {
  /** Called before the desk books the first word of a ring. */
  heard(words: WordRing): void
  cancel(order: number): void
  create(order: number, row: OutgoingOrder): void
}
