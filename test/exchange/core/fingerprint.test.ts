import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fingerprint } from '../../../src/exchange/core/fingerprint.js'

/** As it is defined: the lower 104 bits, as two whole numbers. */
const slowly = (print: Fingerprint, value: bigint): Fingerprint =>
  print.number(Number(BigInt.asUintN(52, value))).number(Number(BigInt.asUintN(52, value >> 52n)))

describe('a fingerprint', () => {
  it('takes an amount as two numbers of 52 bits, whatever its sign', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(2n ** 110n), max: 2n ** 110n })), values => {
        const [one, other] = [new Fingerprint(), new Fingerprint()]
        for (const value of [...values, 0n, -1n, 2n ** 52n, 2n ** 64n - 1n]) {
          one.wei(value)
          slowly(other, value)
        }
        expect(one.hex()).toBe(other.hex())
      }),
      { seed: 1 },
    )
  })

  it('goes on from its words', () => {
    const print = new Fingerprint()
      .text('accepted')
      .number(5)
      .wei(10n ** 19n)
    const again = Fingerprint.from(print.words())
    expect(again.number(7).hex()).toBe(print.number(7).hex())
    // Words that an earlier version wrote without a sign.
    expect(Fingerprint.from([0x9e3779b9, 0x7f4a7c15]).number(7).hex()).toBe(new Fingerprint().number(7).hex())
  })
})
