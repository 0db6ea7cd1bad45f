import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VenueLedger } from '../../../backtest/venue/venue-ledger.js'

/** Nine tenths of what a double counts exactly in 1e-10. */
const MUCH = 8e15

test('counts to the wei, also where a double would not', () => {
  const amount = fc.constantFrom(1, 3, 12_345_678, MUCH, -MUCH, -7)
  const wei = fc.constantFrom(0n, 1n, -1n, 10n ** 8n, -(10n ** 25n), 10n ** 25n)
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, wei, fc.boolean()), { maxLength: 40 }), wei, (steps, fund) => {
      const ledger = new VenueLedger(1, fund)
      let [cash, reserved] = [fund, 0n]
      for (const [products, more, isHeld] of steps) {
        if (isHeld) {
          ledger.reserveCash(products)
          ledger.reserveCashWei(more)
          reserved += BigInt(products) * 10n ** 8n + more
        } else {
          ledger.addCash(products)
          ledger.addCashWei(more)
          cash += BigInt(products) * 10n ** 8n + more
        }
        expect([ledger.cash, ledger.reservedCash]).toEqual([cash, reserved])
        expect(ledger.hasCash(products, more)).toBe(cash - reserved >= BigInt(products) * 10n ** 8n + more)
      }
    }),
    { numRuns: 300, seed: 2 },
  )
})

test('keeps what a fee leaves of a millionth of a share', () => {
  const ledger = new VenueLedger(1, 0n)
  ledger.addShares(0, 'no', 5)
  ledger.addSharesWei(0, 'no', -1n)
  expect(ledger.shares(0, 'no')).toBe(5n * 10n ** 12n - 1n)
  expect([ledger.hasShares(0, 'no', 4), ledger.hasShares(0, 'no', 5), ledger.hasShares(0, 'yes', 1)]).toEqual([
    true,
    false,
    false,
  ])
  expect(() => ledger.addShares(0, 'no', 2 ** 53)).toThrow(RangeError)
})
