import type { MarketId } from '../../model/ids.js'

/** How many of a source's first lines with both times are used to compare the clocks. */
export const CLOCK_LINES = 8_192
/** With fewer lines, no offset is computed. */
const LINES_MIN = 100
/** Arrivals are in milliseconds, rounded down, so a smaller offset means nothing. Microseconds. */
const AHEAD_MIN = 1_000
/** One line in this number may have a wrong timestamp without any effect. */
const ONE_OF = 100

/** The offset between the venue's clock of one source and the clock that stamped its arrivals. */
export interface ClockOffset {
  /** How far the venue's clock is ahead, at least, in microseconds; subtracted from the source's venue times. 0: not known to be ahead. */
  readonly aheadUs: number
  /** The delay from venue to arrival that 99 % of the lines exceed, in microseconds; negative if the venue's clock is ahead. */
  readonly leastDelayUs: number
}

/** The offset with the source's name: its one market, or its format. */
export interface SourceClock extends ClockOffset {
  readonly source: MarketId | string
}

/**
 * Compares the clocks of a source by the delays of its lines, arrival minus venue time, in microseconds. No message arrives before it was sent, so if
 * the least delays are negative, the venue's clock is ahead by at least that much; the lowest hundredth is ignored, so that a few wrong timestamps
 * decide nothing. The true least delay is unknown, so a clock that is behind looks like a slow network. null: too few lines.
 */
export function compareClocks(delays: readonly number[]): ClockOffset | null {
  if (delays.length < LINES_MIN) return null
  const sorted = Float64Array.from(delays).sort()
  const leastDelayUs = sorted[Math.floor(sorted.length / ONE_OF)]!
  return { aheadUs: leastDelayUs <= -AHEAD_MIN ? -leastDelayUs : 0, leastDelayUs }
}

/** Passes on the groups of a source, but calls `begin` with the first lines (about `CLOCK_LINES`) before it emits them. */
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

/** The offsets of the venue's clocks as text for people. */
export function clockText(clocks: readonly SourceClock[]): string {
  if (clocks.length === 0) return 'not known: too few lines tell both times'
  const ahead = clocks.map(({ aheadUs }) => aheadUs).filter(aheadUs => aheadUs > 0)
  if (ahead.length === 0) return 'not ahead of the recorder’s'
  const [least, most] = [inMs(Math.min(...ahead)), inMs(Math.max(...ahead))]
  const span = least === most ? `${least} ms` : `${least} to ${most} ms`
  const sources = clocks.length === 1 ? '' : ` in ${ahead.length} of ${clocks.length} sources`
  return `ahead of the recorder’s by ${span}${sources}; venue times were set back by that`
}

const inMs = (microseconds: number): string => (microseconds / 1_000).toFixed(1)
