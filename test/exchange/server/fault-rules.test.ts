import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFaultRules, type Occasion } from '../../../src/exchange/server/faults/fault-rules.js'
import { shiftedTimes } from '../../../src/exchange/server/faults/shifted-times.js'
import type { WrittenFault } from '../../../src/exchange.js'
import { Timestamp } from '../../../src/model/time.js'

const at = (ms: number): Timestamp => Timestamp.ofMs(1_000_000 + ms)
const ME = `0x${'Ab'.repeat(20)}`
const rulesOf = (...faults: readonly WrittenFault[]) => {
  const rules = createFaultRules()
  for (const fault of faults) rules.set(fault, at(0))
  return rules
}
/** Which of these occasions a fault strikes. */
const struck = (when: object, occasions: readonly Partial<Occasion>[]): readonly boolean[] => {
  const rules = rulesOf({ kind: 'drop-answer', when })
  return occasions.map(occasion => rules.strike('drop-answer', { at: at(0), ...occasion }) !== null)
}

describe('a fault strikes', () => {
  it('from its beginning to its end', () => {
    const ages = [0, 99, 100, 149, 150, 9_999].map(ms => ({ at: at(ms) }))
    expect(struck({ afterMs: 100, forMs: 50 }, ages)).toEqual([false, false, true, true, false, false])
  })

  it('so often', () => {
    expect(struck({ count: 2 }, [{}, {}, {}])).toEqual([true, true, false])
  })

  it('on its routes', () => {
    const routes = [
      'POST /v1/orders',
      'GET /v1/orders',
      'GET /v1/orders/0xab',
      'POST /v1/orders/remove',
      'GET /v1/ordersX',
    ].map(route => ({ route }))
    expect(struck({ route: 'POST /v1/orders' }, routes)).toEqual([true, false, false, false, false])
    expect(struck({ route: '/v1/orders' }, routes)).toEqual([true, true, false, false, false])
    expect(struck({ route: 'GET /v1/orders/{hash}' }, routes)).toEqual([false, false, true, false, false])
    expect(struck({ route: '/v1/orders/*' }, routes)).toEqual([false, false, true, true, false])
    expect(struck({ route: '/*' }, [...routes, {}])).toEqual([true, true, true, true, true, false])
  })

  it('its wallet, market and topic, and nothing that has none', () => {
    expect(struck({ account: ME }, [{ accounts: [ME.toLowerCase()] }, { accounts: ['0x'] }, { accounts: [] }, {}])).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(struck({ market: 7 }, [{ market: 7 }, { market: 8 }, { market: null }, {}])).toEqual([true, false, false, false])
    expect(struck({ topic: 'book' }, [{ topic: 'book' }, { topic: 'wallet' }, {}])).toEqual([true, false, false])
  })

  it('by a seeded share of its chances, whatever stands beside it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), seed => {
        const fault: WrittenFault = { kind: 'drop-answer', when: { probability: 0.3, seed } }
        const many = Array.from({ length: 400 }, (_, index) => at(index))
        const [alone, beside] = [rulesOf(fault), rulesOf({ kind: 'silence' }, fault)]
        const strikes = many.map(now => alone.strike('drop-answer', { at: now }) !== null)
        expect(many.map(now => beside.strike('drop-answer', { at: now }) !== null)).toEqual(strikes)
        const share = strikes.filter(Boolean).length / many.length
        return share > 0.15 && share < 0.45
      }),
      { numRuns: 50, seed: 5 },
    )
  })

  it('not when it is only looked at', () => {
    const rules = rulesOf({ kind: 'silence', when: { count: 1 } })
    expect([rules.peek('silence', { at: at(0) })?.kind, rules.peek('silence', { at: at(0) })?.kind]).toEqual([
      'silence',
      'silence',
    ])
    expect(rules.strike('silence', { at: at(0) })?.kind).toBe('silence')
    expect([rules.peek('silence', { at: at(0) }), rules.list()[0]?.strikes]).toEqual([null, 1])
  })

  it('in the order in which they were set, until it is cleared', () => {
    const rules = rulesOf({ kind: 'delay-answer', byMs: 1, when: { count: 1 } }, { kind: 'delay-answer', byMs: 2 })
    const next = () => rules.strike('delay-answer', { at: at(0) })?.byMs
    expect([next(), next(), next()]).toEqual([1, 2, 2])
    rules.clear(2)
    expect([next(), rules.isEmpty, rules.clear(1)?.strikes, rules.isEmpty, rules.clear(1)]).toEqual([
      undefined,
      false,
      1,
      true,
      null,
    ])
  })
})

describe('shifted times', () => {
  it('keep their form, and leave everything else', () => {
    const said = {
      timestamp: '2026-01-01T00:00:00.123456000Z',
      data: [
        {
          updateTimestampMs: 1_767_225_600_000,
          executedAt: '2026-01-01T00:00:00Z',
          expiration: 5,
          endsAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      list: [1, null, 'x'],
    }
    expect(shiftedTimes(said, 1_500)).toEqual({
      timestamp: '2026-01-01T00:00:01.623456000Z',
      data: [
        {
          updateTimestampMs: 1_767_225_601_500,
          executedAt: '2026-01-01T00:00:01Z',
          expiration: 5,
          endsAt: '2026-01-01T00:00:00.000Z',
        },
      ],
      list: [1, null, 'x'],
    })
    expect(shiftedTimes({ timestamp: 1_767_225_600 }, -2_500)).toEqual({ timestamp: 1_767_225_598 })
    expect(shiftedTimes({ timestamp: 'soon', createdAt: null }, 1)).toEqual({ timestamp: 'soon', createdAt: null })
  })
})
