import { describe, expect, test } from 'vitest'
import { ruleRows, stanceRows } from '../../../src/cli/search/explained-rows.js'
import type { Reviewed } from '../../../src/engine/account.js'
import { freshDeskState } from '../../../src/engine/desk-state.js'
import { review } from '../../../src/engine/risk.js'
import type { Stance } from '../../../src/engine/stance.js'
import type { Place } from '../../../src/model/intent.js'
import type { Limits } from '../../../src/model/limits.js'
import { keep } from '../../../src/model/quote.js'
import { Timestamp } from '../../../src/model/time.js'
import { after, DeskBench, level, market, picture, settings, stanceOf, usdt } from '../../engine/desk-bench.js'

const place: Place = {
  ...({ kind: 'place', market: market(0).index, outcome: 'yes', side: 'buy', style: 'post-only' } as const),
  ...{ ...level(0.5, 10), expiresAt: Timestamp.NEVER },
}
const limited = (limits: Partial<Limits>): Limits => settings({ limits }).limits
const rowOf = (rule: string, stance: Partial<Stance>, of: Partial<Place> = {}, taper = 1) => {
  const asked = { ...place, ...of }
  const whole = stanceOf(stance)
  const rows = ruleRows({ place: asked, stance: whole, verdict: review(asked, whole), taper })
  return rows.find(row => row.rule === rule)
}

describe('what a limit was for an order', () => {
  test('makerOnly: the ticks that it would take, whether the switch is on or off', () => {
    const on = limited({ makerOnly: true })
    expect(rowOf('makerOnly', { limits: on })).toEqual({ rule: 'makerOnly', limit: 0, found: 0 })
    expect(rowOf('makerOnly', { limits: on }, level(0.62, 10))).toEqual({ rule: 'makerOnly', limit: 0, found: 3 })
    expect(rowOf('makerOnly', {}, level(0.62, 10))).toEqual({ rule: 'makerOnly', limit: null, found: 3 })
    expect(rowOf('makerOnly', { limits: on, isLive: false })?.found).toBeNaN()
  })

  test('markout: the seconds for which its side is stopped yet', () => {
    const markout = { floorTicks: -1, windowFills: 2, horizonSeconds: 30, stopSeconds: 600 }
    const stop = { bid: after(90_000), ask: Timestamp.ZERO }
    const limits = limited({ markout })
    const { now } = stanceOf()
    const left = (stop.bid - now) / 1e6
    expect(left).toBeGreaterThan(0)
    expect(rowOf('markout', { limits, stop })).toEqual({ rule: 'markout', limit: 0, found: left })
    expect(rowOf('markout', { limits, stop }, { outcome: 'no' })).toEqual({ rule: 'markout', limit: 0, found: 0 })
    expect(rowOf('markout', { limits: limited({ markout: null }) })?.limit).toBeNull()
    expect(Object.fromEntries(stanceRows(stanceOf({ limits, stop })))['bid / ask stopped by its markout until']).toBe(
      `${Timestamp.iso(stop.bid)} / it is not`,
    )
  })

  test('priceMin and priceMax: the price in terms of YES, which hides no other limit', () => {
    const limits = limited({ priceMin: 0.46, priceMax: 0.9, positionMaxShares: 100 })
    expect(rowOf('priceMin', { limits })).toMatchObject({ limit: 0.46, found: expect.any(Number) })
    expect(rowOf('priceMax', { limits }, { outcome: 'no' })?.found).toBeCloseTo(1 - rowOf('priceMax', { limits })!.found, 12)
    expect(rowOf('positionMaxShares', { limits })?.found).toBe(rowOf('positionMaxShares', {})?.found)
    expect(rowOf('priceMin', {})).toBeUndefined()
  })

  test('referenceAgeMaxMs: the age of the oldest reference, and which one it is', () => {
    const limits = limited({ referenceAgeMaxMs: 5_000 })
    const { now } = stanceOf()
    const oldest = { name: 'btc', at: Timestamp.add(now, -1_200_000) }
    expect(rowOf('referenceAgeMaxMs', { limits, oldest })).toEqual({ rule: 'referenceAgeMaxMs', limit: 5_000, found: 1_200 })
    expect(rowOf('referenceAgeMaxMs', {})).toEqual({ rule: 'referenceAgeMaxMs', limit: null, found: Number.NaN })
    const told = (of: Partial<Stance>) => Object.fromEntries(stanceRows(stanceOf(of)))['oldest reference, its last value']
    expect(told({ limits, oldest })).toBe('btc, 1200 ms before')
    expect(told({ limits, oldest: { name: 'btc', at: Timestamp.ZERO } })).toBe('btc, none yet')
    expect(told({})).toBeUndefined()
  })

  test('taperFromPercent: how much of the nearest limit was used, once it had made the size smaller', () => {
    const limits = limited({ taperFromPercent: 60, positionMaxShares: 100 })
    expect(rowOf('taperFromPercent', { limits }, {}, 0.25)).toEqual({ rule: 'taperFromPercent', limit: 60, found: 90 })
    expect(rowOf('taperFromPercent', { limits })?.found).toBeNaN()
    expect(rowOf('taperFromPercent', {})?.limit).toBeNull()
  })

  test('a desk tells its taper with each order that comes before risk', () => {
    const seen: Reviewed[] = []
    const held = { shares: usdt(75), bought: usdt(75), boughtFor: usdt(37.5), sold: usdt(0), soldFor: usdt(0) }
    const none = { ...held, shares: usdt(0), bought: usdt(0), boughtFor: usdt(0) }
    const positions = new Map([[market(0).id, { yes: held, no: none, fees: usdt(0), result: null }]])
    const bench = new DeskBench({
      decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.5, 20), ask: level(0.52, 20) }) : keep()),
      state: { ...freshDeskState(7), positions },
      settings: settings({ limits: { taperFromPercent: 50, positionMaxShares: 100 } }),
      onReview: review => void seen.push(review),
    })
    bench.turn({ events: picture('ask 0.55 100 / bid 0.45 100') })
    bench.open()
    expect(seen.map(({ place: { side }, taper }) => [side, taper])).toEqual([
      ['buy', 0.5],
      ['sell', 1],
    ])
    const [bid] = seen
    expect(ruleRows(bid!).find(({ rule }) => rule === 'taperFromPercent')).toMatchObject({ limit: 50, found: 75 })
  })
})
