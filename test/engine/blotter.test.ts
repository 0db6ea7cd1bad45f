import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { Ledger } from '../../src/engine/ledger.js'
import { statusOf } from '../../src/engine/order-status.js'
import { review } from '../../src/engine/risk.js'
import { MarketIndex, OrderId } from '../../src/model/ids.js'
import type { Place, Submit } from '../../src/model/intent.js'
import { Wei } from '../../src/model/money.js'
import { toJson } from '../../src/model/plain.js'
import type { Report } from '../../src/model/report.js'
import { Timestamp } from '../../src/model/time.js'
import { after, clockAt, fillOf, level, market, START, stanceOf, type Told } from './desk-bench.js'

const ID = OrderId.of(7, 1)
const PLACE: Place = {
  kind: 'place',
  ...level(0.45, 20),
  ...{
    market: MarketIndex.of(0),
    outcome: 'yes',
    side: 'buy',
    style: 'post-only',
    expiresAt: Timestamp.add(START, 120_000_000),
  },
}

const approved = (): Submit => {
  const verdict = review(PLACE, stanceOf())
  if ('rule' in verdict) throw new Error(`refused by ${verdict.rule}`)
  return { kind: 'submit', id: ID, order: verdict }
}

const opened = () => {
  const ledger = new Ledger(freshDeskState(7), [market(0)])
  const submit = approved()
  const order = ledger.submit(submit, START)
  return { ledger, submit, order }
}

const stamped = (told: Told, ms: number): Report => ({ ...told, at: after(ms), receivedAt: after(ms) })

describe('blotter', () => {
  it('makes the same orders, positions and cash of the same reports in any order, told once or twice', () => {
    const { submit } = opened()
    const reports = [
      stamped({ kind: 'accepted', order: ID, venueId: 'v', lockedUntil: after(200) }, 10),
      stamped({ kind: 'unanswered', order: ID, what: 'submit' }, 20),
      stamped({ kind: 'matched', fill: fillOf(submit, 5, 'a') }, 30),
      stamped({ kind: 'settled', fill: fillOf(submit, 5, 'a') }, 40),
      stamped({ kind: 'matched', fill: fillOf(submit, 6, 'b') }, 50),
      stamped({ kind: 'failed', fill: fillOf(submit, 6, 'b') }, 60),
      stamped({ kind: 'removal', order: ID, answer: 'removed' }, 70),
      stamped({ kind: 'ended', order: ID, how: 'canceled', why: null }, 80),
      stamped({ kind: 'matched', fill: fillOf(submit, 2, 'c') }, 90),
    ]
    const outcome = (told: readonly Report[]): string => {
      const { ledger } = opened()
      ledger.cancel(ID, after(5))
      for (const report of told) ledger.report(report)
      const { closed, settlement, ...state } = ledger.save()
      // Both stand in the order in which they came.
      const recent = settlement.recent.split('').sort().join('')
      return toJson({
        ...state,
        settlement: { ...settlement, recent },
        closed: [...closed].sort(([a], [b]) => (a < b ? -1 : 1)),
      })
    }
    const expected = outcome(reports)
    const anyOrder = fc.shuffledSubarray([...reports, ...reports], { minLength: reports.length * 2 })
    fc.assert(
      fc.property(anyOrder, told => {
        expect(outcome(told)).toBe(expected)
      }),
      { numRuns: 300, seed: 1 },
    )
  })

  it('books a fill once, though the stream told of it and every later snapshot lists it', () => {
    const { ledger, submit } = opened()
    const fill = fillOf(submit, 5)
    ledger.report(stamped({ kind: 'settled', fill }, 10))
    const { cash } = ledger.state
    const { shares } = ledger.portfolio.position(market(0).id).yes
    const held = new Map([[MarketIndex.of(0), { yes: shares, no: Wei.ZERO }]])
    const snapshot = { orders: [], cash, fills: [{ fill, state: 'settled' as const }], shares: held }
    for (const ms of [20, 30]) ledger.report(stamped({ kind: 'snapshot', snapshot }, ms))
    expect(ledger.state.counts.fills).toBe(1)
    expect(ledger.portfolio.position(market(0).id).yes.shares).toBe(shares)
    expect(ledger.state.adjusted).toBe(0n)
  })

  it('brings an order back when the settlement that filled it fails', () => {
    const { ledger, submit, order } = opened()
    const clock = clockAt(after(100), { grace: 3_000_000 })
    ledger.report(stamped({ kind: 'matched', fill: fillOf(submit, 20) }, 10))
    expect(statusOf(order, clock)).toBe('done')
    ledger.report(stamped({ kind: 'failed', fill: fillOf(submit, 20) }, 20))
    expect(statusOf(order, clock)).toBe('working')
    ledger.report(stamped({ kind: 'ended', order: ID, how: 'invalidated', why: null }, 30))
    expect(statusOf(order, clock)).toBe('ghost')
  })

  it('keeps an order until its last fill is settled, and forgets it after that', () => {
    const { ledger, submit } = opened()
    const hour = 3_600_000
    ledger.report(stamped({ kind: 'matched', fill: fillOf(submit, 20) }, 10))
    ledger.blotter.prune(after(hour))
    ledger.report(stamped({ kind: 'failed', fill: fillOf(submit, 20) }, hour + 10))
    expect(ledger.find(ID)).toMatchObject({ left: submit.order.size })
    ledger.blotter.prune(after(2 * hour))
    expect(ledger.find(ID)).toBeUndefined()
  })

  it('takes no late silence for a doubt once the order was seen', () => {
    const { ledger, order } = opened()
    ledger.report(stamped({ kind: 'accepted', order: ID, venueId: 'v', lockedUntil: null }, 10))
    ledger.report(stamped({ kind: 'unanswered', order: ID, what: 'submit' }, 20))
    ledger.report(stamped({ kind: 'rejected', order: ID, slug: 'duplicate' }, 30))
    expect(statusOf(order, clockAt(after(40)))).toBe('working')
  })

  it('calls an order of an earlier run unknown, because its answer is no longer awaited', () => {
    const { order } = opened()
    expect(statusOf(order, clockAt(after(10)))).toBe('pending')
    expect(statusOf(order, clockAt(after(10), { bornAt: after(5) }))).toBe('unknown')
  })

  it('calls what is left below a hundredth of a share dust', () => {
    const { ledger, submit, order } = opened()
    ledger.report(stamped({ kind: 'matched', fill: fillOf(submit, 19.995) }, 10))
    expect(statusOf(order, clockAt(after(20)))).toBe('done')
    expect(ledger.state.counts.filled).toBe(1)
  })

  it('believes two lists in a row that lack an order, however often a removal found nothing meanwhile', () => {
    const { ledger, order } = opened()
    ledger.report(stamped({ kind: 'accepted', order: ID, venueId: 'v', lockedUntil: null }, 0))
    for (const ms of [900, 1_900]) {
      ledger.report(stamped({ kind: 'removal', order: ID, answer: 'noop' }, ms))
      expect(order.hasEnded).toBe(false)
      ledger.blotter.miss(order, after(ms + 200))
    }
    expect(order).toMatchObject({ how: 'missing', endedAt: after(2_100) })
  })
})
