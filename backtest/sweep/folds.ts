import { type EventColumns, EventKind } from '../../src/model/event.js'
import type { MarketIndex } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import { Timestamp } from '../../src/model/time.js'
import type { Chunk } from '../../src/recording/columns/recording.js'
import { resolutionEvent } from '../resolution-event.js'

/** An event: its markets, and the time in which the recording has rows about them. */
export interface EventSpan {
  readonly event: string
  readonly markets: readonly MarketIndex[]
  /** First and last arrival. */
  readonly from: Timestamp
  readonly to: Timestamp
}

/** Parameters are chosen on some events and tested on later ones. */
export interface Fold {
  readonly train: readonly EventSpan[]
  readonly test: readonly EventSpan[]
  /** The test sees nothing before this time, and the training nothing after it. */
  readonly testFrom: Timestamp
}

interface FoldOptions {
  readonly folds: number
  /** How many blocks before the tested one are used for training; absent: all. */
  readonly trainBlocks?: number | undefined
  /** Time left out between the last row of the training and the first of the test. */
  readonly embargoUs: number
}

/** The recorded time of each event, by the newest definition of each market. Events without rows are left out. */
export function eventSpans(markets: readonly Market[], chunks: Iterable<Chunk>): readonly EventSpan[] {
  const events = markets.map(resolutionEvent)
  const first = new Float64Array(markets.length).fill(Number.POSITIVE_INFINITY)
  const last = new Float64Array(markets.length).fill(Number.NEGATIVE_INFINITY)
  for (const { events: rows } of chunks) {
    for (let row = 0; row < rows.length; row++) {
      if (!isOfMarket(rows, row)) continue
      const market = rows.market[row] ?? 0
      const at = rows.receivedAt[row] ?? 0
      if (at < (first[market] ?? 0)) first[market] = at
      if (at > (last[market] ?? 0)) last[market] = at
    }
    for (const event of rows.rare) if (event.kind === 'market') events[event.market.index] = resolutionEvent(event.market)
  }
  const seen = markets.filter(({ index }) => (last[index] ?? 0) >= 0)
  return [...new Set(seen.map(({ index }) => events[index] ?? ''))].map(event => {
    const own = seen.filter(({ index }) => events[index] === event).map(({ index }) => index)
    const from = Math.min(...own.map(index => first[index] ?? 0))
    return { event, markets: own, from: Timestamp.of(from), to: Timestamp.of(Math.max(...own.map(index => last[index] ?? 0))) }
  })
}

/** Rows of references and of the whole venue have the index of the first market, and say nothing about it. */
function isOfMarket({ kind, price, rare }: EventColumns, row: number): boolean {
  if (kind[row] !== EventKind.RARE) return true
  const event = rare[price[row] ?? 0]
  return event?.kind !== 'reference' && event?.kind !== 'reference-feed' && event?.kind !== 'venue'
}

/** As a fraction of an event's recorded time. */
const LEFT_MIN = 0.1

/**
 * Splits events, by their ends, into one block more than there are folds; each block except the first is tested once, with parameters chosen on
 * blocks before it. No event and no moment is on both sides: a test begins after the last row of its training, so of an event that was open then only
 * the rest is tested, and one with less than a tenth left is not tested at all. Events that end together are therefore in one block. If events are
 * too few or all end together, there are fewer folds, down to none.
 */
export function splitFolds(spans: readonly EventSpan[], { folds, trainBlocks, embargoUs }: FoldOptions): readonly Fold[] {
  const sorted = spans.toSorted((a, b) => a.to - b.to || (a.event < b.event ? -1 : 1))
  const starts = blockStarts(sorted, Math.min(folds + 1, sorted.length))
  return starts.slice(1).flatMap((start, at) => {
    const train = sorted.slice(starts[Math.max(0, at + 1 - (trainBlocks ?? starts.length))], start)
    const testFrom = Timestamp.of(Math.max(...train.map(({ to }) => to)) + 1 + embargoUs)
    const test = sorted.slice(start, starts[at + 2]).filter(span => goesOn(span, testFrom))
    return test.length === 0 ? [] : [{ train, test, testFrom }]
  })
}

/** Where each block begins: the same number of events in each, except that a block only ends where the following events continue long enough. */
function blockStarts(sorted: readonly EventSpan[], blocks: number): readonly number[] {
  const places = [...sorted.keys()].filter(at => at > 0 && goesOn(sorted[at], Timestamp.of((sorted[at - 1]?.to ?? 0) + 1)))
  const wanted = Array.from({ length: blocks - 1 }, (_, at) => Math.round(((at + 1) * sorted.length) / blocks))
  const near = (to: number): number[] => places.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to)).slice(0, 1)
  return [...new Set([0, ...wanted.flatMap(near)])]
}

/** Whether enough of an event is left at a moment. */
const goesOn = (span: EventSpan | undefined, from: Timestamp): boolean =>
  span !== undefined && span.to >= from && span.to - from >= LEFT_MIN * (span.to - span.from)
