import type { Timestamp } from '../../model/time.js'
import { createRandom } from './random.js'

/** The true value of a market, which no client can see. */
export interface FairValue {
  /** The chance of YES at a time, 0 < p < 1. */
  at(now: Timestamp): number
}

/** A true value that no outside price moves. */
export interface WalkedValue extends FairValue {
  /** What the market ends at. */
  readonly outcome: 0 | 1
  /** Where the walk ends; in a group the market with the greatest end wins. */
  readonly end: number
  /** The chance in logit space, unbounded. */
  logit(now: Timestamp): number
}

export interface FairValueOptions {
  readonly seed: number
  readonly market: number
  readonly startsAt: Timestamp
  readonly endsAt: Timestamp
}

const STEPS = 4_096
/** Converts the argument of a normal distribution function to a logit: with 1.702 the two curves differ by less than a hundredth. */
export const LOGIT_SCALE = 1.702
const NEAREST = 0.002

/**
 * A random walk, drawn whole from the seed. Its end decides the outcome; the value at a time is the chance of that outcome as seen from then. So it
 * moves in logit space, ever faster towards the end, and arrives at 0 or 1.
 */
export const createFairValue = (options: FairValueOptions): WalkedValue => {
  const walk = drawWalk(options)
  const span = Math.max(1, options.endsAt - options.startsAt)
  const end = walk[STEPS] ?? 0
  const logit = (now: Timestamp): number => {
    const progress = Math.min(Math.max((now - options.startsAt) / span, 0), 1)
    const left = Math.max(1 - progress, 1e-6)
    return (LOGIT_SCALE * levelAt(walk, progress * STEPS)) / Math.sqrt(left)
  }
  return { outcome: end > 0 ? 1 : 0, end, logit, at: now => within(1 / (1 + Math.exp(-logit(now)))) }
}

/** Never quite 0 and never quite 1, so that both sides can be quoted. */
export const within = (chance: number): number => Math.min(Math.max(chance, NEAREST), 1 - NEAREST)

const drawWalk = ({ seed, market }: FairValueOptions): Float64Array => {
  const random = createRandom(seed, market)
  const walk = new Float64Array(STEPS + 1)
  // A start between 0.3 and 0.7, so that both sides of a new market are worth quoting.
  let level = random.uniform() - 0.5
  for (let step = 0; step <= STEPS; step++) {
    walk[step] = level
    level += random.normal() / Math.sqrt(STEPS)
  }
  return walk
}

const levelAt = (walk: Float64Array, step: number): number => {
  const before = Math.floor(step)
  const from = walk[before] ?? 0
  return from + ((walk[before + 1] ?? from) - from) * (step - before)
}
