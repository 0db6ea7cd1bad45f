import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBooks } from '../../src/engine/books.js'
import { deriveSlot } from '../../src/engine/derive-slot.js'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { Ledger } from '../../src/engine/ledger.js'
import { referenceReader } from '../../src/engine/references.js'
import { review } from '../../src/engine/risk.js'
import { Slot } from '../../src/engine/slot.js'
import { UNITS } from '../../src/engine/units.js'
import { type WorstCase, worstCaseOf } from '../../src/engine/worst-case.js'
import { MarketIndex, OrderId } from '../../src/model/ids.js'
import type { Place, Refusal, Submit } from '../../src/model/intent.js'
import { type BookSide, inYesTerms, type Outcome, type Side, Size } from '../../src/model/money.js'
import { type Decision, keep } from '../../src/model/quote.js'
import { Timestamp } from '../../src/model/time.js'
import type { View } from '../../src/strategy/view.js'
import { runsOf } from '../runs-of.js'
import { after, clockAt, fillOf, level, market, START, settings, shares, stanceOf, type Told, usdt } from './desk-bench.js'
import { FEE_FUNCTIONS, FeeVenue, KALSHI } from './fee-venue.js'
import { bruteForceLoss, isGhost, larger } from './loss-oracle.js'
import { pick, type Random, RandomSession } from './random-session.js'

const place = (side: Side, outcome: Outcome, price: number, count: number): Place => ({
  kind: 'place',
  ...{ market: MarketIndex.of(0), side, outcome, style: 'post-only', expiresAt: Timestamp.add(START, 120_000_000) },
  ...level(price, count),
})

const approved = (order: Place, counter: number): Submit => {
  const verdict = review(
    order,
    stanceOf({ market: market(0, { minValue: usdt(0) }), sellable: { yes: shares(1_000), no: shares(1_000) } }),
  )
  if ('rule' in verdict) throw new Error(`refused by ${verdict.rule}`)
  return { kind: 'submit', id: OrderId.of(7, counter), order: verdict }
}

const slotOf = (ledger: Ledger, now: Timestamp, terms = market(0)) => {
  const depth = createBooks([terms]).depth(MarketIndex.of(0))
  const clock = clockAt(now, { grace: 3_000_000 })
  const reads = { sibling: () => undefined, group: () => [], references: [], reference: referenceReader([]) }
  const slot = new Slot({ depth, assignment: null, limits: settings().limits, ledger, clock, ...reads })
  return { slot, clock }
}

/** What risk reckons with. */
function derived(ledger: Ledger, now: Timestamp, terms = market(0)): WorstCase {
  const copy = new Ledger(ledger.save(), [terms])
  const { slot, clock } = slotOf(copy, now, terms)
  deriveSlot(slot, copy, clock, settings())
  return worstCaseOf(slot, clock)
}

/** One order and what is told of it, seen ten seconds after it was placed; a removal is told a second before, or long ago. */
function after10s(order: Place, ...told: readonly (Told | ((submit: Submit) => Told))[]): { yes: number; no: number } {
  const ledger = new Ledger(freshDeskState(7), [market(0)])
  const submit = approved(order, 1)
  ledger.submit(submit, START)
  for (const [i, each] of told.entries()) {
    const report = typeof each === 'function' ? each(submit) : each
    const at = after(9_000 + i)
    ledger.report({ ...report, at, receivedAt: at })
  }
  const { ifYes, ifNo } = derived(ledger, after(10_000))
  return { yes: ifYes / UNITS, no: ifNo / UNITS }
}

const of =
  (report: object) =>
  ({ id }: Submit): Told =>
    ({ ...report, order: id }) as unknown as Told
const filled = (kind: 'matched' | 'settled' | 'failed') => (submit: Submit) => ({ kind, fill: fillOf(submit, 20) }) as const

describe('the worst case of a market', () => {
  const accepted = of({ kind: 'accepted', venueId: 'v', lockedUntil: null })

  // 20 shares at 0.45 of their outcome cost 9; a share sold for 0.55 that is then asked for costs 0.45.
  describe.each([
    ['a bid that buys YES', place('buy', 'yes', 0.45, 20), 'no'],
    ['a bid that sells NO', place('sell', 'no', 0.55, 20), 'no'],
    ['an ask that buys NO', place('buy', 'no', 0.45, 20), 'yes'],
    ['an ask that sells YES', place('sell', 'yes', 0.55, 20), 'yes'],
  ] as const)('counts %s', (_, order, loser) => {
    const expected = (loss: number) => ({ yes: 0, no: 0, [loser]: loss })

    it('that is on its way, works or is in doubt', () => {
      expect(after10s(order)).toEqual(expected(9))
      expect(after10s(order, accepted)).toEqual(expected(9))
      expect(after10s(order, of({ kind: 'unanswered', what: 'submit' }))).toEqual(expected(9))
    })

    it('that was removed, until its grace is over', () => {
      const removal = of({ kind: 'removal', answer: 'removed' })
      expect(after10s(order, accepted, removal)).toEqual(expected(9))
      expect(after10s(order, of({ kind: 'unanswered', what: 'cancel' }), removal)).toEqual(expected(9))
      const ledger = new Ledger(freshDeskState(7), [market(0)])
      ledger.submit(approved(order, 1), START)
      ledger.report({ kind: 'removal', order: OrderId.of(7, 1), answer: 'removed', at: after(500), receivedAt: after(500) })
      expect(derived(ledger, after(3_499))).toEqual({ ifYes: 0, ifNo: 0, [loser === 'yes' ? 'ifYes' : 'ifNo']: 9 * UNITS })
      expect(derived(ledger, after(3_500))).toEqual({ ifYes: 0, ifNo: 0 })
    })

    it('that was matched, settled or has failed to', () => {
      const gain = loser === 'yes' ? { yes: 9, no: -11 } : { yes: -11, no: 9 }
      expect(after10s(order, accepted, filled('matched'))).toEqual(expected(9))
      expect(after10s(order, accepted, filled('matched'), filled('settled'))).toEqual(gain)
      expect(after10s(order, accepted, filled('matched'), filled('failed'))).toEqual(expected(9))
    })

    it('that was rejected as nothing', () => {
      expect(after10s(order, of({ kind: 'rejected', slug: 'no' }))).toEqual(expected(0))
    })
  })

  describe('with fees that are rounded up over an order’s fills', () => {
    const terms = market(0, { fees: KALSHI })
    /** 20 shares at 0.45 of which a part was filled and charged, as the desk sees it. */
    const withFill = (count: number, charged: number, ...kinds: readonly ('matched' | 'settled' | 'failed')[]) => {
      const ledger = new Ledger(freshDeskState(7), [terms])
      const submit = approved(place('buy', 'yes', 0.45, 20), 1)
      ledger.submit(submit, START)
      ledger.report({ ...accepted(submit), at: after(5), receivedAt: after(5) })
      const fill = { ...fillOf(submit, count), fee: { in: 'cash', amount: usdt(charged) } } as const
      for (const kind of kinds) ledger.report({ kind, fill, at: after(10), receivedAt: after(10) })
      const { ifYes, ifNo } = derived(ledger, after(100), terms)
      return [ifYes / UNITS, ifNo / UNITS]
    }
    // Fees before rounding: 0.0175 x 0.45 x 0.55 a share, 0.086625 for the twenty.
    const near = (yes: number, no: number) => [expect.closeTo(yes, 8), expect.closeTo(no, 8)]

    it('counts the fee of the whole order and one unit, which is lost whatever the result is', () => {
      expect(withFill(10, 0)).toEqual(near(0.01, 9 + 0.086625 + 0.01))
    })

    it('counts a fill that was charged less than its fee as if it were charged in full, until it is settled', () => {
      expect(withFill(10, 0, 'matched')).toEqual(near(0.01, 9 + 0.086625 + 0.01))
      expect(withFill(10, 0, 'matched', 'settled')).toEqual(near(0.01 + 4.5 - 10, 9 + 0.0433125 + 0.01))
    })

    it('counts the unit of an order that is filled until its fills have settled, because one that fails may fill again', () => {
      expect(withFill(20, 0.09, 'matched')).toEqual(near(0.01, 9.09 + 0.01))
      expect(withFill(20, 0.09, 'matched', 'settled')).toEqual(near(9.09 - 20, 9.09))
      expect(withFill(20, 0.09, 'matched', 'failed')).toEqual(near(0.01, 9 + 0.086625 + 0.01))
    })
  })

  it('of removed orders is the same from kept sums as from walking all of them, whatever is told of them and when', () => {
    const step = fc.record({
      order: fc.integer({ min: 1, max: 6 }),
      what: fc.constantFrom('removed', 'late end', 'matched', 'failed', 'nothing'),
      waitMs: fc.constantFrom(0, 1, 400, 1_500),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), steps => {
        const ledger = new Ledger(freshDeskState(7), [market(0)])
        const submits = [1, 2, 3, 4, 5, 6].map(n => approved(place('buy', n % 2 === 0 ? 'yes' : 'no', 0.1 * n, 10 * n), n))
        for (const submit of submits) ledger.submit(submit, START)
        const { slot, clock } = slotOf(ledger, START)
        let ms = 1_000
        for (const { order, what, waitMs } of steps) {
          ms += waitMs
          const submit = submits[order - 1]!
          const tell = (told: Told, at: number): unknown => ledger.report({ ...told, at: after(at), receivedAt: after(at) })
          if (what === 'removed') tell({ kind: 'removal', order: submit.id, answer: 'removed' }, ms)
          else if (what === 'late end') tell({ kind: 'ended', order: submit.id, how: 'canceled', why: null }, ms - 900)
          else if (what === 'matched' || what === 'failed') tell({ kind: what, fill: fillOf(submit, 5 * order) }, ms)
          clock.now = after(ms)
          slot.attention.fillsChanged()
          deriveSlot(slot, ledger, clock, settings())
          expect(worstCaseOf(slot, clock)).toEqual(derived(ledger, after(ms)))
        }
      }),
      { numRuns: runsOf(40, 20), seed: 3 },
    )
  })

  it('is what trying every outcome of every kind of order and fill finds', () => {
    const order = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      outcome: fc.constantFrom('yes' as const, 'no' as const),
      price: fc.integer({ min: 1, max: 99 }),
      count: fc.integer({ min: 1, max: 40 }),
      filled: fc.constantFrom(0, 0.25, 0.5),
      fate: fc.constantFrom('matched' as const, 'settled' as const, 'failed' as const),
      end: fc.constantFrom('working' as const, 'unknown' as const, 'ghost' as const, 'gone' as const),
    })
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 4 }), orders => {
        const ledger = new Ledger(freshDeskState(7), [market(0)])
        orders.forEach(({ side, outcome, price, count, filled, fate, end }, i) => {
          const submit = approved(place(side, outcome, price / 100, count), i + 1)
          ledger.submit(submit, START)
          const tell = (told: Told, ms: number) => ledger.report({ ...told, at: after(ms), receivedAt: after(ms) })
          if (filled > 0) tell({ kind: 'matched', fill: fillOf(submit, count * filled) }, 10)
          if (filled > 0 && fate !== 'matched') tell({ kind: fate, fill: fillOf(submit, count * filled) }, 20)
          if (end === 'unknown') tell({ kind: 'unanswered', order: submit.id, what: 'submit' }, 30)
          if (end === 'ghost') tell({ kind: 'removal', order: submit.id, answer: 'removed' }, 9_000)
          if (end === 'gone') tell({ kind: 'removal', order: submit.id, answer: 'removed' }, 40)
        })
        const { ifYes, ifNo } = derived(ledger, after(10_000))
        const oracle = bruteForceLoss(ledger.save(), market(0).id, after(10_000))
        if (oracle === null) throw new Error('few enough orders were expected')
        // Rounded against us, by less than a unit each.
        for (const [found, true_] of [
          [ifYes, oracle.ifYes],
          [ifNo, oracle.ifNo],
        ] as const) {
          expect(found - Number(true_) / 1e8).toBeGreaterThan(-1e-3)
          expect(found - Number(true_) / 1e8).toBeLessThanOrEqual(orders.length * 2)
        }
      }),
      { numRuns: runsOf(400, 150), seed: 5 },
    )
  })

  it('never passes its limit in any session, and removed orders of each side did hold orders back', () => {
    const limit = 14
    // The session's venue lets no order expire, so none lives to see its expiration.
    const desk = settings({ limits: { worstCaseLossMaxUsdt: limit }, requote: { orderLifeSeconds: 3_600 } })
    let looked = 0
    const decisive = { bid: 0, ask: 0 }
    for (let seed = 1; seed <= 14; seed++) {
      const session = new RandomSession(seed, true, desk, requoting)
      for (let i = 0; i < 100; i++) {
        const { refusals } = session.step()
        const { desk, now, markets } = session.bench
        const state = desk.state()
        for (const { id } of markets) {
          const loss = bruteForceLoss(state, id, now)
          if (loss === null) continue
          looked++
          expect(larger(loss)).toBeLessThanOrEqual(usdt(limit))
        }
        for (const refusal of refusals) {
          const side = heldBackByGhosts(refusal, session, usdt(limit))
          if (side !== null) decisive[side]++
        }
      }
    }
    expect(looked).toBeGreaterThan(1_000)
    expect(decisive.bid).toBeGreaterThan(15)
    expect(decisive.ask).toBeGreaterThan(15)
  })

  it.each(FEE_FUNCTIONS)('never passes its limit in any session with %s, whatever part of an order fills', (_, fees) => {
    const limit = 14
    const desk = settings({ limits: { worstCaseLossMaxUsdt: limit }, requote: { orderLifeSeconds: 3_600 } })
    const terms = { fees, minSize: Size.of(10_000), minValue: usdt(0) }
    const seen = { looks: 0, paid: 0n, most: 0n }
    for (let seed = 1; seed <= runsOf(16, 4); seed++) {
      const venue = new FeeVenue(fees)
      const session = new RandomSession(seed, true, desk, requoting, undefined, terms, venue)
      for (let i = 0; i < 120; i++) {
        session.step()
        const { desk, now, markets } = session.bench
        const state = desk.state()
        for (const { id } of markets) {
          seen.paid += state.positions.get(id)?.fees ?? 0n
          const loss = venue.worst(state, id, now)
          if (loss === null) continue
          seen.looks++
          expect(larger(loss)).toBeLessThanOrEqual(usdt(limit))
          if (larger(loss) > seen.most) seen.most = larger(loss)
        }
      }
    }
    expect(seen.looks).toBeGreaterThan(runsOf(400, 100))
    if (fees.makerBps > 0) expect(seen.paid).toBeGreaterThan(0n)
    // The limit was reached, so it was what held.
    expect(seen.most).toBeGreaterThan(usdt(limit - 1))
  })
})

/** Quotes both sides, now and then elsewhere, so that orders are removed and others wanted in their place. */
const requoting = ({ book }: View<unknown>, random: Random): Decision => {
  if (book.state !== 'live' || random() < 0.4) return keep()
  const bid = 0.42 + Math.floor(random() * 6) / 100
  const size = pick(random, [10, 15, 20])
  return book.quote({ bid: level(bid, size), ask: level(bid + 0.06, size) })
}

/** The side of an order that was refused for the removed orders of its side, and without them would not have been. */
function heldBackByGhosts({ intent, rule }: Refusal, { bench }: RandomSession, limit: bigint): BookSide | null {
  if (rule !== 'worstCaseLossMaxUsdt' || intent.kind !== 'place') return null
  const { now } = bench
  const state = bench.desk.state()
  const id = bench.markets[intent.market]?.id
  if (id === undefined) return null
  const { side } = inYesTerms(intent)
  const whole = bruteForceLoss(state, id, now, { and: intent })
  const rest = bruteForceLoss(state, id, now, {
    and: intent,
    without: order => order.bookSide === side && isGhost(order, now),
  })
  return whole !== null && rest !== null && larger(whole) > limit && larger(rest) <= limit ? side : null
}
