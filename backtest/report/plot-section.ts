import { duration } from './format.js'
import { html, type Markup } from './html.js'
import type { PageData } from './page-data.js'
import type { StepLines } from './step-lines.js'
import { section } from './table.js'

/** Equity and drawdown of every account on one time axis. */
export const equitySection = ({ equity }: PageData): Markup =>
  section(
    'equity',
    'Equity and drawdown',
    html`<div class="plot" id="equity-plot"></div>
<div class="plot low" id="drawdown-plot"></div>
<p class="note">USDT that the account gained since it began, positions at the price they could be closed at, and how far it was below its highest. ${samplingText(equity)} Drag to zoom all plots over time, double-click to see the whole.</p>`,
  )

/** Net positions of the headline account. */
export const inventorySection = ({ inventory, inventoryOf, markets }: PageData): Markup =>
  section(
    'inventory',
    'Inventory',
    html`<div class="plot low" id="inventory-plot"></div>
<p class="note">Net YES shares of the headline account${
      inventoryOf.length < markets.length ? `, of the ${inventoryOf.length} markets it held most in` : ''
    }. ${samplingText(inventory)}</p>`,
  )

/** Quotes against the recorded book with the fills; the page's script draws what is selected. */
export const bookSection = ({ markets, models, books, accounts }: PageData): Markup =>
  section(
    'book',
    'Quotes against the book',
    html`<div class="controls">
<label>Market <select id="book-market">${markets.map((question, market) => html`<option value="${market}">${question}</option>`)}</select></label>
<label>Model <select id="book-model">${models.map((model, index) => html`<option value="${index}">${model}</option>`)}</select></label>
<span class="buttons"><button type="button" data-zoom="back" title="earlier">‹</button><button type="button" data-zoom="out" title="see more">−</button><button type="button" data-zoom="in" title="see less">+</button><button type="button" data-zoom="forth" title="later">›</button><button type="button" data-zoom="all">all</button></span>
</div>
<div class="plot high" id="book-plot"></div>
<p class="note" id="book-note"></p>
<p class="note">Grey: the recorded book between its best prices. Lines: our quotes while they rested${hasBands(accounts) ? '; bands: several in a short time, from their lowest price to their highest' : ''}. Triangles: fills, up bought and down sold YES, hollow where no other order was displayed within one tick; point at one to see the event that justified it. ${samplingText(books)} The wheel zooms with Ctrl or ⌘ held.</p>`,
  )

/** Whether quotes of a short time are drawn as one. */
const hasBands = (accounts: PageData['accounts']): boolean =>
  accounts.some(({ markets }) =>
    markets.some(({ quotes }) => [...quotes.bid, ...quotes.ask].some(([, , low, high]) => low !== high)),
  )

/** How the drawn points were selected. */
function samplingText(lines: StepLines | readonly StepLines[]): string {
  const widest = 'bucketMs' in lines ? lines.bucketMs : lines.reduce((most, { bucketMs }) => Math.max(most, bucketMs), 0)
  if (widest === 0) return 'Every sample is drawn.'
  return `Sampled: of each ${duration(widest / 1_000)}${'bucketMs' in lines ? '' : ' or less'} the lowest and the highest value are drawn.`
}
