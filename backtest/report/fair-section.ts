import type { BacktestResult } from '../result.js'
import { type FairRow, type FairScores, fairScores, type Scores } from './fair-scores.js'
import { countText } from './format.js'
import { html, type Markup } from './html.js'
import { type Cell, table } from './table.js'
import { RESOLUTIONS_MIN } from './verdict.js'

/** How close each strategy's fair value came to results, by time left, beside the mid price of the book. Empty if no result is known. */
export function fairTables(result: BacktestResult): Markup {
  const all = fairScores(result)
  if (all.length === 0) return html``
  return html`${all.map(fairTable)}
<p class="note">Brier: mean squared distance from the payout, 0.25 for a half of everything. Log: mean of −ln of what was said of the outcome that came, 0.693 for a half of everything; a price counts as at least 0.0001 from either end. Less is better in both. Time weighs within a market, each market weighs the same, and fair value and middle are compared at the same moments.</p>`
}

function fairTable({ strategy, source, rows }: FairScores): Markup {
  const words =
    source === 'terms'
      ? html`${strategy} <small>fair value: the “fair” of its terms()</small>`
      : html`${strategy} <small>it names no fair value: the middle of the recorded book</small>`
  const heads =
    source === 'terms'
      ? ['time left', 'markets', 'Brier, fair value', 'Brier, middle', 'log, fair value', 'log, middle', 'better']
      : ['time left', 'markets', 'Brier', 'log']
  return html`<h3>${words}</h3>
${table(
  heads,
  rows.map(row => cellsOf(row)),
)}`
}

function cellsOf({ left, markets, fair, middle }: FairRow): Cell[] {
  if (fair === null) return [left, countText(markets), middle.brier.toFixed(4), middle.log.toFixed(4)]
  return [
    left,
    countText(markets),
    fair.brier.toFixed(4),
    middle.brier.toFixed(4),
    fair.log.toFixed(4),
    middle.log.toFixed(4),
    better(fair, middle, markets),
  ]
}

/** Which of the two has both better scores; without a colour if markets are few. */
function better(fair: Scores, middle: Scores, markets: number): Cell {
  const [brier, log] = [fair.brier.toFixed(4), fair.log.toFixed(4)].map(Number)
  const isBetter = brier! < Number(middle.brier.toFixed(4)) && log! < Number(middle.log.toFixed(4))
  const isWorse = brier! > Number(middle.brier.toFixed(4)) && log! > Number(middle.log.toFixed(4))
  const isFew = markets < RESOLUTIONS_MIN
  if (isBetter) return { text: 'fair value', tone: isFew ? 'even' : 'gain' }
  return isWorse ? { text: 'middle', tone: isFew ? 'even' : 'loss' } : { text: 'neither', tone: 'even' }
}
