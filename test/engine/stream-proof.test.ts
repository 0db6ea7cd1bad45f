import { describe, expect, it } from 'vitest'
import type { Submit } from '../../src/model/intent.js'
import { type Decision, pull } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { accepted, after, cancelsOf, DeskBench, level, picture, settings, submitsOf, type Told } from './desk-bench.js'

const BOOK = picture('ask 0.60 100 / bid 0.40 100')
const LINK: readonly Told[] = [
  { kind: 'link', state: 'lost' },
  { kind: 'link', state: 'live' },
]

const removed = ({ id }: Submit): Told => ({ kind: 'removal', order: id, answer: 'removed' })
const heard = (ms: number): Told => ({ kind: 'heard', at: after(ms) })

/**
 * A desk with room for one bid of 20 at 0.45, which costs 9 at most, that was placed at 2 ms and removed at `removedMs`. Its strategy wants the
 * bid again at once.
 */
function removedBid(options: { readonly before?: readonly Told[]; readonly removedMs?: number; readonly life?: number } = {}) {
  let isWanted = true
  const decide = ({ book }: View<unknown>): Decision =>
    book.state === 'live' && isWanted ? book.quote({ bid: level(0.45, 20), ask: null }) : pull('not now')
  const limits = { worstCaseLossMaxUsdt: 10 }
  const requote = { orderLifeSeconds: options.life ?? 120 }
  const bench = new DeskBench({ decide, settings: settings({ limits, requote }) })
  bench.open({ unnamed: [] })
  const [bid] = submitsOf(bench.turn({ events: BOOK, reports: options.before ?? [] }))
  if (bid === undefined) throw new Error('expected a bid')
  bench.turn({ reports: [accepted(bid)] })
  const at = (ms: number, reports: readonly Told[] = []) =>
    submitsOf(bench.turn({ reports, timer: true, afterMs: ms - (bench.now - after(0)) / 1_000 })).length
  if (options.removedMs !== undefined) {
    isWanted = false
    at(options.removedMs - 1)
    isWanted = true
    at(options.removedMs, [removed(bid)])
  }
  return { bench, bid, at }
}

describe('a removed order', () => {
  it('counts until its grace is over where the stream proves nothing', () => {
    const { at } = removedBid({ removedMs: 1_000 })
    expect(at(3_900)).toBe(0)
    expect(at(5_100)).toBe(1)
  })

  it('counts until a probe was answered that left after its grace', () => {
    const { at } = removedBid({ before: [heard(1)], removedMs: 1_000 })
    expect(at(5_100)).toBe(0)
    expect(at(7_200, [heard(3_999)])).toBe(0)
    expect(at(9_300, [heard(4_001)])).toBe(1)
  })

  it('counts for as long as its link is dead and after it, until a snapshot was read', () => {
    const { at, bench } = removedBid({ before: [heard(1)], removedMs: 1_000 })
    expect(at(12_000)).toBe(0)
    expect(at(14_000, LINK)).toBe(0)
    expect(submitsOf(bench.open({ unnamed: [] }))).toHaveLength(1)
  })

  it('counts again where a snapshot shows a match of it that has no name yet, until nothing is without a name', () => {
    const { at, bench, bid } = removedBid({ before: [heard(1)], removedMs: 1_000 })
    const [next] = submitsOf(bench.turn({ reports: [heard(5_900)], timer: true, afterMs: 5_000 }))
    if (next === undefined) throw new Error('expected another bid')
    bench.turn({ reports: [{ kind: 'rejected', order: next.id, slug: 'no' }] })
    expect(submitsOf(bench.open({ unnamed: [bid.id] }))).toEqual([])
    expect(at(9_000)).toBe(0)
    expect(at(12_000)).toBe(0)
    expect(at(15_000, [heard(14_900)])).toBe(1)
  })
})

describe('an order whose time is over without a word', () => {
  it('blocks its side until a probe was answered that left after its grace', () => {
    const { at, bench } = removedBid({ before: [heard(1)], life: 10 })
    at(5_100)
    // Its removal is asked for at half its life, and not answered.
    expect(cancelsOf(bench.turn({ timer: true, afterMs: 5_000 }))).toHaveLength(1)
    expect(at(14_100)).toBe(0)
    expect(at(16_000)).toBe(0)
    expect(at(18_000, [heard(12_900)])).toBe(0)
    expect(at(20_000, [heard(13_100)])).toBe(1)
  })

  it('is given up by time alone where the stream proves nothing', () => {
    const { at } = removedBid({ life: 10 })
    at(5_100)
    expect(at(12_900)).toBe(0)
    expect(at(14_100)).toBe(1)
  })
})
