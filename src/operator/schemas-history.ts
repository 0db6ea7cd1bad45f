import { z } from 'zod'
import { amount, bookSide, count, list, outcome, price, row, shares, time } from './schemas-words.js'

// What the door reads itself: the journal, the log file, and profit over the run's time.

export const fillRow = row({
  seq: count.describe('the number of its entry: `before` of the next page'),
  key: z.string(),
  at: time,
  state: z.enum(['matched', 'settled', 'failed']),
  order: z.string().nullable().describe('null: of an order that is not known'),
  market: z.string(),
  outcome,
  side: z.enum(['buy', 'sell']),
  yesSide: bookSide,
  price: price.describe('of its outcome: value for a share, before fees'),
  yesPrice: price,
  shares,
  value: amount,
  fee: amount,
  feeIn: z.enum(['shares', 'cash']),
  markout: row({ afterSeconds: z.number(), perShare: z.number() })
    .nullable()
    .describe('what a share gained by the middle of the book some seconds later, in collateral; null: not known'),
}).meta({ id: 'Fill' })

export const refusalRow = row({
  seq: count,
  at: time,
  rule: z.string(),
  limit: z.number(),
  found: z.number(),
  note: z.string().nullable(),
  market: z.string().nullable(),
  order: z.string().describe('what was refused, in words'),
}).meta({ id: 'Refusal' })

/** Events that a person should know: not each order, and not the venue's answers to it. */
const eventKinds = ['control', 'halt', 'fault', 'fill', 'failed fill', 'failure', 'link', 'joined', 'left', 'result'] as const

const eventRow = row({
  seq: count.describe('the number of its entry in the journal: `after` of the next page'),
  at: time,
  kind: z.enum(eventKinds),
  market: z.string().nullable(),
  who: z.string().nullable().describe('who acted; null: no person did'),
  key: z.string().nullable().describe('of an action, as its client named it'),
  text: z.string(),
}).meta({ id: 'Event' })

export const eventPage = row({
  events: list(eventRow),
  next: count.describe('`after` of the next page: entries up to this one were read'),
}).meta({ id: 'Events' })

export const profitPoint = row({
  at: time,
  total: amount,
  realized: amount,
  unrealized: amount,
  fees: amount,
  equity: amount,
}).meta({ id: 'ProfitPoint' })

export const logLine = row({
  at: time.nullable(),
  level: z.string(),
  text: z.string(),
}).meta({ id: 'LogLine' })

/** One fill. */
export type FillEntry = z.output<typeof fillRow>
/** One refusal by risk. */
export type RefusalEntry = z.output<typeof refusalRow>
/** One event of a run. */
export type EventEntry = z.output<typeof eventRow>
/** Events of a run, page by page. */
export type EventPage = z.output<typeof eventPage>
/** Profit of a run at one time. */
export type ProfitPoint = z.output<typeof profitPoint>
/** One line of a run's log. */
export type LogLine = z.output<typeof logLine>
