import { z } from 'zod'
import type { ComparedFill, ComparedResult } from '../../backtest/compare/compared-result.js'
import type { Fill } from '../model/fill.js'
import { Wei } from '../model/money.js'
import type { Report } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import { type InputLog, openInputLog } from '../recording/input-log.js'
import { inputLogOf } from '../recording/open-recording.js'
import { ExitCode, ExitError } from './exit.js'

const digits = z.string().regex(/^-?\d+(\.\d+)?$/)
/** What a comparison reads of a run's summary. */
const runSummary = z.object({
  run: z.string(),
  seconds: z.number(),
  markets: z.array(z.string()),
  fills: z.number(),
  orders: z.object({ placed: z.number() }),
  volume: digits,
  pnl: z.object({ total: digits, fees: digits }),
  stateHash: z.string(),
})

/** A run's folder: its summary, and the fills that its input log tells of. A run marks no equity over time. Rejects with an `ExitError` of code 2, or with a `RecordingError`. */
export async function readComparedRun(
  summary: unknown,
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<ComparedResult> {
  const { success, data } = runSummary.safeParse(summary)
  if (!success) throw new ExitError(ExitCode.USAGE, `${folder}: its summary.json is not that of a run which ended by itself`)
  const log = await openInputLog(inputLogOf(folder))
  const { markets, startedAt } = log.header
  const fills = await fillsOf(log)
  return {
    name,
    kind: 'run',
    folder,
    model: null,
    from: startedAt,
    to: startedAt + data.seconds * 1e6,
    markets: data.markets,
    orders: data.orders.placed,
    fills: data.fills,
    volume: Number(data.volume),
    profit: Number(data.pnl.total),
    parts: null,
    fees: -Number(data.pnl.fees),
    maxDrawdown: null,
    sharpe: null,
    atRisk: null,
    strategies: {},
    byMarket: {},
    markouts: [],
    equity: [],
    fillList: fills.map(told => comparedFill(told, String(markets.find(({ index }) => index === told.fill.market)?.id ?? ''))),
    hash: data.stateHash,
  }
}

interface ToldFill {
  readonly at: Timestamp
  readonly fill: Fill
}

/** Each fill once, without those whose settlement failed. */
async function fillsOf(log: InputLog): Promise<readonly ToldFill[]> {
  const told = new Map<string, ToldFill>()
  const failed = new Set<string>()
  for await (const records of log.records())
    for (const record of records)
      if (record.kind === 'report')
        for (const { at, fill, kind } of fillsIn(record.report)) {
          if (kind === 'failed') failed.add(fill.key)
          else if (!told.has(fill.key)) told.set(fill.key, { at, fill })
        }
  return [...told.values()].filter(({ fill }) => !failed.has(fill.key)).toSorted((a, b) => a.at - b.at)
}

function fillsIn(report: Report): readonly (ToldFill & { readonly kind: 'matched' | 'settled' | 'failed' })[] {
  if (report.kind !== 'matched' && report.kind !== 'settled' && report.kind !== 'failed') return []
  const { at, fill, kind } = report
  return [{ at, fill, kind }]
}

function comparedFill({ at, fill: { outcome, side, shares, value } }: ToldFill, market: string): ComparedFill {
  const price = Wei.toNumber(value) / Wei.toNumber(shares)
  const isYes = outcome === 'yes'
  return {
    at,
    market,
    sign: isYes === (side === 'buy') ? 1 : -1,
    price: isYes ? price : 1 - price,
    shares: Wei.toNumber(shares),
  }
}
