import { describe, expect, it } from 'vitest'
import { review } from '../../src/engine/risk.js'
import { stopSeconds, stopsAt } from '../../src/engine/stop-before-end.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import { pull } from '../../src/model/quote.js'
import { Timestamp } from '../../src/model/time.js'
import { accepted, after, cancelsOf, DeskBench, level, market, picture, settings, stanceOf, submitsOf } from './desk-bench.js'

const END = after(60_000)
const LIMIT = { default: 10, CRYPTO_UP_DOWN: 5 }

const quoting = (
  stopBeforeEndSeconds: number | { default: number; [variant: string]: number },
  variant: string | null = null,
) => {
  const bench = new DeskBench({
    decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : pull('dark')),
    settings: settings({ limits: { stopBeforeEndSeconds }, requote: { orderLifeSeconds: 3_600 } }),
    markets: [market(0, { endsAt: END, variant })],
  })
  bench.open()
  const [bid] = submitsOf(bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100') }))
  if (bid === undefined) throw new Error('an order was expected')
  bench.turn({ reports: [accepted(bid)] })
  const to = (ms: number, wallOffsetMs = 0) => {
    bench.wallOffset = wallOffsetMs * 1_000
    return bench.turn({ timer: true, afterMs: (after(ms) - bench.now) / 1_000 })
  }
  return { bench, bid, to }
}

const place: Place = {
  kind: 'place',
  market: MarketIndex.of(0),
  outcome: 'yes',
  side: 'buy',
  ...level(0.45, 20),
  style: 'post-only',
  expiresAt: END,
}

describe('the stop before the end of a market', () => {
  it('pulls the market when its time comes, without waiting for a push, and opens nothing from then on', () => {
    const { bench, bid, to } = quoting(10)
    expect(cancelsOf(to(49_999))).toEqual([])
    expect(cancelsOf(to(50_000))).toEqual([bid.id])
    bench.turn({ reports: [{ kind: 'ended', order: bid.id, how: 'canceled', why: null }] })
    for (const ms of [51_000, 59_000, 61_000, 90_000]) expect(submitsOf(to(ms))).toEqual([])
  })

  it('is off with 0, and in a market without an end', () => {
    const { to } = quoting(0)
    for (const ms of [50_000, 59_999]) expect(cancelsOf(to(ms))).toEqual([])
    expect(stopsAt(market(0), { stopBeforeEndSeconds: 10 })).toBe(Number.POSITIVE_INFINITY)
  })

  it('has a number for each variant, and one for those that are not named or not known', () => {
    expect(
      ['CRYPTO_UP_DOWN', 'DEFAULT', null, undefined].map(variant =>
        stopSeconds(LIMIT, variant === undefined ? {} : { variant }),
      ),
    ).toEqual([5, 10, 10, 10])
    expect(stopSeconds(7, { variant: 'CRYPTO_UP_DOWN' })).toBe(7)
    const { bid, to } = quoting(LIMIT, 'CRYPTO_UP_DOWN')
    expect(cancelsOf(to(54_999))).toEqual([])
    expect(cancelsOf(to(55_000))).toEqual([bid.id])
  })

  it('goes by the wall clock', () => {
    const { bid, to } = quoting(10)
    expect(cancelsOf(to(40_000))).toEqual([])
    expect(cancelsOf(to(40_001, 10_000))).toEqual([bid.id])
  })

  it('refuses a create by its name, with the seconds that are left', () => {
    const ending = market(0, { endsAt: END })
    const limits = settings({ limits: { stopBeforeEndSeconds: 10 } }).limits
    const at = (ms: number) =>
      review(place, stanceOf({ market: ending, limits, now: after(ms), wall: after(ms), heardAt: after(ms) }))
    expect(at(49_999)).not.toHaveProperty('rule')
    expect(at(50_000)).toMatchObject({ rule: 'stopBeforeEndSeconds', limit: 10, found: 10 })
    expect(at(62_500)).toMatchObject({ rule: 'stopBeforeEndSeconds', limit: 10, found: -2.5 })
  })

  it('follows a market whose end is moved', () => {
    const { bench, bid, to } = quoting(10)
    const endsAt = Timestamp.add(END, 60_000_000)
    bench.turn({ events: [{ kind: 'market', market: { ...bench.markets[0]!, endsAt } }] })
    expect(cancelsOf(to(55_000))).toEqual([])
    expect(cancelsOf(to(110_000))).toContain(bid.id)
  })
})
