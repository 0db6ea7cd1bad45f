import type { DeskLook } from '../../../engine/desk-look.js'
import type { DeskSummary } from '../../../engine/desk-summary.js'
import { DARK_REASONS } from '../../../engine/side-time.js'
import { haltText } from '../../../model/halt.js'
import type { MarketDetail } from '../../../operator/schemas-market.js'
import type { Histogram, RunCopy } from '../../../operator/schemas-run.js'
import { exactDigits } from '../../../protocol/exact-digits.js'
import { isAllFailed } from '../../../runtime/failed-strategies.js'
import type { LatencyBuckets } from '../../../runtime/latency-buckets.js'
import { packageVersion } from '../../config/package-manifest.js'
import { sinceStartOf } from '../../screen/since-start.js'
import { feedCopies } from './feed-copies.js'
import { limitCopies } from './limit-copies.js'
import { marketCopies, usdtText } from './market-copies.js'
import { type Looked, marketDetailOf } from './market-detail-of.js'
import { orderCopies } from './order-copies.js'
import { pathNames } from './path-names.js'
import { createQueueEstimates } from './queue-estimates.js'
import type { ShownRun } from './shown-run.js'
import { createStrategyCopier } from './strategy-copies.js'

/** The result of one copy. */
export interface RunCopies {
  readonly copy: RunCopy
  /** Details of the watched market; null: no market is watched, or it is not part of this run. */
  readonly detail: MarketDetail | null
}

/** Copies a run between two turns. Only reads. */
export interface RunCopier {
  /** The whole run. `market`: the market whose ladder is wanted; null: none. */
  all(market: string | null): RunCopies
  /** The ladder of a market, with our orders as in the last whole copy: far cheaper. null: that copy was of another market. */
  ladder(market: string | null): MarketDetail | null
}

/** Creates the copier. */
export function createRunCopier(shown: ShownRun): RunCopier {
  const { session, seen } = shown
  const queues = createQueueEstimates(session.books)
  const names = pathNames(shown.settings().stanzas)
  const strategies = createStrategyCopier(shown.settings)
  const version = packageVersion()
  let looked: Pick<Looked, 'market' | 'isLive' | 'open'> | null = null
  const ladder = (market: string | null): MarketDetail | null =>
    looked === null || looked.market.id !== market
      ? null
      : marketDetailOf({ ...looked, books: session.books, seen, at: shown.clock.now() })
  const all = (market: string | null): RunCopies => {
    const summary = session.desk.summary()
    const look = session.desk.look()
    const live = new Set(summary.markets.flatMap(({ market, state }) => (state === 'live' ? [market.index] : [])))
    const open = orderCopies(look, { queues, live })
    const row = summary.markets.find(({ market: { id } }) => id === market)?.market ?? null
    seen.watch(row)
    const at = shown.clock.now()
    const copy: RunCopy = {
      ...headOf(shown, version, at),
      ...stateOf(shown, summary, look),
      ...sumsOf(shown, summary, look),
      markets: marketCopies(session, summary, look),
      open,
      groups: groupCopies(look),
      strategies: strategies(look.markets),
      limits: limitCopies({ look, names, clockOffsetMs: summary.clockOffsetMs }),
      feeds: feedCopies(shown, summary, at),
      ...healthOf(shown, summary),
    }
    looked = row === null ? null : { market: row, isLive: live.has(row.index), open }
    return { copy, detail: ladder(market) }
  }
  return { all, ladder }
}

const headOf = ({ run, mode, wallet, venue, config, startedAt }: ShownRun, version: string, at: number) => ({
  ...{ at, run, mode, wallet, venue, config, version, pid: process.pid, startedAt },
})

function stateOf(shown: ShownRun, summary: DeskSummary, { halt, pauses }: DeskLook) {
  return {
    state: runStateOf(shown, summary),
    halt: halt === null ? null : { rule: halt.rule, text: haltText(halt), at: halt.at },
    pauses,
  }
}

function runStateOf({ isStopping }: ShownRun, summary: DeskSummary): RunCopy['state'] {
  if (isStopping()) return 'stopping'
  if (summary.isHalted) return 'halted'
  if (summary.isPaused) return 'paused'
  if (summary.markets.length > 0 && summary.markets.every(({ isClosing }) => isClosing)) return 'closing'
  if (isAllFailed(summary)) return 'failed'
  return summary.markets.some(({ resting }) => resting.bid.length + resting.ask.length > 0) ? 'quoting' : 'waiting'
}

function sumsOf({ session, clock }: ShownRun, now: DeskSummary, look: DeskLook) {
  const { orders, fills, settlement, volume, pnl } = sinceStartOf({ now, adjusted: look.adjusted, ...session })
  const countOf = (status: string): number => look.orders.filter(order => order.status === status).length
  const { oldestAt, pending } = look.settlement
  return {
    money: {
      cash: exactDigits(now.cash),
      unredeemed: exactDigits(now.unredeemed),
      equity: exactDigits(now.equity),
      ...pnl,
      volume,
    },
    orders: { ...orders, fills, pending: countOf('pending'), working: countOf('working') },
    settlement: {
      pending,
      oldestMs: oldestAt === null ? null : Math.max(0, (clock.now() - oldestAt) / 1_000),
      settled: settlement.settled,
      failed: settlement.failed,
    },
    calls: look.calls.map(({ route, left, of, resetsAt }) => ({
      ...{ route, left, of, resetsInMs: Math.max(0, (resetsAt - look.now) / 1_000) },
    })),
  }
}

function groupCopies({ groups, settings: { limits } }: DeskLook): RunCopy['groups'] {
  const limit = limits.group?.worstCaseLossMaxUsdt ?? null
  return groups.map(({ group, markets, worstCase }) => ({
    ...{ group, markets, worstCase: usdtText(worstCase), limit: limit === null ? null : String(limit) },
  }))
}

function healthOf({ session, seen, loop, keeper }: ShownRun, { quoting, clockOffsetMs, markets }: DeskSummary) {
  const strategyOf = new Map(markets.map(({ market, strategy }) => [market.index, strategy]))
  const { rss, heapUsed } = process.memoryUsage()
  const refusals = new Map<string, RunCopy['refusals'][number]>()
  for (const { rule, market, count } of seen.refusals) {
    const strategy = market === null ? null : (strategyOf.get(market) ?? null)
    const key = `${rule} ${strategy}`
    refusals.set(key, { rule, strategy, count: count + (refusals.get(key)?.count ?? 0) })
  }
  return {
    refusals: [...refusals.values()].toSorted((a, b) => b.count - a.count),
    waiting: session.waiting(),
    differences: session.differences(),
    clockOffsetMs,
    loop: loop.read(),
    latency: { pushToCancel: histogramOf(session.latency.toCancel), pushToPost: histogramOf(session.latency.toPost) },
    keeper: { pid: process.ppid, unattendedMaxMs: keeper.unattendedMaxMs, heardMsAgo: keeper.heardMsAgo() },
    memory: { rssMb: megabytes(rss), heapMb: megabytes(heapUsed) },
    dark: {
      wantedSeconds: quoting.wantedSeconds,
      reasons: Object.fromEntries(DARK_REASONS.map(reason => [reason, quoting.darkSeconds[reason]])),
    },
  }
}

const histogramOf = ({ boundsMs, counts, sumMs, count }: LatencyBuckets): Histogram => ({
  ...{ boundsMs, counts: [...counts], sumMs, count },
})

const megabytes = (bytes: number): number => Math.round(bytes / 1e4) / 100
