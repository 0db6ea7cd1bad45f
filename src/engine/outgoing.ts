import type { Place } from '../model/intent.js'
import type { WordRing } from './word-ring.js'

/** What a venue is told of an order. The object is used again: a driver copies what it keeps. */
export type OrderRow = Omit<Place, 'kind'>

/** Takes what leaves a turn, for a driver that needs no command objects. Orders go by their numbers. */
export interface Outgoing {
  /** Before the desk hears the first word of a ring. */
  heard(words: WordRing): void
  cancel(order: number): void
  create(order: number, row: OrderRow): void
}
