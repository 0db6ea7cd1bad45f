import type { MarketId } from '../model/ids.js'

/** Lines with both times from which a source's clocks are compared: its first. */
export const CLOCK_LINES = 8_192
/** With fewer nothing is said. */
const LINES_MIN = 100
/** Arrivals are stamped in whole milliseconds, rounded down: what looks like less than one says nothing. Microseconds. */
const AHEAD_MIN = 1_000
/** One line in so many may be stamped wrong without any weight. */
const ONE_OF = 100

/** How the venue's clock of one source stands to the clock that stamped its arrivals. */
export interface VenueClock {
  /** How far it is ahead, at the least, in microseconds: so much is taken off the source's venue times. 0: it is not known to be ahead. */
  readonly aheadUs: number
  /** The delay from venue to arrival that all but a hundredth of the lines exceed, in microseconds; below 0 where the clock is ahead. */
  readonly leastDelayUs: number
}

/** The same with the source's name: its one market, or its format. */
export interface SourceClock extends VenueClock {
  readonly source: MarketId | string
}

/**
 * Compares the clocks of a source by the delays of its lines, arrival less venue time, in microseconds. Nothing arrives before it was sent, so where the
 * least delays lie below 0 the venue's clock is ahead by that and more; a hundredth of the lines is left out, so that a few wrong stamps decide nothing.
 * How long the least delay took is not known, so a clock that is behind looks like a slow network. null: too few lines.
 */
export function compareClocks(delays: readonly number[]): VenueClock | null {
  if (delays.length < LINES_MIN) return null
  const sorted = Float64Array.from(delays).sort()
  const leastDelayUs = sorted[Math.floor(sorted.length / ONE_OF)]!
  return { aheadUs: leastDelayUs <= -AHEAD_MIN ? -leastDelayUs : 0, leastDelayUs }
}

/** The groups of a source as they come, but `begin` sees its first lines, some `CLOCK_LINES`, before they are given on. */
export async function* afterFirst<G extends { readonly lines: readonly unknown[] }>(
  groups: AsyncIterable<G>,
  begin: (lines: readonly G['lines'][number][]) => void,
): AsyncGenerator<G> {
  let first: G[] | null = []
  let count = 0
  for await (const group of groups) {
    if (first === null) {
      yield group
      continue
    }
    first.push(group)
    count += group.lines.length
    if (count < CLOCK_LINES) continue
    begin(first.flatMap(({ lines }) => lines))
    yield* first
    first = null
  }
  if (first === null) return
  begin(first.flatMap(({ lines }) => lines))
  yield* first
}
