import { z } from 'zod'
import type { Reading } from '../model/reading.js'
import { Timestamp } from '../model/time.js'
import { bookTickerSchema, tradeSchema } from '../protocol/read-binance.js'
import type { FeedDefinition } from './feed-definition.js'

const config = z.strictObject({
  symbol: z.string().regex(/^[A-Za-z0-9]{2,30}$/, 'expected a symbol such as BTCUSDT'),
  /** From the book ticker: bid, ask or their mid. `last`: the price of the last trade. */
  field: z.enum(['mid', 'bid', 'ask', 'last']).default('mid'),
  baseUrl: z
    .url({ protocol: /^wss?$/, error: 'expected an address that begins with ws:// or wss://' })
    .default('wss://stream.binance.com:9443'),
})
type Config = z.output<typeof config>

/** Public streams of Binance, one link a feed: `/ws/<symbol>@bookTicker` for bid, ask and mid, `/ws/<symbol>@trade` for last. */
export const feed: FeedDefinition<typeof config> = {
  name: 'binance',
  version: 1,
  config,
  open: ({ symbol, field, baseUrl }, { socket }) =>
    socket({ url: `${baseUrl.replace(/\/+$/, '')}/ws/${symbol.toLowerCase()}@${field === 'last' ? 'trade' : 'bookTicker'}` }),
  reader: ({ symbol, field }) => {
    const wanted = symbol.toUpperCase()
    return text => {
      const row = JSON.parse(text) as unknown
      // A message without a symbol, such as an answer to a request or a greeting, is ignored.
      if (typeof row === 'object' && row !== null && 'result' in row) return null
      return read(row, field, wanted)
    }
  },
}

function read(row: unknown, field: Config['field'], wanted: string): Reading {
  const { s, T, E, ...prices } = field === 'last' ? tradeSchema.parse(row) : bookTickerSchema.parse(row)
  if (s !== wanted) throw new RangeError(`expected a row of ${wanted}, found one of ${s}`)
  const value = 'p' in prices ? prices.p : quotedPrice(prices, field)
  const atMs = T ?? E
  return atMs === undefined ? { value } : { value, at: Timestamp.ofMs(atMs) }
}

function quotedPrice({ b, a }: { readonly b: number; readonly a: number }, field: Config['field']): number {
  if (field === 'mid') return (b + a) / 2
  return field === 'bid' ? b : a
}
