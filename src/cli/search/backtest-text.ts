import type { FairRow, FairScores } from '../../../backtest/report/fair-scores.js'
import { countText, duration, money, rate } from '../../../backtest/report/format.js'
import type { ProfitDigits } from '../../../backtest/report/profit-digits.js'
import type { Ratio } from '../../../backtest/report/ratios.js'
import { refusalText } from '../../../backtest/report/refusal-section.js'
import { sharedWarnings } from '../../../backtest/report/shared-warnings.js'
import type { BacktestSummary } from '../../../backtest/report/summary.js'
import { counted, plural } from '../../model/counted.js'
import { darkText } from '../../runtime/dark-text.js'

/** The result of a backtest as a terminal shows it. */
export function backtestText(summary: BacktestSummary, folder: string): string {
  const { events, eventsPerSecond, orders, fills, pnl, maxDrawdown, warnings, hash } = summary
  const models = Object.entries(pnl).map(([model, parts]) => profitLine(model, fills[model] ?? 0, parts))
  const { refusals } = summary.accounts[summary.headline] ?? {}
  const refused = refusals === undefined ? null : refusalText(refusals)
  return [
    `${countText(events)} events at ${rate(eventsPerSecond)}, ${countText(orders)} ${plural(orders, 'order')}, largest drawdown ${maxDrawdown} USDT`,
    ...models,
    ...strategyLines(summary),
    ...riskLines(summary),
    ...tradeLines(summary),
    ...darkLines(summary),
    ...summary.fairValue.flatMap(fairLines),
    `  venue ${summary.profile.name}: ${summary.fees.schedule}; ${summary.profile.orders}`,
    ...(refused === null ? [] : [`  ${refused}`]),
    ...[...warnings, ...accountWarnings(summary)].map(text => `  note: ${text}`),
    `  report ${folder}/report.html, hash ${hash}`,
  ].join('\n')
}

const accountWarnings = ({ accounts }: BacktestSummary): readonly string[] =>
  sharedWarnings(Object.entries(accounts).map(([model, { warnings }]) => ({ model, warnings })))

const profitLine = (name: string, fills: number, parts: ProfitDigits): string =>
  `  ${name.padEnd(14)} ${String(fills).padStart(6)} fills, pnl ${parts.total} (spread ${parts.spread}, drift ${parts.drift}, settlement ${parts.settlement}, fees ${parts.fees}, rewards ${parts.rewards})`

/** Marks the headline account if there are several. */
function strategyLines({ accounts, headline }: BacktestSummary): readonly string[] {
  const shares = Object.entries(accounts[headline]?.strategies ?? {})
  if (shares.length < 2) return []
  const width = Math.max(...shares.map(([name]) => name.length))
  return [
    `  by strategy, ${headline}:`,
    ...shares.flatMap(([name, { fills, pnl, refusals }]) => {
      const refused = refusalText(refusals)
      return [`  ${profitLine(name.padEnd(width), fills, pnl)}`, ...(refused === null ? [] : [`      ${refused}`])]
    }),
  ]
}

function riskLines({ accounts, headline }: BacktestSummary): readonly string[] {
  const account = accounts[headline]
  if (account === undefined) return []
  const { ratios, exposure, ratioWarnings } = account
  const { sharpe, sortino, periods, period } = ratios
  const ratio = `sharpe ${ratioText(sharpe)}, sortino ${sortino === null ? 'unknown' : sortino.toFixed(2)} of ${counted(periods, 'period')} of ${period}`
  return [
    `  at risk ${exposure.mean.toFixed(2)} USDT in the mean, ${exposure.largest.toFixed(2)} at most; ${ratio}`,
    ...ratioWarnings.map(text => `    ${text}`),
  ]
}

function tradeLines({ accounts, headline }: BacktestSummary): readonly string[] {
  const account = accounts[headline]
  if (account === undefined) return []
  const { trades, winRate, profitFactor, expectancy, heldSeconds, fillRatio, messagesPerFill } = account.trades
  const gained = account.days.filter(({ profit }) => Number(profit) > 0).length
  return [
    ...(winRate === null || expectancy === null || heldSeconds === null
      ? []
      : [
          `  ${countText(trades)} trades: ${(winRate * 100).toFixed(1)} % won, profit factor ${profitFactor === null ? 'unknown' : profitFactor.toFixed(2)}, ${money(expectancy)} USDT each, shares held ${duration(heldSeconds)} in the mean`,
        ]),
    ...(fillRatio === null || messagesPerFill === null
      ? []
      : [
          `  ${(fillRatio * 100).toFixed(1)} % of orders got a fill; ${messagesPerFill.toFixed(1)} orders and cancels for each fill`,
        ]),
    ...(account.days.length < 2 ? [] : [`  ${gained} of ${account.days.length} days gained; summary.json lists them`]),
  ]
}

function darkLines({ accounts, headline }: BacktestSummary): readonly string[] {
  const quoting = accounts[headline]?.quoting
  if (quoting === undefined || quoting.wantedSeconds === 0) return []
  return [`  quotes were wanted for ${duration(quoting.wantedSeconds)} of market time: ${darkText(quoting)}`]
}

const ratioText = (ratio: Ratio | null): string =>
  ratio === null ? 'unknown' : `${ratio.value.toFixed(2)} ± ${(2 * ratio.error).toFixed(2)}`

function fairLines({ strategy, source, rows }: FairScores): readonly string[] {
  const of = source === 'terms' ? 'fair value by its terms()' : 'names no fair value, so the middle of the book'
  return [`  ${strategy}: ${of}`, ...rows.map(row => `    ${scoreText(row)}`)]
}

function scoreText({ left, markets, fair, middle }: FairRow): string {
  const what = `${left.padEnd(15)} ${String(markets).padStart(4)} markets`
  const scores = `brier ${middle.brier.toFixed(4)}, log ${middle.log.toFixed(4)}`
  return fair === null
    ? `${what}  ${scores}`
    : `${what}  brier ${fair.brier.toFixed(4)}, log ${fair.log.toFixed(4)}; middle ${scores}`
}
