import { readFileSync } from 'node:fs'

/** Something to time: one call does `perCall` operations. */
export interface Contender {
  readonly name: string
  /** Default 1. */
  readonly perCall?: number
  readonly call: () => void
}

export interface RoundsOptions {
  readonly rounds: number
  /** How long one contender runs within a round. */
  readonly msPerRound: number
  /** How often it is called between two looks at the clock. Default 16; fewer where a call is long. */
  readonly callsALook?: number
}

/**
 * Nanoseconds of this thread on a core that an operation takes, per contender: the median of rounds in which each runs in turn, so that a noisy moment
 * of the machine meets all of them. One more round before the first warms the compiler up and is not counted.
 */
export function interleave(
  contenders: readonly Contender[],
  { rounds, msPerRound, callsALook = CALLS_A_LOOK }: RoundsOptions,
): ReadonlyMap<string, number> {
  const readings = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const contender of contenders) {
      const nanoseconds = timed(contender, msPerRound, callsALook)
      if (round > 0) readings.get(contender.name)?.push(nanoseconds)
    }
  }
  return new Map([...readings].map(([name, values]) => [name, median(values)]))
}

function timed({ call, perCall = 1 }: Contender, ms: number, callsALook: number): number {
  const until = performance.now() + ms
  const from = onThreadNs()
  let calls = 0
  // The clock is looked at now and then, so that reading it is no part of a short operation.
  for (; performance.now() < until; calls += callsALook) for (let i = 0; i < callsALook; i++) call()
  return (onThreadNs() - from) / (calls * perCall)
}

/** What the compiler and the collector do on threads of their own is not in it, as it is not in the readings that the budgets come from. */
export function onThreadNs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ', 1)[0])
  } catch {
    return onCoreNs()
  }
}

/** Nanoseconds this process was on a core so far: what neighbours do to the wall clock is not in it. Whole microseconds. */
export function onCoreNs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1_000
}

const CALLS_A_LOOK = 16

/** The middle of some numbers; NaN of none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value below which this share of the numbers lies, by the nearest rank; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
