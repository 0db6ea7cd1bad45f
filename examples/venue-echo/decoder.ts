import {
  type Decoder,
  type Frame,
  type LevelCause,
  type Market,
  type MarketEvent,
  type MarketIndex,
  Price,
  Size,
  Timestamp,
} from 'oddsmith/venue'
import type { EchoFrame, EchoLevel, EchoSide } from './wire.js'

const CAUSES = { '+': 'added', '-': 'removed', x: 'traded' } as const satisfies Record<string, LevelCause>

/**
 * Turns frames of the stream into events. It is all that a replay has of the venue, so it looks at nothing but the frames: no clock, and no
 * memory beyond which markets there are. A frame that makes no sense is nothing.
 */
export function createDecoder(markets: readonly Market[]): Decoder {
  const indexes = new Map<string, MarketIndex>(markets.map(({ id, index }) => [id, index]))
  const follow = (event: MarketEvent): readonly MarketEvent[] => {
    if (event.kind === 'joined') indexes.set(event.market.id, event.market.index)
    if (event.kind === 'left') for (const [id, index] of indexes) if (index === event.market) indexes.delete(id)
    return [event]
  }
  return { decode: frame => ('event' in frame ? follow(frame.event) : read(frame, indexes)) }
}

function read(frame: Frame & { readonly frame: string }, indexes: ReadonlyMap<string, MarketIndex>): readonly MarketEvent[] {
  const { receivedAt } = frame
  const said = JSON.parse(frame.frame) as EchoFrame
  if (said[0] === 'm') return [{ kind: 'venue', mode: said[1], at: Timestamp.ofMs(said[2]), receivedAt }]
  const market = typeof said[1] === 'string' ? indexes.get(said[1]) : undefined
  if (market === undefined) return []
  switch (said[0]) {
    case 'b': {
      const [, , bids, asks, ms] = said
      const stamp = { at: Timestamp.ofMs(ms), receivedAt, market }
      return [{ ...stamp, kind: 'clear' }, ...levels(stamp, 'b', bids), ...levels(stamp, 'a', asks)]
    }
    case 'l': {
      const [, , side, cents, lots, why, ms] = said
      return [level({ at: Timestamp.ofMs(ms), receivedAt, market }, { side, cents, lots, cause: CAUSES[why] })]
    }
    case 't': {
      const [, , side, cents, lots, ms] = said
      const stamp = { at: Timestamp.ofMs(ms), receivedAt, market }
      return [{ ...stamp, kind: 'trade', side: SIDES[side], price: priceOf(cents), size: Size.ofShares(lots) }]
    }
    default:
      return []
  }
}

const SIDES = { b: 'bid', a: 'ask' } as const

/** A cent is a hundred of the whole ten-thousandths that prices are told in. */
const priceOf = (cents: number): Price => Price.of(cents * 100)

interface Stamped {
  readonly at: Timestamp
  readonly receivedAt: Timestamp
  readonly market: MarketIndex
}

interface Row {
  readonly side: EchoSide
  readonly cents: number
  readonly lots: number
  readonly cause: LevelCause
}

const level = (stamp: Stamped, { side, cents, lots, cause }: Row): MarketEvent => ({
  ...stamp,
  ...{ kind: 'level', side: SIDES[side], price: priceOf(cents), size: Size.ofShares(lots), cause },
})

const levels = (stamp: Stamped, side: EchoSide, rows: readonly EchoLevel[]): readonly MarketEvent[] =>
  rows.map(([cents, lots]) => level(stamp, { side, cents, lots, cause: 'unexplained' }))
