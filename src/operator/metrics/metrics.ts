import { SEVERITIES } from '../alerts/alert.js'
import { isLost } from '../alerts/is-lost.js'
import { type RunCopy, runState } from '../schemas-run.js'
import { MARKET_METRICS } from './market-metrics.js'
import type { Metric, Sample } from './metric.js'

/** One series without labels; none if the value is not known. */
const one = (value: number | null): readonly Sample[] => (value === null ? [] : [[value]])
const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1_000)
const flag = (isSo: boolean): number => (isSo ? 1 : 0)

type Read = (run: RunCopy) => readonly Sample[]

const gauge = (name: string, help: string, read: Read, labels: readonly string[] = []): Metric => ({
  ...{ kind: 'gauge', name: `oddsmith_${name}`, help, labels },
  read: ({ run }) => read(run),
})
const counter = (name: string, help: string, read: Read, labels: readonly string[] = []): Metric => ({
  ...gauge(`${name}_total`, help, read, labels),
  ...({ kind: 'counter' } as const),
  read: ({ run }) => read(run),
})

const RUN: readonly Metric[] = [
  gauge(
    'run_info',
    'Always 1; its labels say what runs',
    ({ run, mode, venue, wallet, version }) => [[1, { run, mode, venue, wallet, version }]],
    ['run', 'mode', 'venue', 'wallet', 'version'],
  ),
  gauge('start_time_seconds', 'When the run began, since the epoch', ({ startedAt }) => one(startedAt / 1e6)),
  gauge(
    'run_state',
    '1 for the state in which the run is, 0 for the others',
    ({ state }) => runState.options.map(each => [flag(state === each), { state: each }]),
    ['state'],
  ),
  gauge('pauses', 'Pauses that stand: of all, of a market or of a strategy', ({ pauses }) => one(pauses.length)),
  gauge(
    'loop_delay_seconds',
    'By how much timers of the trading thread came late in the last minute or two',
    ({ loop: { p50Ms, p99Ms, maxMs } }) => [
      [p50Ms / 1_000, { statistic: 'p50' }],
      [p99Ms / 1_000, { statistic: 'p99' }],
      [maxMs / 1_000, { statistic: 'max' }],
    ],
    ['statistic'],
  ),
  gauge('resident_memory_bytes', 'Memory of the process that trades', ({ memory }) => one(memory.rssMb * 1e6)),
  gauge('heap_memory_bytes', 'Of it, what its objects take', ({ memory }) => one(memory.heapMb * 1e6)),
  gauge('keeper_heard_age_seconds', 'Since the keeper last answered', ({ keeper }) => one(seconds(keeper.heardMsAgo))),
  gauge('clock_offset_seconds', 'How far the clock of this computer is ahead of the venue’s', ({ clockOffsetMs }) =>
    one(seconds(clockOffsetMs)),
  ),
  gauge(
    'account_differences',
    'Differences between our books and the venue’s account, as two looks in a row found',
    ({ differences }) => one(differences.length),
  ),
]

const LATENCY: readonly Metric[] = [
  {
    kind: 'histogram',
    name: 'oddsmith_push_to_cancel_seconds',
    help: 'From the arrival of a push to the moment at which a cancel that it caused is handed over',
    read: ({ run }) => run.latency.pushToCancel,
  },
  {
    kind: 'histogram',
    name: 'oddsmith_push_to_post_seconds',
    help: 'From the arrival of a push to the moment at which a create that it caused is handed over',
    read: ({ run }) => run.latency.pushToPost,
  },
]

const FEEDS: readonly Metric[] = [
  gauge(
    'feed_lost',
    '1 while nothing of the feed can be trusted: books (all of them), wallet (our own orders), and each reference by its name',
    ({ feeds }) => feeds.map(feed => [flag(isLost(feed)), { feed: feed.name }]),
    ['feed'],
  ),
  gauge(
    'feed_age_seconds',
    'Since the state of the wallet’s stream changed, or since a reference was last told',
    ({ feeds }) => feeds.flatMap(({ name, ageMs }) => (ageMs === null ? [] : [[ageMs / 1_000, { feed: name }] as const])),
    ['feed'],
  ),
]

const TRADING: readonly Metric[] = [
  gauge(
    'open_orders',
    'Orders of ours by state: sent and not answered yet, resting, sent and never answered',
    ({ orders: { pending, working, unknown } }) => [
      [pending, { state: 'pending' }],
      [working, { state: 'working' }],
      [unknown, { state: 'unknown' }],
    ],
    ['state'],
  ),
  counter(
    'orders',
    'Orders of this run by what became of them; placed counts all that were sent',
    ({ orders: { placed, canceled, filled, refused } }) => [
      [placed, { what: 'placed' }],
      [canceled, { what: 'canceled' }],
      [filled, { what: 'filled' }],
      [refused, { what: 'refused' }],
    ],
    ['what'],
  ),
  counter('fills', 'Fills of this run', ({ orders }) => one(orders.fills)),
  counter('volume_usdt', 'Value of the fills of this run', ({ money }) => one(Number(money.volume))),
  counter(
    'refusals',
    'Orders that risk refused in this run, by the limit that refused',
    ({ refusals }) => refusals.map(({ rule, strategy, count }) => [count, { rule, strategy: strategy ?? '' }]),
    ['rule', 'strategy'],
  ),
  counter('quotes_wanted_seconds', 'Time in which quotes were wanted, summed over markets; a side counts half', ({ dark }) =>
    one(dark.wantedSeconds),
  ),
  counter(
    'quotes_dark_seconds',
    'Of it, time in which none of ours stood, by reason',
    ({ dark }) => Object.entries(dark.reasons).map(([reason, value]) => [value, { reason }]),
    ['reason'],
  ),
  gauge(
    'calls_left',
    'Calls that are left of the venue’s window or bucket, named by route and size',
    ({ calls }) => leastOf(calls).map(({ route, left, of }) => [left, { route, of: String(of) }]),
    ['route', 'of'],
  ),
]

/** Two windows with the same route and size become one series: the one with fewer calls left. */
function leastOf(calls: RunCopy['calls']): RunCopy['calls'] {
  const least = new Map<string, RunCopy['calls'][number]>()
  for (const each of calls) {
    const key = `${each.route} ${each.of}`
    if (each.left < (least.get(key)?.left ?? Number.POSITIVE_INFINITY)) least.set(key, each)
  }
  return [...least.values()]
}

const MONEY: readonly Metric[] = [
  gauge('cash_usdt', 'Cash of the wallet', ({ money }) => one(Number(money.cash))),
  gauge('unredeemed_usdt', 'Of the cash, what decided markets pay once their shares are redeemed', ({ money }) =>
    one(Number(money.unredeemed)),
  ),
  gauge('equity_usdt', 'Cash, and what all shares are worth by their marks', ({ money }) => one(Number(money.equity))),
  gauge('profit_usdt', 'Profit of this run: realized and unrealized, less fees', ({ money }) => one(Number(money.total))),
  gauge('profit_realized_usdt', 'Of it, from shares that were sold or paid, before fees', ({ money }) =>
    one(Number(money.realized)),
  ),
  gauge('profit_unrealized_usdt', 'Of it, from shares that are held, by their marks', ({ money }) =>
    one(Number(money.unrealized)),
  ),
  gauge('fees_usdt', 'What fees of this run took', ({ money }) => one(Number(money.fees))),
  gauge(
    'limit_used_ratio',
    'How much of a limit is used, 1 being all of it; named by its path in the config',
    ({ limits }) =>
      limits.flatMap(({ path, percent }) => (percent === null ? [] : [[percent / 100, { limit: path }] as const])),
    ['limit'],
  ),
  gauge(
    'group_worst_case_usdt',
    'What the markets of a neg-risk group may lose together',
    ({ groups }) => groups.map(({ group, worstCase }) => [Number(worstCase), { group }]),
    ['group'],
  ),
]

const SETTLEMENT: readonly Metric[] = [
  gauge('settlements_pending', 'Fills that have not settled yet', ({ settlement }) => one(settlement.pending)),
  gauge('settlement_oldest_age_seconds', 'How long the oldest of them waits; 0: none does', ({ settlement }) =>
    one(seconds(settlement.oldestMs ?? 0)),
  ),
  counter(
    'settlements',
    'Fills of this run that settled, and that failed to',
    ({ settlement: { settled, failed } }) => [
      [settled, { result: 'settled' }],
      [failed, { result: 'failed' }],
    ],
    ['result'],
  ),
]

const ALERTS: readonly Metric[] = [
  {
    ...{ kind: 'gauge', name: 'oddsmith_alerts_firing', help: 'Alerts that are on, by severity', labels: ['severity'] },
    read: ({ alerts: { firing } }) =>
      SEVERITIES.map(severity => [firing.filter(alert => alert.severity === severity).length, { severity }]),
  },
  {
    ...{ kind: 'counter', name: 'oddsmith_alert_requests_total', labels: ['sink', 'result'] },
    help: 'Requests to a receiver of alerts, those that it took and those that it did not',
    read: ({ alerts: { sinks } }) =>
      sinks.flatMap(({ name, sent, failures }) => [
        [sent, { sink: name, result: 'taken' }] as const,
        [failures, { sink: name, result: 'failed' }] as const,
      ]),
  },
  {
    ...{ kind: 'counter', name: 'oddsmith_alerts_dropped_total', labels: ['sink'] },
    help: 'Alerts that were given up because too many waited',
    read: ({ alerts: { sinks } }) => sinks.map(({ name, dropped }) => [dropped, { sink: name }]),
  },
  {
    ...{ kind: 'gauge', name: 'oddsmith_alerts_waiting', labels: ['sink'] },
    help: 'Alerts that a receiver has yet to be told',
    read: ({ alerts: { sinks } }) => sinks.map(({ name, waiting }) => [waiting, { sink: name }]),
  },
  {
    ...{ kind: 'counter', name: 'oddsmith_heartbeats_total', labels: ['result'] },
    help: 'Heartbeats, those that were taken and those that were not',
    read: ({ alerts: { heartbeat } }) =>
      heartbeat === null
        ? []
        : [
            [heartbeat.sent, { result: 'taken' }],
            [heartbeat.failures, { result: 'failed' }],
          ],
  },
]

/** Every metric of a daemon, in order. docs/metrics.md lists them too. */
export const METRICS: readonly Metric[] = [
  ...RUN,
  ...LATENCY,
  ...FEEDS,
  ...TRADING,
  ...MONEY,
  ...MARKET_METRICS,
  ...SETTLEMENT,
  ...ALERTS,
]
