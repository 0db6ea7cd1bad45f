import { plural } from '../../src/model/counted.js'
import { Wei } from '../../src/model/money.js'
import type { BacktestResult } from '../result.js'
import { countText, money, tone } from './format.js'
import { moneyCell } from './headline-section.js'
import { html, type Markup } from './html.js'
import { PROFIT_PARTS } from './profit-section.js'
import { type StrategyProfit, strategyProfits } from './strategy-profits.js'
import { type Cell, section, table } from './table.js'

/** Results of each of several strategies in the account: bars, parts, and each fill model. Empty for a single strategy. */
export function strategySection(result: BacktestResult): Markup {
  const [headline, ...others] = result.accounts
  if (headline === undefined || result.strategies.length < 2) return html``
  const rows = strategyProfits(result, headline)
  const models = others.map(account => ({ model: account.model, rows: strategyProfits(result, account) }))
  const row = (each: StrategyProfit, at: number): Cell[] => [
    html`${each.name} <small>${countText(each.markets.length)} ${plural(each.markets.length, 'market')}</small>`,
    countText(each.fills),
    countText(each.volume),
    ...PROFIT_PARTS.map(part => moneyCell(Wei.toNumber(each.profit[part]))),
    moneyCell(Wei.toNumber(each.profit.total)),
    ...models.map(({ rows: other }) => moneyCell(Wei.toNumber(other[at]?.profit.total ?? Wei.ZERO))),
  ]
  return section(
    'strategies',
    'PnL by strategy',
    html`${bars(rows)}
${table(['', 'fills', 'volume', ...PROFIT_PARTS, 'PnL', ...models.map(({ model }) => `PnL, ${model}`)], rows.map(row))}
<p class="note">Headline account${models.length > 0 ? ', and what the other fill models come to' : ''}. All strategies have one account: money, limits and calls that one of them uses are not there for the others. The parts add up to the PnL of the account, to the wei.</p>`,
  )
}

function bars(rows: readonly StrategyProfit[]): Markup {
  const values = rows.map(({ name, profit }) => ({ name, value: Wei.toNumber(profit.total) }))
  const low = Math.min(0, ...values.map(({ value }) => value))
  const high = Math.max(0, ...values.map(({ value }) => value))
  const place = (value: number): string => (high === low ? '0' : (((value - low) / (high - low)) * 100).toFixed(3))
  return html`<div class="waterfall wide" role="img" aria-label="PnL by strategy">${values.map(
    ({ name, value }) =>
      html`<div class="bar"><span class="label" title="${name}">${name}</span><span class="track"><i class="zero" style="left:${place(0)}%"></i><i class="fill ${tone(value)}" style="left:${place(Math.min(0, value))}%;right:calc(100% - ${place(Math.max(0, value))}%)"></i></span><span class="amount ${tone(value)}">${money(value)}</span></div>`,
  )}</div>`
}
