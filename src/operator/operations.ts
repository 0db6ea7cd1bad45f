import { z } from 'zod'
import { action, actionAnswer } from './schemas-action.js'
import { alertsCopy } from './schemas-alerts.js'
import { eventPage, fillRow, logLine, profitPoint, refusalRow } from './schemas-history.js'
import { marketCopy, marketDetail, orderCopy } from './schemas-market.js'
import { callsCopy, feedCopy, groupCopy, limitCopy, moneyCopy, refusalCopy, runCopy, statusCopy } from './schemas-run.js'
import { amount, count, list, row, shares, time } from './schemas-words.js'

/** An operation of a door, as data: requests are checked with it, and the OpenAPI document is made from it. */
export interface DoorOperation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** With `{name}` for each of `params`. */
  readonly path: `/${string}`
  readonly summary: string
  /** True: no token is needed. */
  readonly isOpen: boolean
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodType | null
  /** By status, with its meaning. `null`: a stream of events. */
  readonly answers: Readonly<Record<number, readonly [meaning: string, body: z.ZodType | null]>>
  /** A repeat with the same key is answered like the first request. */
  readonly needsKey: boolean
}

/** The error, and what to do. */
export const doorErrorBody = row({ error: z.string(), text: z.string() }).meta({ id: 'Error' })

const none = z.strictObject({})
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

interface Reading<A extends z.ZodType> extends DoorOperation {
  /** The schema of a successful answer. */
  readonly answer: A
}

const get = <A extends z.ZodType>(
  id: string,
  path: DoorOperation['path'],
  summary: string,
  answer: A,
  more: Partial<DoorOperation> = {},
): Reading<A> => ({
  ...{ id, method: 'GET', path, summary, isOpen: false, params: none, query: none, body: null, needsKey: false },
  answers: { 200: ['what was asked for', answer] },
  answer,
  ...more,
})

const post = (
  id: string,
  path: DoorOperation['path'],
  summary: string,
  body: z.ZodType,
  more: Partial<DoorOperation>,
): DoorOperation => ({
  ...{ id, method: 'POST', path, summary, isOpen: false, params: none, query: none, body, needsKey: false, answers: {} },
  ...more,
})

const positionCopy = row({
  market: z.string(),
  question: z.string(),
  group: z.string().nullable(),
  yes: shares,
  no: shares,
  net: shares,
  profit: amount.describe('of this run'),
  worstCase: amount,
}).meta({ id: 'Position' })

const finishedResult = row({
  id: z.string(),
  kind: z.enum(['run', 'backtest', 'sweep', 'walk-forward']),
  name: z.string(),
  at: time,
  hasReport: z.boolean(),
  text: z.string().describe('what it came to, in short'),
}).meta({ id: 'Result' })

const resultId = z.strictObject({ id: z.string().min(1).max(300).describe('as the list has it, its slashes encoded') })

const well = row({ is: z.enum(['well', 'not well']) })

/** Every operation of a door, except the page's own files and metrics. */
export const DOOR_OPERATIONS = {
  status: get('status', '/api/status', 'How the run does, in short', statusCopy),
  run: get('run', '/api/run', 'The whole run', runCopy),
  markets: get('markets', '/api/markets', 'Each market', list(marketCopy)),
  market: get(
    'market',
    '/api/markets/{id}',
    'One market with its ladder; prints are those since someone looks at it',
    row({ market: marketCopy, detail: marketDetail.nullable() }),
    { params: z.strictObject({ id: z.string().min(1).max(200) }) },
  ),
  orders: get('orders', '/api/orders', 'Our orders that may rest, the oldest first', list(orderCopy)),
  positions: get(
    'positions',
    '/api/positions',
    'What is held, with what it may lose, by market and by group',
    row({ markets: list(positionCopy), groups: list(groupCopy) }),
  ),
  profit: get(
    'profit',
    '/api/profit',
    'Profit of this run with its parts, and over its time',
    row({ money: moneyCopy, points: list(profitPoint).describe('at most 2,000, finer where they are recent') }),
    { query: z.strictObject({ since: whole(0, Number.MAX_SAFE_INTEGER).default(0).describe('microseconds since the epoch') }) },
  ),
  fills: get(
    'fills',
    '/api/fills',
    'Fills of the wallet, the newest first',
    row({ fills: list(fillRow), before: count.nullable().describe('of the next page; null: this is the last one') }),
    {
      query: z.strictObject({
        before: whole(1, Number.MAX_SAFE_INTEGER).exactOptional().describe('the `before` of the page behind this one'),
        count: whole(1, 1_000).default(100),
      }),
    },
  ),
  refusals: get(
    'refusals',
    '/api/refusals',
    'What risk refused: how often in this run, and the last ones',
    row({ counts: list(refusalCopy), last: list(refusalRow) }),
    { query: z.strictObject({ count: whole(0, 1_000).default(50) }) },
  ),
  limits: get('limits', '/api/limits', 'Every limit, with what is used of it', list(limitCopy)),
  calls: get('calls', '/api/calls', 'What is left of the venue’s windows of calls', list(callsCopy)),
  feeds: get('feeds', '/api/feeds', 'Books, the wallet’s stream, and references', list(feedCopy)),
  differences: get('differences', '/api/differences', 'Where our books and the venue’s account differ', list(z.string())),
  events: get('events', '/api/events', 'What a person should hear of, from the journal, the oldest first', eventPage, {
    query: z.strictObject({
      after: whole(0, Number.MAX_SAFE_INTEGER).exactOptional().describe('the number of an entry; absent: the last ones'),
      count: whole(1, 1_000).default(100),
    }),
  }),
  alerts: get('alerts', '/api/alerts', 'Which alerts are on, and how their receivers do', alertsCopy),
  log: get('log', '/api/log', 'The last lines of the run’s log', list(logLine), {
    query: z.strictObject({ lines: whole(1, 2_000).default(100) }),
  }),
  stream: get(
    'stream',
    '/api/stream',
    'Server-sent events: `copy` (Run), `detail` (MarketDetail), `event` (Event), `alerts` (Alerts), `end`. A client that does not read is cut off',
    z.unknown(),
    {
      query: z.strictObject({ market: z.string().min(1).max(200).exactOptional().describe('whose ladder is sent') }),
      answers: { 200: ['events', null] },
    },
  ),
  act: post('act', '/api/actions', 'Pause, resume, halt, cancel all, set, reload', action, {
    needsKey: true,
    answers: {
      200: ['done, and seen', actionAnswer],
      202: ['carried out, and not seen at the venue yet', actionAnswer],
      409: ['to be confirmed first', actionAnswer],
      422: ['refused, or the key was used for another action', actionAnswer],
    },
  }),
  code: post('code', '/api/codes', 'A code that opens the page once, within a minute', none, {
    answers: { 200: ['the code', row({ code: z.string(), expiresInMs: count })] },
  }),
  token: post('token', '/api/token', 'The page’s token for a code', z.strictObject({ code: z.string().min(1).max(100) }), {
    isOpen: true,
    answers: { 200: ['the token', row({ token: z.string() })], 403: ['the code is wrong, old or used', doorErrorBody] },
  }),
  results: get(
    'results',
    '/api/results',
    'Finished runs, backtests, sweeps and walk-forwards of the working folder',
    list(finishedResult),
  ),
  result: get('result', '/api/results/{id}', 'The summary of a finished result', z.record(z.string(), z.unknown()), {
    params: resultId,
  }),
  link: post('link', '/api/results/{id}/link', 'An address that shows a report for a minute without a token', none, {
    params: resultId,
    answers: { 200: ['the address', row({ path: z.string() })] },
  }),
  openapi: get('openapi', '/api/openapi.json', 'This document', z.record(z.string(), z.unknown())),
  health: get('health', '/health', 'Whether the trading thread turns', well, {
    isOpen: true,
    answers: { 200: ['it does', well], 503: ['it does not', well] },
  }),
  ready: get('ready', '/ready', 'Whether the run trades: not while it starts, is halted or stops', well, {
    isOpen: true,
    answers: { 200: ['it does', well], 503: ['it does not', well] },
  }),
} as const

export type OperationName = keyof typeof DOOR_OPERATIONS
