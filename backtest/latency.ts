import type { Latency } from '../src/model/fill-model.js'
import type { Timestamp } from '../src/model/time.js'

/** One-way delays in milliseconds. */
export interface ConstantLatency {
  readonly feedMs: number
  readonly entryMs: number
  readonly answerMs: number
}

/** The same delay for every message. Throws a RangeError for an invalid time. */
export function constantLatency({ feedMs, entryMs, answerMs }: ConstantLatency): Latency {
  const [feed, entry, answer] = [feedMs, entryMs, answerMs].map(microseconds)
  return { feed: () => feed ?? 0, entry: () => entry ?? 0, answer: () => answer ?? 0 }
}

/** Quantiles in milliseconds, evenly spaced from minimum to maximum: [1, 2, 40] has the median 2. */
export interface LatencyDistribution {
  readonly seed: number
  readonly feedMs: readonly number[]
  readonly entryMs: readonly number[]
  readonly answerMs: readonly number[]
}

/**
 * Drawn from distributions. A draw is a function of seed, direction and time, so every account of a run has the same latency at the same time,
 * whatever it did before. Throws a RangeError for invalid or descending quantiles.
 */
export function drawnLatency({ seed, feedMs, entryMs, answerMs }: LatencyDistribution): Latency {
  const lane = (number: number, quantiles: readonly number[]): ((at: Timestamp) => number) => {
    const steps = risingMicroseconds(quantiles)
    return at => quantileOf(steps, drawn(seed, number, at))
  }
  return { feed: lane(1, feedMs), entry: lane(2, entryMs), answer: lane(3, answerMs) }
}

/** Duration of a call from sending to answer. */
export interface RoundTrip {
  readonly at: Timestamp
  readonly us: number
}

/**
 * The feed's latency is constant; a call takes as long as calls took at that time of a run, half of it each way, interpolated between measurements.
 */
export function measuredLatency(trips: readonly RoundTrip[], feedMs: number): Latency {
  if (trips.length === 0) throw new RangeError('expected at least one measured round trip, found none')
  const sorted = trips.toSorted((a, b) => a.at - b.at)
  const feed = microseconds(feedMs)
  const half = (at: Timestamp): number => Math.round(interpolated(sorted, at) / 2)
  return { feed: () => feed, entry: half, answer: half }
}

/** The feed's latency is constant; each way of a call is half of a round trip drawn from all measured ones. */
export function sampledLatency(trips: readonly RoundTrip[], feedMs: number, seed: number): Latency {
  if (trips.length === 0) throw new RangeError('expected at least one measured round trip, found none')
  const halves = trips.map(({ us }) => us / 2_000).toSorted((a, b) => a - b)
  return drawnLatency({ seed, feedMs: [feedMs], entryMs: halves, answerMs: halves })
}

/** Uniform in [0, 1) from a seed, a stream number and an integer: the same on every machine. */
export function drawn(seed: number, stream: number, value: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream, 0xc2b2ae35)
  for (const word of [value | 0, (value / 4_294_967_296) | 0]) {
    hash = Math.imul(hash ^ word, 0xcc9e2d51)
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296
}

function microseconds(ms: number): number {
  if (!(ms >= 0 && ms <= 3_600_000)) throw new RangeError(`a latency lies between 0 and 3,600,000 ms, found ${ms}`)
  return Math.round(ms * 1_000)
}

function risingMicroseconds(quantiles: readonly number[]): readonly number[] {
  const isRising = quantiles.every((value, index) => index === 0 || value >= (quantiles[index - 1] ?? 0))
  if (quantiles.length === 0 || !isRising)
    throw new RangeError(`expected quantiles of a latency that do not fall, found [${quantiles.join(', ')}]`)
  return quantiles.map(microseconds)
}

function quantileOf(steps: readonly number[], unit: number): number {
  const place = unit * (steps.length - 1)
  const low = Math.floor(place)
  const from = steps[low] ?? 0
  return Math.round(from + ((steps[low + 1] ?? from) - from) * (place - low))
}

function interpolated(trips: readonly RoundTrip[], at: Timestamp): number {
  let low = 0
  let high = trips.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((trips[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const [before, after] = [trips[low - 1], trips[low]]
  if (before === undefined || after === undefined) return (before ?? after)?.us ?? 0
  return before.us + ((after.us - before.us) * (at - before.at)) / (after.at - before.at)
}
