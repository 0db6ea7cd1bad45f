import type { MarketEvent } from '../model/event.js'
import { Timestamp } from '../model/time.js'
import { createDecoder } from '../protocol/decode.js'
import { groupOf } from './event-source.js'
import { type Format, type Input, notQuoted, type ReadOptions } from './format.js'
import { asObject, inOrderOf, namesIn, parseJson, readJsonLines } from './json-lines.js'
import { plainMarket } from './plain-market.js'

/** Messages of Predict.fun as they came, each with its arrival in milliseconds: `{receivedAt, frame}`, or `{receivedAt, data}` for a bare book. */
export const predictFormat: Format = {
  name: 'predict',
  isFormat: line => frameOf(parseJson(line)) !== null,
  open: async files => {
    const sorted = await inOrderOf(files, line => frameOf(parseJson(line))?.receivedAt ?? null)
    // A frame may be text within text, where quotes are escaped.
    const ids = await namesIn(sorted.files, /(?:predictOrderbook\/|\\?"marketId\\?"\s*:\s*"?)(\d+)/g)
    return [inputOf(sorted.files, ids, Timestamp.of(sorted.startsAt))]
  },
}

const inputOf = (files: readonly string[], ids: readonly string[], startsAt: Timestamp): Input => ({
  markets: ids.map(id => plainMarket(id)),
  startsAt,
  isReference: false,
  knowsFees: false,
  quoted: notQuoted,
  read: async function* (options) {
    const decode = decoderOf(ids, options)
    for await (const values of readJsonLines(files, options.coverage)) yield groupOf(values.flatMap(value => decode(value)))
  },
})

/** Whole books name no cause: their decreases stay `unexplained`, unless prints of the same stream explain them. */
function decoderOf(ids: readonly string[], { indexOf, coverage }: ReadOptions): (value: unknown) => readonly MarketEvent[] {
  const decoder = createDecoder(ids.map(id => plainMarket(id)).map(market => ({ ...market, index: indexOf(market.id) })))
  let heardAt = Timestamp.ZERO
  return value => {
    const frame = frameOf(value)
    if (frame === null) coverage.dropped++
    if (frame === null) return []
    if (frame.receivedAt < heardAt) coverage.repaired++
    heardAt = Timestamp.max(heardAt, frame.receivedAt)
    const events = decoder.decode({ source: 'socket', receivedAt: heardAt, frame: frame.text })
    if (events.length === 0) coverage.ignored++
    for (const event of events) {
      if (event.kind === 'feed') coverage.dropped++
      if (event.kind === 'feed' && event.why.startsWith('crossed')) coverage.crossed++
      if (event.kind === 'level' && event.cause === 'traded') coverage.paired++
    }
    return events
  }
}

function frameOf(value: unknown): { readonly receivedAt: Timestamp; readonly text: string } | null {
  const { receivedAt, frame, data } = asObject(value)
  if (typeof receivedAt !== 'number' || !(receivedAt > 0 && receivedAt < 1e14)) return null
  const at = Timestamp.ofMs(receivedAt)
  if (typeof frame === 'string') return { receivedAt: at, text: frame }
  if (frame !== undefined) return { receivedAt: at, text: JSON.stringify(frame) }
  const id = asObject(data)['marketId']
  if (typeof id !== 'number' && typeof id !== 'string') return null
  return { receivedAt: at, text: JSON.stringify({ type: 'M', topic: `predictOrderbook/${id}`, data }) }
}
