import { type Books, createBooks } from '../../engine/books.js'
import { createEventWriter } from '../../model/columns.js'
import type { Decoder } from '../../model/frame.js'
import type { MarketId } from '../../model/ids.js'
import { Price } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'
import type { InputLog } from '../../recording/log/input-log.js'
import type { LogMark } from '../../recording/log/log-record.js'

/** What the input log shows of a turn without earlier parts of the log: nothing of the strategy and of risk. */
export interface TurnInPart {
  readonly at: Timestamp
  /** Prices in 1/10,000 and sizes in millionths of a share, including our own orders; null: a side was empty, or the feed was not live. */
  readonly touch: { readonly bid: number; readonly bidSize: number; readonly ask: number; readonly askSize: number } | null
  /** Orders that this turn sent and asked to remove, in all markets. */
  readonly sent: number
  readonly removed: number
}

interface PartOptions {
  readonly log: InputLog
  readonly decoder: Decoder
  readonly market: MarketId
  readonly isWanted: (mark: LogMark) => boolean
}

/** Reads a log up to the wanted turn; null: the log does not contain it. */
export async function turnInPart({ log, decoder, market, isWanted }: PartOptions): Promise<TurnInPart | null> {
  const books = createBooks(log.header.markets)
  const writer = createEventWriter()
  const nothing = { reports: [], controls: [], wallOffset: 0 }
  for await (const records of log.records())
    for (const record of records) {
      if (record.kind === 'frame') for (const event of decoder.decode(record.frame)) writer.push(event)
      if (record.kind !== 'mark') continue
      const { now, timer, commands } = record
      books.apply({ ...nothing, now, timer, events: writer.columns, from: 0, to: writer.columns.length })
      writer.clear()
      if (!isWanted(record)) continue
      const sent = commands.filter(({ kind }) => kind === 'submit').length
      return { at: now, touch: touchOf(books, market), sent, removed: commands.length - sent }
    }
  return null
}

function touchOf(books: Books, market: MarketId): TurnInPart['touch'] {
  const index = books.markets().find(({ id }) => id === market)?.index
  if (index === undefined) return null
  const { feed, bids, asks } = books.depth(index)
  if (feed !== 'live' || bids.best === 0 || asks.best === 0) return null
  return {
    bid: bids.best,
    bidSize: bids.sizeAt(bids.best),
    ask: Price.ONE - asks.best,
    askSize: asks.sizeAt(asks.best),
  }
}
