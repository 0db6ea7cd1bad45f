import { z } from 'zod'
import type { BookSide } from '../../model/money.js'
import { Price } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import { readRfc3339 } from '../text/rfc3339.js'

/** One level or print in YES terms. `at` is null if the line has no venue time. */
interface Row {
  readonly at: Timestamp | null
  readonly side: BookSide
  readonly price: Price
  /** Millionths of a share; a change may be negative. */
  readonly size: number
}

/** Numbers that identify a message. */
export interface KalshiNumbers {
  /** The subscription, and the message's sequence number in it; null: the line has none. */
  readonly sid: number | null
  readonly seq: number | null
  /** For a print: the venue's trade id. */
  readonly tradeId: string | null
}

/** The content of one line. */
export type KalshiLine = { readonly ticker: string; readonly receivedAt: Timestamp } & KalshiNumbers &
  (
    | { readonly kind: 'snapshot'; readonly levels: readonly Omit<Row, 'at'>[] }
    | ({ readonly kind: 'change' } & Row)
    | ({ readonly kind: 'print' } & Row)
  )

/** Parses one line; null if it is invalid. */
export function readKalshiLine(text: string): KalshiLine | null {
  try {
    const line = schema.safeParse(JSON.parse(text)).data
    return line === undefined ? null : lineOf(line)
  } catch {
    // Not JSON, or an amount with too many digits.
    return null
  }
}

const outcome = z.enum(['yes', 'no'])
const levels = z.array(z.tuple([z.string(), z.string()])).optional()
const numbers = { sid: z.number().optional(), seq: z.number().optional() }
const event = z.discriminatedUnion('type', [
  z.object({
    ...numbers,
    type: z.literal('orderbook_snapshot'),
    msg: z.object({ market_ticker: z.string(), yes_dollars_fp: levels, no_dollars_fp: levels }),
  }),
  z.object({
    ...numbers,
    type: z.literal('orderbook_delta'),
    msg: z.object({
      market_ticker: z.string(),
      price_dollars: z.string(),
      delta_fp: z.string(),
      side: outcome,
      ts: z.string().optional(),
      ts_ms: z.number().optional(),
    }),
  }),
  z.object({
    ...numbers,
    type: z.literal('trade'),
    msg: z.object({
      trade_id: z.string().optional(),
      market_ticker: z.string(),
      yes_price_dollars: z.string(),
      count_fp: z.string(),
      taker_side: outcome,
      ts_ms: z.number(),
    }),
  }),
])
const schema = z.object({ recv_ms: z.number(), event })

function lineOf({ recv_ms, event }: z.output<typeof schema>): KalshiLine {
  const { type, msg } = event
  const ticker = msg.market_ticker
  const { sid = null, seq = null } = event
  const told = { ticker, receivedAt: Timestamp.ofMs(recv_ms), sid, seq, tradeId: null }
  switch (type) {
    case 'orderbook_snapshot': {
      const [yes, no] = [msg.yes_dollars_fp ?? [], msg.no_dollars_fp ?? []]
      return { ...told, kind: 'snapshot', levels: [...yes.map(levelOf('yes')), ...no.map(levelOf('no'))] }
    }
    case 'orderbook_delta': {
      const { side, price, size } = levelOf(msg.side)([msg.price_dollars, msg.delta_fp])
      return { ...told, kind: 'change', at: timeOf(msg), side, price, size }
    }
    case 'trade': {
      // A taker who buys NO takes from the YES bids.
      const side = msg.taker_side === 'no' ? 'bid' : 'ask'
      const price = Price.of(fixed(msg.yes_price_dollars, 4))
      const row = { at: Timestamp.ofMs(msg.ts_ms), side, price, size: fixed(msg.count_fp, 6) } as const
      return { ...told, tradeId: msg.trade_id ?? null, kind: 'print', ...row }
    }
    default:
      return event satisfies never
  }
}

/** A resting NO bid at p is a YES ask at 1 - p. */
const levelOf =
  (side: 'yes' | 'no') =>
  ([price, size]: readonly [string, string]): Omit<Row, 'at'> => {
    const own = Price.of(fixed(price, 4))
    return { side: side === 'yes' ? 'bid' : 'ask', price: side === 'yes' ? own : Price.complement(own), size: fixed(size, 6) }
  }

/** The text has microseconds; the number only milliseconds. */
function timeOf({ ts, ts_ms }: { readonly ts?: string | undefined; readonly ts_ms?: number | undefined }): Timestamp | null {
  const at = ts === undefined ? null : readRfc3339(ts)
  return at ?? (ts_ms === undefined ? null : Timestamp.ofMs(ts_ms))
}

const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d+))?$/

/** A decimal text as an integer with the given number of decimals. Throws if the text has more decimals. */
function fixed(text: string, digits: number): number {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`expected a decimal number, found "${text.slice(0, 40)}"`)
  if (/[1-9]/.test(fraction.slice(digits)))
    throw new RangeError(`expected at most ${digits} decimals, found "${text.slice(0, 40)}"`)
  const value = Number(whole) * 10 ** digits + Number(fraction.slice(0, digits).padEnd(digits, '0'))
  if (!Number.isSafeInteger(value)) throw new RangeError(`expected a smaller number, found "${text.slice(0, 40)}"`)
  return sign === '-' ? -value : value
}
