import type { EventColumns } from '../model/event.js'
import type { Chunk } from '../recording/recording.js'

/** A stretch of a recording whose market definitions say another taker fee; undefined: their own. */
export function withFees(chunk: Chunk, takerFeeBps: number | undefined): Chunk {
  const { events } = chunk
  if (takerFeeBps === undefined || !events.rare.some(({ kind }) => kind === 'market')) return chunk
  const rare = events.rare.map(event =>
    event.kind === 'market' ? { ...event, market: { ...event.market, takerFeeBps } } : event,
  )
  const charged: EventColumns = { ...events, rare }
  return { ...chunk, events: charged }
}
