import { type Outcome, Price } from './money.js'

/**
 * What one YES share of a resolved market pays: a fraction of a dollar in whole 1/10,000, 0 to 1. One NO share pays the rest. Usually 0 or 1; 0.5 if
 * the market is voided.
 */
export type Payout = number

export const Payout = Object.freeze({
  /** Whether a number is a payout: smaller fractions would be lost in the ledger. */
  is: (yes: number): yes is Payout => yes >= 0 && yes <= 1 && Math.round(yes * Price.ONE) / Price.ONE === yes,
  /** Payout of one share of an outcome, in 1/10,000. */
  each: (yes: Payout, outcome: Outcome): number => {
    const ofYes = Math.round(yes * Price.ONE)
    return outcome === 'yes' ? ofYes : Price.ONE - ofYes
  },
  /** Payout of `shares`, in their own unit, rounded down. */
  of: (yes: Payout, outcome: Outcome, shares: bigint): bigint =>
    (shares * BigInt(Payout.each(yes, outcome))) / BigInt(Price.ONE),
  /** Payout of what is held of both outcomes, each rounded down. */
  ofBoth: (yes: Payout, shares: Readonly<Record<Outcome, bigint>>): bigint =>
    Payout.of(yes, 'yes', shares.yes) + Payout.of(yes, 'no', shares.no),
})
