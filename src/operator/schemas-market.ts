import { z } from 'zod'
import { amount, bookSide, count, dark, list, ms, outcome, price, row, shares, time } from './schemas-words.js'

// One market and one order as the door shows them. Prices are decimals in collateral (0.523), in YES terms unless an outcome is given beside them.

const quoted = list(z.tuple([price, shares]).readonly())

export const marketCopy = row({
  id: z.string(),
  question: z.string(),
  group: z.string().nullable().describe('the neg-risk group that it is one of; null: it is in none'),
  strategy: z.string().nullable().describe('null: it is only held'),
  state: z.string().describe('quoting, waiting, paused, halted, failed, feed lost, book crossed, closed and the like'),
  endsAt: time.nullable(),
  feedAgeMs: ms.nullable().describe('since the venue said anything of its book; null: it never did'),
  tick: price,
  touch: row({ bid: price, bidSize: shares, ask: price, askSize: shares }).nullable().describe('null: no live two-sided book'),
  ours: row({ bid: quoted, ask: quoted }).describe('price and size of what rests of ours, as quotes, best first'),
  yes: shares,
  no: shares,
  net: shares,
  equity: amount.describe('what it came to over the life of the wallet: sold less bought, and what is held by its mark'),
  worth: amount.describe('of the shares that are held, by their marks'),
  cost: amount.describe('what was paid for the shares that are held: at the average price of all that were bought'),
  profit: amount.describe('of this run'),
  fills: count.describe('of this run'),
  worstCase: amount.describe('what it may lose, with resting, removed and unsettled orders counted'),
  agedReference: z
    .string()
    .nullable()
    .describe('the reference that is older than limits.referenceAgeMaxMs, so that nothing rests; null: none is'),
  pulledFor: z
    .string()
    .nullable()
    .describe('why its strategy pulls, in its words; null: it does not, or the market takes no orders any more'),
  fault: z.string().nullable().describe('how its strategy failed'),
  stopped: list(bookSide).describe('sides that get no order because their fills lost'),
  paused: z.string().nullable().describe('who paused it, or all, or its strategy, or has it closed'),
  isClosing: z.boolean().describe('its position is closed: nothing else is placed'),
  dark: dark.describe('of this run'),
}).meta({ id: 'Market' })

const ladderRow = row({
  price,
  size: shares.describe('of all, ours included'),
  ours: shares,
  ahead: shares.nullable().describe('estimate of what stands before ours; null: none of ours rests there'),
}).meta({ id: 'LadderRow' })

const printRow = row({ at: time, price, size: shares, side: bookSide.describe('of the taker') }).meta({ id: 'Print' })

export const marketDetail = row({
  id: z.string(),
  at: time,
  bid: list(ladderRow).describe('best first, at most 25'),
  ask: list(ladderRow).describe('best first, at most 25'),
  trades: list(printRow).describe('the last 200 since it is looked at, the newest last'),
}).meta({ id: 'MarketDetail' })

export const orderCopy = row({
  id: z.string(),
  market: z.string(),
  strategy: z.string().nullable(),
  outcome,
  side: z.enum(['buy', 'sell']),
  yesSide: bookSide,
  price,
  yesPrice: price,
  size: shares,
  left: shares,
  state: z.string().describe('pending, working, canceling, unknown'),
  ageMs: ms,
  expiresInMs: ms,
  ahead: shares.nullable().describe('estimate of what stands before it; null where the book is not known'),
}).meta({ id: 'Order' })

/** The state of one market of a run. */
export type MarketCopy = z.output<typeof marketCopy>
/** Details of one market that is watched: at most 4 a second. */
export type MarketDetail = z.output<typeof marketDetail>
/** One price of a ladder. */
export type LadderRow = z.output<typeof ladderRow>
/** One open order. */
export type OrderCopy = z.output<typeof orderCopy>
