import type { Timestamp } from '../../../src/model/time.js'
import { accepted as acceptedReport, fillOf } from '../desk-bench.js'
import type { Word } from './maker.js'

// What a venue says of an order, which is named by the words that placed it, such as `buy yes 0.45 20`.

export const accepted =
  (text: string): Word =>
  placed =>
    acceptedReport(placed(text))

/** Taken, and not to be removed before `lockedUntil`. */
export const acceptedAndLocked =
  (text: string, lockedUntil: Timestamp): Word =>
  placed => ({ kind: 'accepted', order: placed(text).id, venueId: 'v', lockedUntil })

export const rejected =
  (text: string, slug: string): Word =>
  placed => ({ kind: 'rejected', order: placed(text).id, slug })

/** No answer came when it was placed: it may rest or not. */
export const unanswered =
  (text: string): Word =>
  placed => ({ kind: 'unanswered', order: placed(text).id, what: 'submit' })

export const removed =
  (text: string): Word =>
  placed => ({ kind: 'removal', order: placed(text).id, answer: 'removed' })

/** The venue found no such order to remove. */
export const notFound =
  (text: string): Word =>
  placed => ({ kind: 'removal', order: placed(text).id, answer: 'noop' })

/** A fill of some of its shares at its own price, which may still fail. */
export const matched =
  (text: string, count: number, settlement?: string): Word =>
  placed => ({ kind: 'matched', fill: fillOf(placed(text), count, settlement) })

export const settled =
  (text: string, count: number, settlement?: string): Word =>
  placed => ({ kind: 'settled', fill: fillOf(placed(text), count, settlement) })

/** The settlement of such a fill failed: neither its shares nor its money moved. */
export const failed =
  (text: string, count: number, settlement?: string): Word =>
  placed => ({ kind: 'failed', fill: fillOf(placed(text), count, settlement) })

export const linkLost: Word = () => ({ kind: 'link', state: 'lost' })
