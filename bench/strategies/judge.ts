import { eventProfits } from '../../backtest/report/event-profits.js'
import { marketProfits } from '../../backtest/report/fill-profit.js'
import { markouts } from '../../backtest/report/markouts.js'
import { verdictOn } from '../../backtest/report/verdict.js'
import type { AccountResult, BacktestResult } from '../../backtest/result.js'
import { parseSource } from '../../src/cli/config/config.js'
import { loadBacktest } from '../../src/cli/search/load-backtest.js'
import { playBacktest } from '../../src/cli/search/play-backtest.js'
import { Wei } from '../../src/model/money.js'
import { type Choice, configOf, type Rules } from './choose.js'
import type { Contestant } from './contestants.js'
import { heldWorstCase } from './held-worst-case.js'

/** Results of a contestant on markets that it was not chosen on, under one fill model. Money in collateral. */
export interface Judgement {
  readonly model: string
  readonly profit: number
  readonly spread: number
  readonly drift: number
  readonly settlement: number
  readonly fees: number
  readonly rewards: number
  readonly fills: number
  /** Gain of a share within 30 s, in cents; null: no fill has a price at that time. */
  readonly markoutCents: number | null
  /** The largest loss that its shares could have made. */
  readonly worstCase: number
  /** Profit divided by it; null: it held nothing. */
  readonly perWorstCase: number | null
  /** Refusals by the venue or our own grid, by rule: there should be none. */
  readonly refused: Readonly<Record<string, number>>
  readonly events: number
  readonly verdict: string
}

/** Rules that a strategy of this package must never violate: grid, least value, missing shares, the collar. */
const FLAWS = /tick|grid|decimal|value|size|balance|shares|collar/

/** Plays the chosen parameters over the test markets. */
export async function judge(rules: Rules, contestant: Contestant, { parameters }: Choice): Promise<readonly Judgement[]> {
  const models = ['pessimistic', 'probabilistic', 'optimistic']
  const text = configOf(rules, contestant, { markets: rules.test, models, parameters })
  const setup = await loadBacktest(parseSource(`${rules.home}/${contestant.name}.yaml`, text))
  const { result } = await playBacktest(setup, { threads: 1 })
  const test = new Set(rules.test)
  const quoted = new Set(result.markets.filter(({ id }) => test.has(id)).map(({ index }) => index as number))
  return result.accounts.map(account => judgementOf({ result, account, quoted }))
}

interface Judged {
  readonly result: BacktestResult
  readonly account: AccountResult
  /** Indexes of the test markets. */
  readonly quoted: ReadonlySet<number>
}

function judgementOf({ result, account, quoted }: Judged): Judgement {
  const { total, spread, drift, settlement, fees, rewards } = account.profit
  const worstCase = heldWorstCase(result, account)
  const profit = Wei.toNumber(total)
  const profits = eventProfits(result, marketProfits(result, account), quoted)
  const counts = Object.entries({ ...account.refusals.limits, ...account.refusals.venue })
  return {
    model: account.model,
    profit,
    spread: Wei.toNumber(spread),
    drift: Wei.toNumber(drift),
    settlement: Wei.toNumber(settlement),
    fees: Wei.toNumber(fees),
    rewards: Wei.toNumber(rewards),
    fills: account.fills.filter(({ isSettled }) => isSettled).length,
    markoutCents: markouts(result, account.fills).find(({ horizon }) => horizon === '30 s')?.cents ?? null,
    worstCase,
    perWorstCase: worstCase === 0 ? null : profit / worstCase,
    refused: Object.fromEntries(counts.filter(([rule]) => FLAWS.test(rule) && rule !== 'positionMaxShares')),
    events: profits.length,
    verdict: verdictOn(profits, profits.length),
  }
}
