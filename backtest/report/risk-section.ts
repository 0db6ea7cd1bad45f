import { Wei } from '../../src/model/money.js'
import type { AccountResult, BacktestResult } from '../result.js'
import { exposures, summarizeExposures } from './exposures.js'
import { countText, duration, percent } from './format.js'
import { html, type Markup } from './html.js'
import { ratioWarnings } from './ratio-warnings.js'
import { type Ratio, type Ratios, ratiosOf } from './ratios.js'
import { type Cell, section, table } from './table.js'

/** How much was at risk and how steady the gains were, with what the number of observations allows to conclude. */
export function riskSection(result: BacktestResult): Markup {
  const { accounts } = result
  const [headline] = accounts
  if (headline === undefined) return html``
  const all = accounts.map(account => ({
    account,
    ratios: ratiosOf(result, account),
    exposure: summarizeExposures(exposures(result, account)),
  }))
  const row = (name: string, of: (item: (typeof all)[number]) => string): Cell[] => [name, ...all.map(of)]
  const { period, periods, events } = ratiosOf(result, headline)
  const each = `of ${countText(periods)} × ${period}`
  return section(
    'risk',
    'Positions over all markets, and ratios',
    html`<div class="plot low" id="exposure-plot"></div>
${table(
  ['', ...accounts.map(({ model }) => model)],
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
    row(`Sharpe, of ${countText(events)} resolved ${events === 1 ? 'event' : 'events'}`, ({ ratios }) =>
      ratioText(ratios.sharpeOfEvents),
    ),
  ],
)}
<ul class="cautions">${ratioWarnings(result, headline).map(text => html`<li>${text}</li>`)}</ul>
<p class="note">At risk: what the positions lose if every market ends against them, at the middle of the recorded books; markets that decide each other are added as if each could. Ratios are of gains in dollars: mean over standard deviation (Sharpe), or over the root mean square of losses alone (Sortino); ± is two standard errors. The figures of a year take ${duration((result.to - result.from) / 1e6)} for typical and periods of ${period} for independent of each other; quotes of one evening are neither.</p>`,
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
