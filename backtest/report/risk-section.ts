import { plural } from '../../src/model/counted.js'
import { Wei } from '../../src/model/money.js'
import type { AccountResult, BacktestResult } from '../result.js'
import type { AccountFigures } from './account-figures.js'
import { countText, duration, percent } from './format.js'
import { html, type Markup } from './html.js'
import type { Ratio, Ratios } from './ratios.js'
import { type Cell, section, table } from './table.js'

/** How much was at risk and how steady the gains were, with what the number of observations allows to conclude. */
export function riskSection({ from, to }: BacktestResult, figures: readonly AccountFigures[]): Markup {
  const [headline] = figures
  if (headline === undefined) return html``
  const row = (name: string, of: (each: AccountFigures) => string): Cell[] => [name, ...figures.map(of)]
  const { period, periods, events } = headline.ratios
  const each = `of ${countText(periods)} × ${period}`
  return section(
    'risk',
    'Positions over all markets, and ratios',
    html`<div class="plot low" id="exposure-plot"></div>
${table(
  ['', ...figures.map(({ account }) => account.model)],
  [
    row('At risk, mean', ({ exposure }) => dollars(exposure.mean)),
    row('At risk, largest', ({ exposure }) => dollars(exposure.largest)),
    row('PnL for each dollar at risk, mean', ({ account, exposure }) => perDollar(account, exposure.mean)),
    row('Time with a position', ({ exposure }) => percent(exposure.timeInMarket)),
    row('Most markets held at once', ({ exposure }) => countText(exposure.marketsMax)),
    row(`Sharpe, ${each}`, ({ ratios }) => ratioText(ratios.sharpe)),
    row('Sharpe, as of a year', ({ ratios }) => plain(ratios.sharpeOfYear)),
    row(`Sortino, ${each}`, ({ ratios }) => sortinoText(ratios)),
    row('Sortino, as of a year', ({ ratios }) => plain(ratios.sortinoOfYear)),
    row('PnL over the largest drawdown', ({ ratios }) => plain(ratios.returnOverDrawdown)),
    row('Calmar: the same with the PnL of a year', ({ ratios }) => plain(ratios.calmar)),
    row(`Sharpe, of ${countText(events)} resolved ${plural(events, 'event')}`, ({ ratios }) =>
      ratioText(ratios.sharpeOfEvents),
    ),
  ],
)}
<ul class="cautions">${headline.ratioWarnings.map(text => html`<li>${text}</li>`)}</ul>
<p class="note">At risk: what the positions lose if every market ends against them, at the middle of the recorded books; markets that decide each other are added as if each could. Ratios are of gains in dollars: mean over standard deviation (Sharpe), or over the root mean square of losses alone (Sortino); ± is two standard errors. The figures of a year take ${duration((to - from) / 1e6)} for typical and periods of ${period} for independent of each other; quotes of one evening are neither.</p>`,
  )
}

const dollars = (value: number): string => value.toFixed(2)

const perDollar = ({ profit }: AccountResult, mean: number): string =>
  mean === 0 ? '–' : plain(Wei.toNumber(profit.total) / mean, 3)

const plain = (value: number | null, digits = 2): string => (value === null ? '–' : value.toFixed(digits).replace('-', '−'))

const ratioText = (ratio: Ratio | null): string =>
  ratio === null ? '–' : `${plain(ratio.value)} ± ${(2 * ratio.error).toFixed(2)}`

const sortinoText = ({ sortino, periods }: Ratios): string =>
  sortino === null ? (periods > 1 ? 'no period lost' : '–') : plain(sortino)
