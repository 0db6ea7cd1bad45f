import { cents, countText, duration, money, percent, tone } from '../report/format.js'
import { html, type Markup } from '../report/html.js'
import { PROFIT_PARTS } from '../report/profit-section.js'
import { type Cell, section, table } from '../report/table.js'
import { plainPage } from '../sweep/plain-page.js'
import type { ComparedResult, ComparedShare } from './compared-result.js'
import { equityPlot } from './equity-plot.js'
import type { SharedFills } from './shared-fills.js'

export interface ResultComparison {
  readonly results: readonly ComparedResult[]
  readonly common: readonly SharedFills[]
  /** Reasons to doubt the result, one sentence each. */
  readonly notes: readonly string[]
}

/** Results side by side as one page without scripts. Throws if the page's style sheet is missing. */
export function compareHtml({ results, common, notes }: ResultComparison): string {
  const names = results.map(({ name }) => name)
  const body = html`${noteSection(notes)}
${resultSection(results)}
${section('equity', 'Equity', equityPlot(results))}
${profitSection(results)}
${shareSection(
  'strategies',
  'PnL by strategy',
  names,
  results.map(({ strategies }) => strategies),
)}
${markoutSection(results)}
${commonSection(common)}
${shareSection(
  'markets',
  'PnL by market',
  names,
  results.map(({ byMarket }) => byMarket),
)}`
  return plainPage('Comparison', names.join(' · '), body)
}

const noteSection = (notes: readonly string[]): Markup =>
  notes.length === 0
    ? html``
    : html`<section id="warnings" class="warnings"><h2>Before you believe it</h2>
<ul>${notes.map(note => html`<li>${note}</li>`)}</ul></section>`

/** The plot's markers stand beside the names. */
const heads = (results: readonly ComparedResult[]): readonly string[] => ['', ...results.map(({ name }) => name)]

const amount = (value: number): Cell => ({ text: money(value), tone: tone(value) })

function resultSection(results: readonly ComparedResult[]): Markup {
  const row = (name: string, of: (result: ComparedResult) => Cell): Cell[] => [name, ...results.map(of)]
  return section(
    'results',
    'Side by side',
    html`${table(heads(results), [
      row('What it is', ({ model }) => (model === null ? 'a run' : `backtest, ${model}`)),
      row('Time covered', ({ from, to }) => (from === null || to === null ? '–' : duration((to - from) / 1e6))),
      row('Markets', ({ markets }) => countText(markets.length)),
      row('PnL', ({ profit }) => amount(profit)),
      row('Largest drawdown', ({ maxDrawdown }) => (maxDrawdown === null ? '–' : money(-maxDrawdown))),
      row('At risk, mean', ({ atRisk }) => (atRisk === null ? '–' : atRisk.toFixed(2))),
      row('PnL for each dollar at risk', ({ profit, atRisk }) =>
        atRisk === null || atRisk === 0 ? '–' : (profit / atRisk).toFixed(3).replace('-', '−'),
      ),
      row('Sharpe', sharpeCell),
      row('Fills', ({ fills }) => countText(fills)),
      row('Orders placed', ({ orders }) => countText(orders)),
      row('Volume', ({ volume }) => countText(volume)),
      row('PnL for 100 of volume', ({ profit, volume }) => (volume === 0 ? '–' : amount((100 * profit) / volume))),
      row('Hash', ({ hash }) => html`<code>${hash.slice(0, 16)}</code>`),
    ])}`,
  )
}

const sharpeCell = ({ sharpe }: ComparedResult): Cell =>
  sharpe === null
    ? '–'
    : html`${sharpe.value.toFixed(2).replace('-', '−')} ± ${(2 * sharpe.error).toFixed(2)} <small>of ${countText(sharpe.periods)} × ${sharpe.period}</small>`

function profitSection(results: readonly ComparedResult[]): Markup {
  const told = results.filter(({ parts }) => parts !== null)
  if (told.length === 0) return html``
  return section(
    'profit',
    'Where the PnL came from',
    table(
      ['', ...told.map(({ name }) => name)],
      [...PROFIT_PARTS, 'total' as const].map(part => [
        part === 'total' ? html`<b>total</b>` : part,
        ...told.map(({ parts }) => amount(Number(parts?.[part] ?? 0))),
      ]),
    ),
  )
}

/** Rows that any of the results has, largest first; a result without one has an empty cell. */
function shareSection(
  id: string,
  title: string,
  names: readonly string[],
  shares: readonly Readonly<Record<string, ComparedShare>>[],
): Markup {
  const size = (key: string): number => Math.max(...shares.map(each => Math.abs(each[key]?.profit ?? 0)))
  const keys = [...new Set(shares.flatMap(each => Object.keys(each)))].toSorted((a, b) => size(b) - size(a))
  if (keys.length === 0) return html``
  const cell = (share: ComparedShare | undefined): Cell =>
    share === undefined
      ? '–'
      : html`<span class="${tone(share.profit)}">${money(share.profit)}</span> <small>${countText(share.fills)}</small>`
  return section(
    id,
    title,
    html`${table(
      ['', ...names],
      keys.map(key => [html`<span class="title">${key}</span>`, ...shares.map(each => cell(each[key]))]),
    )}
<p class="note">Small numbers are fills.</p>`,
  )
}

function markoutSection(results: readonly ComparedResult[]): Markup {
  const told = results.filter(({ markouts }) => markouts.length > 0)
  const horizons = told[0]?.markouts.map(({ horizon }) => horizon) ?? []
  if (horizons.length === 0) return html``
  const cell = (result: ComparedResult, horizon: string): Cell => {
    const point = result.markouts.find(each => each.horizon === horizon)
    if (point === undefined || point.cents === null) return '–'
    const error = point.error === null ? '' : ` ± ${(2 * point.error).toFixed(2)}`
    return html`<span class="${tone(point.cents)}">${cents(point.cents)}</span>${error}`
  }
  return section(
    'markouts',
    'Markouts',
    html`${table(
      ['', ...told.map(({ name }) => name)],
      horizons.map(horizon => [horizon, ...told.map(result => cell(result, horizon))]),
    )}
<p class="note">Cents a share between what a fill cost and the middle of the recorded book so much later; ± is two standard errors.</p>`,
  )
}

function commonSection(common: readonly SharedFills[]): Markup {
  if (common.length === 0) return html``
  const part = (value: number | null): string => (value === null ? '–' : percent(value, 1))
  return section(
    'common',
    'Fills in common',
    html`${table(
      ['', 'shares in common', 'of the first', 'of the second'],
      common.map(({ pair, shares, parts }) => [pair.join(' and '), countText(shares), part(parts[0]), part(parts[1])]),
    )}
<p class="note">Fills of one market, on one side and at one price, at most a second apart, share by share.</p>`,
  )
}
