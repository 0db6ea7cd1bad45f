import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Size } from '../../src/model/money.js'
import { type NearEndStand, nearEnd, nearEndParameters } from '../../src/strategy/near-end.js'

const SHARES = 1_000_000
const at = (given: object, stand: Partial<NearEndStand> & { readonly secondsLeft: number | null }) =>
  nearEnd(nearEndParameters.parse(given), { net: 0, price: 5_000, ...stand })

const TERMS = { startSeconds: 100, widthFactorAtEnd: 3, sizeFactorAtEnd: 0.2, jumpLossMaxUsdt: 30, reduceOnlySeconds: 10 }
const UNCHANGED = { widthFactor: 1, sizeFactor: 1, isReduceOnly: false, bidSizeMax: Size.ORDER_MAX, askSizeMax: Size.ORDER_MAX }

describe('the schedule near the end', () => {
  it('changes nothing before it begins, or where a market has no end', () => {
    expect(at(TERMS, { secondsLeft: 100 })).toEqual(UNCHANGED)
    expect(at(TERMS, { secondsLeft: null })).toEqual(UNCHANGED)
  })

  it('grows the width and shrinks the size in a straight line', () => {
    const half = at(TERMS, { secondsLeft: 50 })
    expect([half.widthFactor, half.sizeFactor]).toEqual([2, 0.6])
    const end = at(TERMS, { secondsLeft: 0 })
    expect([end.widthFactor, end.sizeFactor]).toEqual([3, 0.2])
    expect(at(TERMS, { secondsLeft: -60 })).toEqual(end)
  })

  it('caps the position by what a jump to the worse end would cost, max(p, 1 - p) a share', () => {
    // 30 USDT times 0.6 is 18; at 0.75 a share loses at most 0.75, so the position may be 24 either way.
    const { bidSizeMax, askSizeMax } = at(TERMS, { secondsLeft: 50, price: 7_500, net: 10 * SHARES })
    expect([bidSizeMax, askSizeMax]).toEqual([14 * SHARES, 34 * SHARES])
    expect(at(TERMS, { secondsLeft: 50, price: 2_500, net: 10 * SHARES }).bidSizeMax).toBe(14 * SHARES)
    expect(at(TERMS, { secondsLeft: 50, price: 7_500, net: 40 * SHARES }).bidSizeMax).toBe(0)
  })

  it('leaves only what lowers the position in its last seconds', () => {
    expect(at(TERMS, { secondsLeft: 9.9, net: 7 * SHARES })).toMatchObject({
      isReduceOnly: true,
      bidSizeMax: 0,
      askSizeMax: 7 * SHARES,
    })
    expect(at(TERMS, { secondsLeft: 9.9, net: -7 * SHARES })).toMatchObject({ bidSizeMax: 7 * SHARES, askSizeMax: 0 })
    expect(at(TERMS, { secondsLeft: 10 }).isReduceOnly).toBe(false)
  })

  it('is switched off by zeros', () => {
    const off = { startSeconds: 0, reduceOnlySeconds: 0 }
    for (const secondsLeft of [100, 1, 0]) expect(at(off, { secondsLeft })).toEqual(UNCHANGED)
  })

  it('has defaults by variant, and takes what is said of one variant before what is said of all', () => {
    expect(at({}, { secondsLeft: 60, variant: 'CRYPTO_UP_DOWN' })).toEqual(UNCHANGED)
    expect(at({}, { secondsLeft: 60, variant: 'DEFAULT' }).isReduceOnly).toBe(true)
    expect(at({}, { secondsLeft: 60, variant: 'toString' })).toEqual(at({}, { secondsLeft: 60 }))
    const given = { ...TERMS, variants: { DEFAULT: { startSeconds: 20 } } }
    expect(at(given, { secondsLeft: 50, variant: 'DEFAULT' })).toEqual(UNCHANGED)
    expect(at(given, { secondsLeft: 10, variant: 'DEFAULT' }).widthFactor).toBe(2)
    expect(at(given, { secondsLeft: 50, variant: 'CRYPTO_UP_DOWN' }).widthFactor).toBe(2)
  })

  it('fits into the schema of a strategy, and refuses what it does not know', () => {
    const schema = z.strictObject({ sizeShares: z.number(), nearEnd: nearEndParameters })
    expect(schema.parse({ sizeShares: 5 })).toEqual({ sizeShares: 5, nearEnd: { variants: {} } })
    expect(() => schema.parse({ sizeShares: 5, nearEnd: { startSecond: 3 } })).toThrow()
    expect(() => schema.parse({ sizeShares: 5, nearEnd: { sizeFactorAtEnd: 1.5 } })).toThrow()
  })

  it('answers whole sizes and factors in their bounds for everything', () => {
    const any = fc.record({
      startSeconds: fc.double({ min: 0, max: 100, noNaN: true }),
      widthFactorAtEnd: fc.double({ min: 1, max: 100, noNaN: true }),
      sizeFactorAtEnd: fc.double({ min: 0, max: 1, noNaN: true }),
      jumpLossMaxUsdt: fc.double({ min: 0, max: 900_000, noNaN: true }),
      reduceOnlySeconds: fc.double({ min: 0, max: 100, noNaN: true }),
    })
    const stands = fc.record({
      secondsLeft: fc.double({ min: -10, max: 200, noNaN: true }),
      net: fc.integer({ min: -2_000_000_000_000, max: 2_000_000_000_000 }),
      price: fc.double({ min: 0, max: 10_000, noNaN: true }),
    })
    fc.assert(
      fc.property(any, stands, (given, stand) => {
        const { widthFactor, sizeFactor, bidSizeMax, askSizeMax } = at(given, stand)
        expect(widthFactor).toBeGreaterThanOrEqual(1)
        expect(sizeFactor >= 0 && sizeFactor <= 1).toBe(true)
        for (const size of [bidSizeMax, askSizeMax])
          expect(Number.isSafeInteger(size) && size >= 0 && size <= Size.ORDER_MAX).toBe(true)
      }),
      { numRuns: 200, seed: 4 },
    )
  })
})
