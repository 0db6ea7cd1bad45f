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
  /** How many calls are made between two clock reads. Default 16; fewer if a call is long. */
  readonly callsALook?: number
}

/**
 * CPU nanoseconds of this thread for one operation, by contender: the median of rounds in which each runs in turn, so that a noisy moment of the
 * machine affects all of them. One more round before the first warms up the compiler and is not counted.
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
  // The clock is read only from time to time, so that reading it does not count in short operations.
  for (; performance.now() < until; calls += callsALook) for (let i = 0; i < callsALook; i++) call()
  return (onThreadNs() - from) / (calls * perCall)
}

/** Without the compiler's and the garbage collector's own threads, as in the measurements behind the budgets. */
export function onThreadNs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ', 1)[0])
  } catch {
    return onCoreNs()
  }
}

/** CPU nanoseconds of this process so far, independent of neighbours' load. Whole microseconds. */
export function onCoreNs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1_000
}

const CALLS_A_LOOK = 16

/** The median; NaN if there are no numbers. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** A quantile by the nearest rank; NaN if there are no numbers. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
