import type { Size } from './money.js'
import type { Timestamp } from './time.js'

/** How the recorded market treats the queue in which our order stands. */
export interface FillModel {
  readonly name: string
  /** The optimistic bound: an order is filled as soon as its price trades. */
  readonly fillsOnTouch: boolean
  /**
   * Microseconds during which regrowth of a level that shrank counts as the same orders coming back, up to the size that left, so that size we took
   * does not fill us again. 0: growth is always new.
   */
  readonly flickerUs: number
  /** Of the size shown when we join a level: how much is ahead of us. */
  joinsBehind(shown: Size): Size
  /** Of `gone`, a decrease without a print: how much of it was ahead of us. Rounded against us. */
  leftAhead(gone: Size, ahead: Size, behind: Size): Size
}

/** Network delays, in microseconds. */
export interface Latency {
  feed(receivedAt: Timestamp): number
  entry(sentAt: Timestamp): number
  answer(at: Timestamp): number
}
