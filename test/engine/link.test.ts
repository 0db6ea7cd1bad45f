import { describe, expect, it } from 'vitest'
import { expiryOf } from '../../src/engine/order-status.js'
import type { OrderId } from '../../src/model/ids.js'
import { Wei } from '../../src/model/money.js'
import { type Decision, pull } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import {
  accepted,
  after,
  cancelsOf,
  DeskBench,
  hashOf,
  level,
  picture,
  rows,
  settings,
  snapshotOf,
  submitsOf,
} from './desk-bench.js'

const BOOK = picture('ask 0.60 100 / bid 0.40 100')
const quote = ({ book }: View<unknown>): Decision =>
  book.state === 'live' ? book.quote({ bid: level(0.45, 20), ask: level(0.55, 20) }) : pull('dark')

const LOST = { kind: 'link', state: 'lost' } as const
const DARK = { kind: 'feed', market: 0 as never, state: 'lost', why: 'the link ended' } as const

const removed = (order: OrderId) => ({ kind: 'removal', order, answer: 'removed' }) as const

/** A desk whose bid and ask rest at the venue. */
const quoting = (life = 120) => {
  const bench = new DeskBench({ decide: quote, settings: settings({ requote: { orderLifeSeconds: life } }) })
  bench.open()
  const resting = submitsOf(bench.turn({ events: BOOK }))
  bench.turn({ reports: resting.map(accepted) })
  return { bench, ids: resting.map(({ id }) => id), resting }
}

describe('a lost wallet link', () => {
  it('has every order canceled in the turn that tells of it', () => {
    const { bench, ids } = quoting()
    const turn = bench.turn({ reports: [LOST] })
    expect(cancelsOf(turn)).toEqual(ids)
    expect(submitsOf(turn)).toEqual([])
  })

  it('holds no cancel back: one that was not answered is asked again, and nothing is opened', () => {
    const { bench, ids } = quoting()
    bench.turn({ reports: [LOST] })
    const unanswered = ids.map(order => ({ kind: 'unanswered', order, what: 'cancel' }) as const)
    bench.turn({ reports: unanswered })
    const later = bench.turn({ afterMs: 1_500, timer: true, events: rows('bid 0.41 5') })
    expect(cancelsOf(later)).toEqual(ids)
    expect(submitsOf(later)).toEqual([])
  })

  it.each(['halt', 'cancel-all', 'pause'] as const)('does not stand in the way of %s', control => {
    const { bench, ids } = quoting()
    // Both come in one batch, so that the cancels are the doing of one turn.
    const turn = bench.turn({ reports: [LOST], controls: [control] })
    expect(cancelsOf(turn)).toEqual(ids)
  })

  it('and lost books cancel the same, whichever is told first or in whichever turn', () => {
    const together = quoting()
    const first = quoting()
    const second = quoting()
    const inOne = cancelsOf(together.bench.turn({ reports: [LOST], events: [DARK] }))
    const linkFirst = [first.bench.turn({ reports: [LOST] }), first.bench.turn({ events: [DARK] })].flatMap(cancelsOf)
    const booksFirst = [second.bench.turn({ events: [DARK] }), second.bench.turn({ reports: [LOST] })].flatMap(cancelsOf)
    expect(inOne).toEqual(together.ids)
    expect(linkFirst).toEqual(inOne)
    expect(booksFirst).toEqual(inOne)
  })

  it('is over with the next snapshot, and quotes come back', () => {
    const { bench, ids } = quoting()
    bench.turn({ reports: [LOST] })
    bench.turn({ reports: ids.map(removed) })
    expect(bench.turn({ reports: [{ kind: 'link', state: 'live' }], timer: true }).commands).toEqual([])
    expect(submitsOf(bench.open())).toHaveLength(2)
  })
})

describe('an order that was removed while a snapshot was being read', () => {
  it('is not working again because the list still showed it', () => {
    const { bench, resting } = quoting()
    bench.turn({ reports: [LOST], afterMs: 2_000 })
    const askedAt = bench.now
    bench.turn({ reports: resting.map(({ id }) => removed(id)), afterMs: 100 })
    const orders = resting.map(({ id, order }) => {
      const { market, outcome, side, price, size } = order
      return { id, hash: hashOf(id), venueId: 'v', market, outcome, side, price, size, filled: Wei.ZERO, rewardRate: 0 }
    })
    const read = { kind: 'snapshot', snapshot: snapshotOf({ orders }), at: askedAt } as const
    bench.turn({ reports: [{ kind: 'link', state: 'live' }, read], afterMs: 5_000 })
    for (const { id } of resting) expect(bench.desk.state().orders.get(id)).toMatchObject({ how: 'removed' })
  })
})

describe('a wall clock that is set', () => {
  const HOUR = 3_600_000_000

  it('does not stop the desk, and has orders of the wrong time removed when it is set and when it is set right again', () => {
    const { bench, ids } = quoting()
    bench.wallOffset = HOUR
    const ahead = bench.turn({ timer: true })
    expect(cancelsOf(ahead)).toEqual(ids)
    const stamped = submitsOf(ahead)
    expect(stamped).toHaveLength(2)
    for (const { order, wallOffset } of stamped) {
      expect(wallOffset).toBe(HOUR)
      expect(order.expiresAt - bench.now).toBeGreaterThan(HOUR + 100_000_000)
    }
    bench.turn({ reports: [...ids.map(removed), ...stamped.map(accepted)] })
    bench.wallOffset = 0
    expect(cancelsOf(bench.turn({ timer: true }))).toEqual(stamped.map(({ id }) => id))
  })

  it('leaves orders alone that it missed by less than a second', () => {
    const { bench } = quoting()
    bench.wallOffset = 900_000
    expect(bench.turn({ timer: true }).commands).toEqual([])
  })

  it.each([
    ['right all the time', 0, 0, 0],
    ['an hour ahead now', 0, HOUR, 0],
    ['an hour behind now', 0, -HOUR, HOUR],
    ['an hour ahead when it was stamped', HOUR, 0, 0],
    ['an hour ahead all the time', HOUR, HOUR, -HOUR],
    ['an hour behind when it was stamped', -HOUR, 0, HOUR],
  ] as const)('ends an order by the later of both readings: %s', (_, stamped, now, later) => {
    const expiresAt = after(60_000)
    expect(expiryOf({ expiresAt, wallOffset: stamped }, { wallOffset: now })).toBe(expiresAt + later)
  })
})
