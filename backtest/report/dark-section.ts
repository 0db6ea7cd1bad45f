import { DARK_REASONS } from '../../src/engine/side-time.js'
import { darkPercent, NAMED_FROM_PERCENT } from '../../src/runtime/dark-text.js'
import type { BacktestResult } from '../result.js'
import { duration, percent } from './format.js'
import { html, type Markup } from './html.js'
import { section, table } from './table.js'

/** How much of the time in which quotes were wanted had none, and why. No other figure shows the fills that a strategy missed meanwhile. */
export function darkSection({ accounts }: BacktestResult): Markup {
  const models = accounts.map(({ model }) => model)
  const quoting = accounts.map(account => account.quoting)
  if (quoting.every(({ wantedSeconds }) => wantedSeconds === 0))
    return section('dark', 'Time without quotes', html`<p class="empty">No strategy wanted quotes.</p>`)
  const reasons = DARK_REASONS.map(reason => ({ reason, percents: quoting.map(each => darkPercent(each, reason)) }))
    .filter(({ percents }) => Math.max(...percents) >= NAMED_FROM_PERCENT)
    .map(({ reason, percents }) => [reason, ...percents.map(each => percent(each / 100, 1))])
  return section(
    'dark',
    'Time without quotes',
    html`${table(['of the wanted time', ...models], [['wanted', ...quoting.map(each => duration(each.wantedSeconds))], ...reasons])}
<p class="note">Wanted: the market is open, its first book has come, and its strategy quotes; markets are added up, and each side counts half. pulled: the strategy wants nothing there. refused: a limit or the venue refused, or no order can be made of the answer, or the position is full. calls: it waits for the venue's rate limits. waiting: for requoteEveryMs, or for an order that is leaving. feed and link: the book, a reference or the wallet's stream cannot be trusted.</p>`,
  )
}
