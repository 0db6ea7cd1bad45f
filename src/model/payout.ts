import { type Outcome, Price } from './money.js'

/** What one YES share of a decided market pays: a part of a dollar in whole ten-thousandths, 0 to 1. One NO share pays the rest. Most pay 0 or 1, a market that is called off 0.5. */
export type Payout = number

export const Payout = Object.freeze({
  /** Whether a number is one: a part of a ten-thousandth would be lost in the ledger. */
  is: (yes: number): yes is Payout => yes >= 0 && yes <= 1 && Math.round(yes * Price.ONE) / Price.ONE === yes,
  /** What one share of an outcome pays, in 1/10,000. */
  each: (yes: Payout, outcome: Outcome): number => {
    const ofYes = Math.round(yes * Price.ONE)
    return outcome === 'yes' ? ofYes : Price.ONE - ofYes
  },
  /** What shares pay, in their own unit, floored. */
  of: (yes: Payout, outcome: Outcome, shares: bigint): bigint =>
    (shares * BigInt(Payout.each(yes, outcome))) / BigInt(Price.ONE),
})
