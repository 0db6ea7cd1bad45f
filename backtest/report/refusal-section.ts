import type { AccountResult, BacktestResult, RefusalCounts } from '../result.js'
import { count } from './format.js'
import { html, type Markup } from './html.js'
import { section, table } from './table.js'

/** Which rule refused orders and how often, in each account: a strategy that is refused all the time is not the one that was meant. */
export function refusalSection({ accounts }: BacktestResult): Markup {
  const rows = [...rowsOf(accounts, 'limits', 'limit'), ...rowsOf(accounts, 'venue', 'venue')]
  if (rows.length === 0) return section('refusals', 'Refusals', html`<p class="empty">No order was refused.</p>`)
  return section(
    'refusals',
    'Refusals',
    html`${table(['rule', ...accounts.map(({ model }) => model)], rows)}
<p class="note">A limit of the config refuses before an order is sent, and its side is then left alone for a while; the venue refuses an order, or ends it, by its own rules.</p>`,
  )
}

function rowsOf(accounts: readonly AccountResult[], of: keyof RefusalCounts, word: string): string[][] {
  const rules = new Set(accounts.flatMap(({ refusals }) => Object.keys(refusals[of])))
  return [...rules].map(rule => [`${word}: ${rule}`, ...accounts.map(({ refusals }) => count(refusals[of][rule] ?? 0))])
}

/** The same of one account in a line, for terminals; null: nothing was refused. */
export function refusalText({ limits, venue }: RefusalCounts): string | null {
  const inWords = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([rule, times]) => `${rule} ${count(times)}`)
      .join(', ')
  const parts = [
    ...(Object.keys(limits).length > 0 ? [`by limits: ${inWords(limits)}`] : []),
    ...(Object.keys(venue).length > 0 ? [`by the venue: ${inWords(venue)}`] : []),
  ]
  return parts.length === 0 ? null : `refused ${parts.join('; ')}`
}
