import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ComparedFill, ComparedResult } from '../../../backtest/compare/compared-result.js'
import { yesTerms } from '../../model/yes-terms.js'
import { readTable } from '../../recording/columns/read-table.js'
import { usageError } from '../config/exit.js'
import { readEquity } from './read-equity.js'

const digits = z.string().regex(/^-?\d+(\.\d+)?$/)
const parts = z.object({
  total: digits,
  spread: digits,
  drift: digits,
  settlement: digits,
  fees: digits,
  rewards: digits,
})
const share = z.object({ fills: z.number(), pnl: z.object({ total: digits }) })
const account = z.object({
  orders: z.object({ placed: z.number() }),
  maxDrawdown: digits,
  strategies: z.record(z.string(), share),
  markets: z.record(z.string(), share.extend({ volume: z.number() })),
  markouts: z.array(
    z.object({ horizon: z.string(), cents: z.number().nullable(), error: z.number().nullable(), fills: z.number() }),
  ),
  ratios: z.object({
    period: z.string(),
    periods: z.number(),
    sharpe: z.object({ value: z.number(), error: z.number() }).nullable(),
  }),
  exposure: z.object({ mean: z.number() }),
})
/** The fields that a comparison reads of a backtest's summary. */
const backtestSummary = z.object({
  headline: z.string(),
  hash: z.string(),
  fills: z.record(z.string(), z.number()),
  pnl: z.record(z.string(), parts),
  accounts: z.record(z.string(), account),
  markets: z.array(z.string()),
  coverage: z.object({ from: z.string(), to: z.string() }),
})

interface Named {
  readonly name: string
  readonly folder: string
}

/**
 * Reads one account of a backtest's folder. Rejects with an `ExitError` of code 2 if it lacks the fill model, or if an older version wrote it with
 * fewer fields.
 */
export async function readComparedBacktest(
  summary: unknown,
  model: string | null,
  { name, folder }: Named,
): Promise<ComparedResult> {
  const { success, data } = backtestSummary.safeParse(summary)
  if (!success)
    throw usageError(`${folder}: its summary.json is of a version that told less; run the backtest again, and compare that`)
  const chosen = model ?? data.headline
  const own = data.accounts[chosen]
  const profit = data.pnl[chosen]
  if (own === undefined || profit === undefined)
    throw usageError(`${folder}: it has no fill model ${chosen}, only ${Object.keys(data.accounts).join(', ')}`)
  const { ratios, exposure, markouts, maxDrawdown, orders } = own
  return {
    name,
    kind: 'backtest',
    folder,
    model: chosen,
    from: Date.parse(data.coverage.from) * 1_000,
    to: Date.parse(data.coverage.to) * 1_000,
    markets: data.markets,
    orders: orders.placed,
    fills: data.fills[chosen] ?? 0,
    volume: Object.values(own.markets).reduce((sum, { volume }) => sum + volume, 0),
    profit: Number(profit.total),
    parts: profit,
    fees: Number(profit.fees),
    maxDrawdown: Number(maxDrawdown),
    sharpe: ratios.sharpe === null ? null : { ...ratios.sharpe, periods: ratios.periods, period: ratios.period },
    atRisk: exposure.mean,
    strategies: sharesOf(own.strategies),
    byMarket: sharesOf(own.markets),
    markouts,
    equity: await readEquity(folder, chosen),
    fillList: await fillsIn(folder, chosen),
    hash: data.hash,
  }
}

const sharesOf = (shares: Readonly<Record<string, z.output<typeof share>>>): ComparedResult['strategies'] =>
  Object.fromEntries(Object.entries(shares).map(([name, { fills, pnl }]) => [name, { fills, profit: Number(pnl.total) }]))

const FILL_COLUMNS = {
  model: 'text',
  matched_at: 'time',
  market: 'text',
  outcome: 'text',
  side: 'text',
  shares: 'number',
  value: 'number',
  is_settled: 'boolean',
} as const

async function fillsIn(folder: string, model: string): Promise<readonly ComparedFill[] | null> {
  const file = join(folder, 'fills.parquet')
  if (!existsSync(file)) return null
  return (await readTable(file, FILL_COLUMNS)).flatMap(([of, at, market, outcome, side, shares, value, isSettled]) => {
    if (of !== model || isSettled !== true) return []
    const price = Number(value) / Number(shares)
    const terms = yesTerms({ outcome: outcome === 'yes' ? 'yes' : 'no', side: side === 'buy' ? 'buy' : 'sell', price })
    return [{ at: Number(at), market: String(market), ...terms, shares: Number(shares) }]
  })
}
