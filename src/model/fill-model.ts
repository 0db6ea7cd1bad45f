import type { Size } from './money.js'
import type { Timestamp } from './time.js'

/** What the recorded crowd does with the queue we stand in. */
export interface FillModel {
  readonly name: string
  /** The optimistic bound: filled as soon as the price trades. */
  readonly fillsOnTouch: boolean
  /**
   * So many microseconds after a level shrank, growth there is the lot that left, up to what left: what we took of it does not fill us
   * again. 0: growth is always new.
   */
  readonly flickerUs: number
  /** Of the size shown when we join a level: how much stands ahead of us. */
  joinsBehind(shown: Size): Size
  /** Of `gone`, which left without a print: how much stood ahead. Rounded against us. */
  leftAhead(gone: Size, ahead: Size, behind: Size): Size
}

/** How long things travel, in microseconds. */
export interface Latency {
  feed(receivedAt: Timestamp): number
  entry(sentAt: Timestamp): number
  answer(at: Timestamp): number
}
