import type { MarketEvent } from '../../model/event.js'
import { parseJson } from '../../model/parse-json.js'
import { plainMarket } from '../../model/plain-market.js'
import { Timestamp } from '../../model/time.js'
import { createDecoder } from '../../protocol/decode.js'
import { afterFirst, compareClocks } from '../columns/clock-offset.js'
import type { Arrived } from '../text/arrivals.js'
import { asObject, namesIn } from '../text/json-lines.js'
import type { TextFile } from '../text/text-file.js'
import { inOrderOf, readTextLines } from '../text/text-lines.js'
import { groupOf } from './event-source.js'
import { type Format, type Input, notQuoted, type ReadOptions } from './format.js'

/** Messages of Predict.fun as received, each with its arrival in milliseconds: `{receivedAt, frame}`, or `{receivedAt, data}` for a bare book. */
export const predictFormat: Format = {
  name: 'predict',
  isFormat: line => frameOf(parseJson(line)) !== null,
  open: async files => {
    const sorted = await inOrderOf(files, text => arrivalOf(parseJson(text)))
    // A frame may be JSON text inside a JSON string, where quotes are escaped.
    const ids = await namesIn(
      sorted.map(({ file }) => file),
      /(?:predictOrderbook\/|\\?"marketId\\?"\s*:\s*"?)(\d+)/g,
    )
    return [inputOf(sorted, ids)]
  },
}

const inputOf = (files: readonly TextFile[], ids: readonly string[]): Input => ({
  markets: ids.map(id => plainMarket(id)),
  startsAt: Timestamp.of(files[0]!.startsAt),
  isReference: false,
  knowsFees: false,
  quoted: notQuoted,
  read: async function* (options) {
    const decode = decoderOf(ids, options)
    const lines = afterFirst(readTextLines(files, { coverage: options.coverage, read: parseJson, arrivalOf }), first => {
      const clock = compareClocks(delaysOf(ids, first))
      decode.aheadUs = clock?.aheadUs ?? 0
      options.tellClock?.(clock)
    })
    for await (const group of lines) yield groupOf(group.lines.flatMap(line => decode.take(line)))
  },
})

const arrivalOf = (value: unknown): number => {
  const { receivedAt } = asObject(value)
  return typeof receivedAt === 'number' ? Math.floor(receivedAt * 1_000) : Number.NaN
}

/** Delay from venue time to arrival of each book and print, in microseconds. */
function delaysOf(ids: readonly string[], lines: readonly Arrived<unknown>[]): readonly number[] {
  const decoder = createDecoder(ids.map(id => plainMarket(id)))
  return lines.flatMap(({ line, receivedAt }) => {
    const frame = frameOf(line)
    const events = frame === null ? [] : decoder.decode({ source: 'socket', receivedAt: Timestamp.of(receivedAt), frame })
    const told = events.find(({ kind }) => kind === 'level' || kind === 'clear' || kind === 'trade')
    return told === undefined ? [] : [receivedAt - told.at]
  })
}

interface PredictDecoder {
  /** How far the venue's clock is ahead of ours, in microseconds. */
  aheadUs: number
  take(line: Arrived<unknown>): readonly MarketEvent[]
}

/** Whole books give no cause for a decrease: it stays `unexplained` unless prints of the same stream explain it. */
function decoderOf(ids: readonly string[], { indexOf, coverage }: ReadOptions): PredictDecoder {
  const decoder = createDecoder(ids.map(id => plainMarket(id)).map(market => ({ ...market, index: indexOf(market.id) })))
  const self: PredictDecoder = {
    aheadUs: 0,
    take: ({ line, receivedAt }) => {
      const frame = frameOf(line)
      if (frame === null) coverage.dropped++
      if (frame === null) return []
      const events = decoder.decode({ source: 'socket', receivedAt: Timestamp.of(receivedAt), frame })
      if (events.length === 0) coverage.ignored++
      for (const event of events) {
        if (event.kind === 'feed') coverage.dropped++
        if (event.kind === 'feed' && event.why.startsWith('crossed')) coverage.crossed++
        if (event.kind === 'level' && event.cause === 'traded') coverage.paired++
      }
      return self.aheadUs === 0 ? events : events.map(event => byOurClock(event, self.aheadUs))
    },
  }
  return self
}

/** An event without a venue time was stamped by our clock. */
const byOurClock = (event: MarketEvent, aheadUs: number): MarketEvent =>
  event.kind === 'feed' ? event : { ...event, at: Timestamp.add(event.at, -aheadUs) }

/** The text of a message as received; null: the line is not valid, or has no arrival time. */
function frameOf(value: unknown): string | null {
  const { receivedAt, frame, data } = asObject(value)
  if (typeof receivedAt !== 'number') return null
  if (typeof frame === 'string') return frame
  if (frame !== undefined) return JSON.stringify(frame)
  const id = asObject(data)['marketId']
  if (typeof id !== 'number' && typeof id !== 'string') return null
  return JSON.stringify({ type: 'M', topic: `predictOrderbook/${id}`, data })
}
