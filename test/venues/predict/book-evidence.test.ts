import { beforeEach, expect, test } from 'vitest'
import type { Frame } from '../../../src/model/frame.js'
import { MarketId } from '../../../src/model/ids.js'
import type { Market } from '../../../src/model/market.js'
import { Timestamp } from '../../../src/model/time.js'
import { FrameSource } from '../../../src/protocol/decode.js'
import { type BookEvidence, createBookEvidence } from '../../../src/venues/predict/book-evidence.js'
import { market } from '../../engine/desk-bench.js'

const [FIRST, SECOND] = [market(0, { id: MarketId.of('11') }), market(1, { id: MarketId.of('12') })]
const MARKETS: readonly Market[] = [FIRST, SECOND]
const at = (seconds: number): Timestamp => Timestamp.ofSeconds(1_000 + seconds)
const DUE_US = 4_000_000

const bookOf = ({ id }: Market, updatedMs: number, bid: number) => ({
  marketId: Number(id),
  updateTimestampMs: updatedMs,
  asks: [[0.6, 5]],
  bids: [[bid, 10]],
})
const pushOf = (of: Market, updatedMs: number, bid = 0.4): string =>
  JSON.stringify({ type: 'M', topic: `predictOrderbook/${of.id}`, data: { version: 1, ...bookOf(of, updatedMs, bid) } })
const shown = (...books: readonly object[]): readonly Frame[] => [
  { source: FrameSource.REST_BOOK, receivedAt: at(0), frame: JSON.stringify({ success: true, data: books }) },
]

let evidence: BookEvidence
beforeEach(() => {
  evidence = createBookEvidence(MARKETS)
  evidence.began(MARKETS, shown(bookOf(FIRST, 500, 0.4), bookOf(SECOND, 500, 0.4)), at(0))
})

test('a book is due when nothing was heard of it for long enough, with those that will be soon', () => {
  evidence.pushed(FIRST.id, pushOf(FIRST, 600), at(1))
  expect(evidence.due(at(3), DUE_US, 50)).toEqual([])
  expect(evidence.due(at(4), DUE_US, 50)).toEqual([SECOND, FIRST])
  expect(evidence.due(at(4), DUE_US, 1)).toEqual([SECOND])
  evidence.pushed(SECOND.id, pushOf(SECOND, 700), at(4))
  expect(evidence.due(at(5), DUE_US, 50)).toEqual([FIRST])
})

test('a market whose link is down is dark, and needs no proof', () => {
  evidence.ended([FIRST])
  expect(evidence.due(at(60), DUE_US, 50)).toEqual([SECOND])
})

test('an unchanged book is proven from when it was asked for, and one that moved is not', () => {
  const books = shown(bookOf(FIRST, 500, 0.4), bookOf(SECOND, 900, 0.41))
  expect(evidence.compare(books, MARKETS, at(5))).toEqual({ equal: [FIRST], moved: [{ market: SECOND, updatedMs: 900 }] })
  expect(evidence.due(at(8), DUE_US, 50)).toEqual([SECOND, FIRST])
  expect(evidence.due(at(6), DUE_US, 50)).toEqual([SECOND])
})

test('a book that is older than what was pushed proves nothing, and a push that came meanwhile is proof enough', () => {
  evidence.pushed(FIRST.id, pushOf(FIRST, 800), at(1))
  evidence.pushed(SECOND.id, pushOf(SECOND, 800), at(6))
  const books = shown(bookOf(FIRST, 700, 0.3), bookOf(SECOND, 900, 0.41))
  expect(evidence.compare(books, MARKETS, at(5))).toEqual({ equal: [], moved: [] })
})

test('the same levels with another time are the same book', () => {
  evidence.pushed(FIRST.id, pushOf(FIRST, 800), at(1))
  const books = shown(bookOf(FIRST, 5_800, 0.4), bookOf(SECOND, 5_500, 0.4))
  expect(evidence.compare(books, MARKETS, at(5)).equal).toEqual([FIRST, SECOND])
})

test('a push as new as what was seen by REST is heard, however late', () => {
  expect(evidence.isHeard(FIRST, 900)).toBe(false)
  evidence.pushed(FIRST.id, pushOf(FIRST, 900), at(5))
  expect(evidence.isHeard(FIRST, 900)).toBe(true)
})

test('a market that was silent while it moved is believed again by a push that is newer than all that was missed', () => {
  evidence.distrust(FIRST, 900, at(5))
  expect(evidence.distrusted).toEqual([FIRST])
  expect(evidence.admits(FIRST.id, pushOf(FIRST, 900))).toBe(false)
  // Another link shows a newer book to who subscribes, and still pushes nothing.
  evidence.began([FIRST], shown(bookOf(FIRST, 1_200, 0.42)), at(6))
  expect(evidence.admits(FIRST.id, pushOf(FIRST, 1_200))).toBe(false)
  expect(evidence.compare(shown(bookOf(FIRST, 1_200, 0.42)), [FIRST], at(9)).equal).toEqual([])
  expect(evidence.admits(FIRST.id, pushOf(FIRST, 1_201))).toBe(true)
  expect(evidence.distrusted).toEqual([])
})

test('or when its link is lost, because then the link was at fault', () => {
  evidence.distrust(FIRST, 900, at(5))
  evidence.ended(MARKETS)
  expect(evidence.distrusted).toEqual([])
})

test('or when no change was missed for long enough', () => {
  evidence.distrust(FIRST, 900, at(5))
  expect(evidence.forgive(at(5))).toEqual([])
  evidence.distrust(FIRST, 950, at(20))
  expect(evidence.forgive(at(19))).toEqual([])
  expect(evidence.forgive(at(21))).toEqual([FIRST])
  expect(evidence.admits(FIRST.id, pushOf(FIRST, 900))).toBe(true)
})

test('a market that the venue has no book of is not asked for again', () => {
  expect(evidence.compare(shown(bookOf(FIRST, 500, 0.4)), MARKETS, at(5)).equal).toEqual([FIRST])
  expect(evidence.due(at(60), DUE_US, 50)).toEqual([FIRST])
})
