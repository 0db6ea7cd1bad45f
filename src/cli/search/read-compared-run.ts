import { z } from 'zod'
import type { ComparedFill, ComparedResult, ComparedShare } from '../../../backtest/compare/compared-result.js'
import { RunAccount, type RunFill } from '../../../backtest/compare/run-account.js'
import { profitDigits } from '../../../backtest/report/profit-digits.js'
import { sumProfit } from '../../../backtest/sum-profit.js'
import type { DeskState } from '../../engine/desk-state.js'
import type { MarketId } from '../../model/ids.js'
import { type Outcome, Wei } from '../../model/money.js'
import { yesTerms } from '../../model/yes-terms.js'
import { loadRecording } from '../../recording/load-recording.js'
import { type InputLog, openInputLog, partOf } from '../../recording/log/input-log.js'
import type { LogHeader } from '../../recording/log/log-record.js'
import { inputLogOf } from '../../recording/open-by-content.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { runDecoders } from '../config/run-decoders.js'
import { type RunStory, runFills } from './run-fills.js'

const digits = z.string().regex(/^-?\d+(\.\d+)?$/)
/** The fields that a comparison reads of a run's summary. */
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

/**
 * Reads a run's folder: its summary, the fills in its input log, and their profit by the recorded books, computed as in a backtest. Rejects with an
 * `ExitError` of code 2, or with a `RecordingError`.
 */
export async function readComparedRun(
  summary: unknown,
  { name, folder }: { readonly name: string; readonly folder: string },
): Promise<ComparedResult> {
  const { success, data } = runSummary.safeParse(summary)
  if (!success)
    throw new ExitError(ExitCode.USAGE, `${folder}: expected the totals of a run in its summary.json; a killed run has none`)
  const log = await openInputLog(inputLogOf(folder))
  const { startedAt } = log.header
  const story = await runFills(log)
  const account = await accountOf(log, folder, story)
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
    // The summary counts from when all books were live, but the account counts each market from its first book, so profit in parts has its own total.
    profit: account.parts === null ? Number(data.pnl.total) : Number(account.parts.total),
    fees: -Number(data.pnl.fees),
    sharpe: null,
    atRisk: null,
    ...account,
    fillList: story.fills.map(comparedFill),
    hash: data.stateHash,
  }
}

type Account = Pick<ComparedResult, 'parts' | 'maxDrawdown' | 'strategies' | 'byMarket' | 'markouts' | 'equity'>

const UNTOLD: Account = { parts: null, maxDrawdown: null, strategies: {}, byMarket: {}, markouts: [], equity: [] }

/** Returns nothing if the beginning of the log is gone or it contains no book, because profit cannot be computed then. */
async function accountOf(log: InputLog, folder: string, { fills, strategies }: RunStory): Promise<Account> {
  if (partOf(log.header) > 1) return UNTOLD
  const recording = await loadRecording(folder, runDecoders)
  if (recording.coverage.events === 0) return UNTOLD
  const { markets } = recording
  const account = new RunAccount({ markets, fills, held: heldAtStart(log.header) })
  for await (const chunk of recording.chunks()) account.add(chunk)
  const { byMarket, equity, maxDrawdown, markouts } = account.finish()
  const shareOf = (isOwn: (id: MarketId) => boolean): ComparedShare => ({
    fills: fills.filter(({ market }) => isOwn(market)).length,
    profit: Wei.toNumber(sumProfit(byMarket.filter((_, at) => isOwn(markets[at]!.id))).total),
  })
  const names = [...new Set(strategies.values())]
  return {
    parts: profitDigits(sumProfit(byMarket)),
    maxDrawdown: Wei.toNumber(maxDrawdown),
    strategies: Object.fromEntries(names.map(name => [name, shareOf(id => strategies.get(id) === name)])),
    byMarket: Object.fromEntries(markets.map(({ id }) => [id, shareOf(other => other === id)])),
    markouts,
    equity: equity.map(point => ({ at: point.at, value: Wei.toNumber(point.equity) })),
  }
}

/** The desk's shares before its first turn, from the header that this project wrote itself. */
function heldAtStart({ state }: LogHeader): ReadonlyMap<MarketId, Readonly<Record<Outcome, bigint>>> {
  const { positions = new Map() } = state as Partial<Pick<DeskState, 'positions'>>
  return new Map([...positions].map(([id, { yes, no }]) => [id, { yes: yes.shares, no: no.shares }]))
}

function comparedFill({ at, market, outcome, side, shares, value }: RunFill): ComparedFill {
  const price = Wei.toNumber(value) / Wei.toNumber(shares)
  return { at, market, ...yesTerms({ outcome, side, price }), shares: Wei.toNumber(shares) }
}
