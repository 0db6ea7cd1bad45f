import { z } from 'zod'
import { marketCopy, orderCopy } from './schemas-market.js'
import { amount, count, dark, list, ms, row, time } from './schemas-words.js'

// A whole run as the door shows it. Amounts are decimal strings of collateral, times microseconds since the epoch.

const anything = z.record(z.string(), z.unknown()).readonly()

/** Fixed buckets: `counts` has one more than `boundsMs`, for values above the last bound. */
const histogram = row({ boundsMs: list(ms), counts: list(count), sumMs: ms, count }).meta({ id: 'Histogram' })

const pauseCopy = row({
  scope: z.string().describe('all, market:ID or strategy:NAME'),
  who: z.string(),
  at: time,
  closing: row({ crossTicks: count.nullable() })
    .exactOptional()
    .describe('what is held there is sold; absent: nothing is placed'),
}).meta({ id: 'Pause' })

export const moneyCopy = row({
  cash: amount.describe('with what is to be redeemed'),
  unredeemed: amount.describe('what decided markets pay once their shares are redeemed: it cannot be spent yet'),
  equity: amount.describe('cash, and what all shares are worth by their marks'),
  total: amount.describe('profit of this run'),
  realized: amount,
  unrealized: amount,
  fees: amount,
  volume: amount,
}).meta({ id: 'Money' })

const orderCounts = row({
  placed: count,
  canceled: count,
  filled: count,
  refused: count,
  unknown: count.describe('sent and never answered, now'),
  fills: count,
  pending: count.describe('sent and not answered yet, now'),
  working: count.describe('resting, now'),
}).meta({ id: 'OrderCounts' })

export const groupCopy = row({
  group: z.string(),
  markets: list(z.string()),
  worstCase: amount,
  limit: amount.nullable().describe('null: it has none'),
}).meta({ id: 'Group' })

const ownParameters = row({
  market: z.string(),
  parameters: anything.describe('all that hold in this market'),
  differs: list(
    row({ name: z.string(), value: z.unknown(), general: z.unknown().describe('what holds in the other markets') }),
  ),
}).meta({ id: 'OwnParameters' })

const strategyCopy = row({
  name: z.string(),
  path: z
    .string()
    .describe(
      'what stands for it in the path of a `set`: its name, in quotes where it has a dot; its place where two have one name',
    ),
  place: count.describe('its place in the list of the config, from 0'),
  parameters: anything,
  schema: anything.describe('JSON Schema of its parameters'),
  markets: list(z.string()),
  own: list(ownParameters).describe('markets in which a parameter differs'),
}).meta({ id: 'Strategy' })

export const limitCopy = row({
  path: z.string().describe('limits.positionMaxShares, limits.markets.1001.positionMaxShares, strategies.two-sided.limits.…'),
  value: z.unknown(),
  used: z.number().nullable().describe('in the unit of the limit; null: it is not measured'),
  percent: z.number().nullable().describe('used, of the limit; 1000000: that or more'),
  where: z.string().nullable().describe('the market, group or strategy that uses most of it'),
}).meta({ id: 'Limit' })

export const callsCopy = row({
  route: z.string(),
  left: z.number(),
  of: z.number(),
  resetsInMs: ms,
}).meta({ id: 'Calls' })

export const feedCopy = row({
  name: z.string(),
  state: z.string().describe('live, suspect, lost'),
  ageMs: ms.nullable(),
  text: z.string(),
}).meta({ id: 'Feed' })

export const refusalCopy = row({ rule: z.string(), strategy: z.string().nullable(), count }).meta({ id: 'RefusalCount' })

/** The daemon's state, in one word. */
export const runState = z.enum(['quoting', 'waiting', 'paused', 'closing', 'halted', 'failed', 'stopping'])

/** All of a run except its long lists. */
const short = {
  at: time,
  run: z.string(),
  mode: z.enum(['paper', 'live']),
  wallet: z.string(),
  venue: z.string(),
  config: z.string(),
  version: z.string(),
  pid: count,
  startedAt: time,
  state: runState,
  halt: row({ rule: z.string(), text: z.string(), at: time }).nullable(),
  pauses: list(pauseCopy),
  money: moneyCopy,
  orders: orderCounts,
  groups: list(groupCopy),
  limits: list(limitCopy),
  calls: list(callsCopy),
  feeds: list(feedCopy),
  refusals: list(refusalCopy),
  settlement: row({ pending: count, oldestMs: ms.nullable(), settled: count, failed: count }),
  waiting: list(z.string()).describe('wanted markets that cannot be traded yet, and what helps'),
  differences: list(z.string()).describe('between our books and the venue’s account, as two looks in a row found; empty: none'),
  clockOffsetMs: ms.nullable().describe('how far the clock of this computer is ahead of the venue’s; null: not measured yet'),
  loop: row({ p50Ms: ms, p99Ms: ms, maxMs: ms }).describe('by how much timers of the trading thread came late'),
  latency: row({ pushToCancel: histogram, pushToPost: histogram }),
  keeper: row({ pid: count.nullable(), unattendedMaxMs: ms, heardMsAgo: ms.nullable() }),
  memory: row({ rssMb: z.number(), heapMb: z.number() }),
  dark,
} as const

export const runCopy = row({
  ...short,
  markets: list(marketCopy),
  open: list(orderCopy),
  strategies: list(strategyCopy),
}).meta({ id: 'Run' })

export const statusCopy = row(short).meta({ id: 'Status' })

/** The state of a run, as the trading thread copies it. */
export type RunCopy = z.output<typeof runCopy>
/** The same without markets, orders and strategies. */
export type StatusCopy = z.output<typeof statusCopy>
/** The state of one strategy of a run. */
export type StrategyCopy = z.output<typeof strategyCopy>
/** One limit and how much of it is used. */
export type LimitCopy = z.output<typeof limitCopy>
/** Counts by bucket. */
export type Histogram = z.output<typeof histogram>
