import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargeFor, type FeeFunction, feeAt, feeOfFill, predictFees } from '../../src/model/fees.js'
import { Size, Wei } from '../../src/model/money.js'
import { ceil, floor, fraction, inUnits, writtenWei } from './slow-fees.js'

const CENT = Wei.of(10n ** 16n)
const kalshi: FeeFunction = {
  curve: 'quadratic',
  takerBps: 700,
  makerBps: 175,
  paidIn: 'cash',
  unit: CENT,
  rounding: 'up',
}
const polymarket: FeeFunction = {
  curve: 'quadratic',
  takerBps: 700,
  makerBps: 0,
  paidIn: 'cash',
  unit: Wei.of(10n ** 13n),
  rounding: 'down',
}
const FUNCTIONS = [predictFees(200), kalshi, polymarket]
const shares = (count: number): Size => Size.ofShares(count)
const wei = (amount: string): bigint => BigInt(Math.round(Number(amount) * 1e9)) * 10n ** 9n

const price = fc.integer({ min: 1, max: 9_999 })
const size = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 900_000_000_000 }))
const leg = fc.record({
  role: fc.constantFrom('maker' as const, 'taker' as const),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  price,
  size,
})

describe('fees as their venues write them down', () => {
  test('Predict.fun takes 2 % of the cheaper outcome, of a buy in shares', () => {
    const fees = predictFees(200)
    const buy = { role: 'taker', side: 'buy', size: shares(100) } as const
    expect(feeAt(fees, { ...buy, price: 3_000 })).toBe(wei('2'))
    expect(feeAt(fees, { ...buy, price: 7_000 })).toBe(857_142_857_142_857_142n)
    expect(feeAt(fees, { ...buy, side: 'sell', price: 7_000 })).toBe(wei('0.6'))
    expect(feeAt(fees, { ...buy, role: 'maker', price: 3_000 })).toBe(0n)
  })

  test.each([
    ['taker', 100, 5_000, '1.75'],
    ['taker', 1, 5_000, '0.02'],
    ['taker', 100, 500, '0.34'],
    ['maker', 100, 5_000, '0.44'],
    ['maker', 1, 9_500, '0.01'],
  ] as const)('Kalshi charges a %s of %d at %d what its table says', (role, count, at, fee) => {
    const exact = feeAt(kalshi, { role, side: 'buy', price: at, size: shares(count) })
    expect(chargeFor(kalshi, exact, 0n)).toBe(wei(fee))
  })

  test('Polymarket charges to five decimals, and nothing below', () => {
    const buy = { role: 'taker', side: 'buy', price: 6_500, size: shares(10) } as const
    expect(feeAt(polymarket, buy)).toBe(wei('0.15925'))
    expect(feeAt(polymarket, { ...buy, price: 1, size: shares(1) })).toBe(0n)
    expect(feeAt(polymarket, { ...buy, role: 'maker' })).toBe(0n)
  })
})

describe('fees against fractions', () => {
  test.each(FUNCTIONS)('each is the written one to the wei, rounded as the function says', fees => {
    fc.assert(
      fc.property(leg, fc.constantFrom(0, 1_000, 3_333), (one, discountBps) => {
        const written = writtenWei(fees, { ...one, discountBps })
        const expected = fees.rounding === 'up' ? ceil(written) : floor(inUnits(written, fees.unit)) * fees.unit
        expect(feeAt(fees, { ...one, discountBps })).toBe(expected)
      }),
      { seed: 11, numRuns: 1_000 },
    )
  })

  test('an order that fills in parts is charged in all what one fill of it is', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 30_000_000 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(parts, price, fc.constantFrom('maker' as const, 'taker' as const), (sizes, at, role) => {
        let added = 0n
        let charged = 0n
        for (const part of sizes) {
          const fee = feeAt(kalshi, { role, side: 'buy', price: at, size: part })
          const charge = chargeFor(kalshi, fee, added)
          expect(charge % CENT).toBe(0n)
          added += charge - fee
          expect(added >= 0n && added < CENT).toBe(true)
          charged += charge
        }
        const whole = writtenWei(kalshi, { role, side: 'buy', price: at, size: sizes.reduce((sum, part) => sum + part) })
        expect(charged).toBe(ceil(inUnits(whole, CENT)) * CENT)
      }),
      { seed: 12, numRuns: 500 },
    )
  })

  test('a fill that is told without its prices has no less than its fee by them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(price, size), { minLength: 1, maxLength: 5 }), levels => {
        const told = { shares: 0n, value: 0n }
        let fee = fraction(0)
        for (const [at, count] of levels) {
          told.shares += BigInt(count) * 10n ** 12n
          told.value += BigInt(at) * BigInt(count) * 10n ** 8n
          fee = fraction(fee.over + ceil(writtenWei(kalshi, { role: 'taker', side: 'sell', price: at, size: count })))
        }
        const bound = feeOfFill(kalshi, kalshi.takerBps, told)
        expect(bound >= fee.over).toBe(true)
        if (levels.length === 1) expect(bound).toBe(fee.over)
      }),
      { seed: 13 },
    )
  })
})
