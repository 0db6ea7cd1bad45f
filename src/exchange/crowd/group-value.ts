import type { Timestamp } from '../../model/time.js'
import { type FairValue, type WalkedValue, within } from './fair-value.js'

/**
 * The value of a market whose group has exactly one Yes: the chances of all its markets make one together, and the market whose walk ends highest
 * arrives at 1. `all` includes `own`; it is called each time because a group may grow.
 */
export const createGroupValue = (own: WalkedValue, all: () => readonly WalkedValue[]): FairValue => ({
  at: now => {
    const logits = all().map(value => value.logit(now))
    // Relative to the highest, no exponential overflows.
    const highest = Math.max(...logits)
    const sum = logits.reduce((total, logit) => total + Math.exp(logit - highest), 0)
    return within(chanceOf(own, now, highest) / sum)
  },
})

const chanceOf = (own: WalkedValue, now: Timestamp, highest: number): number => Math.exp(own.logit(now) - highest)

/** The index in `values` of the group's market that ends at Yes. */
export const winnerOf = (values: readonly WalkedValue[]): number =>
  values.reduce((best, value, index) => (value.end > (values[best]?.end ?? Number.NEGATIVE_INFINITY) ? index : best), 0)
