import type { BacktestResult, RefusalCounts } from '../result.js'
import { countText } from './format.js'
import { html, type Markup } from './html.js'
import { strategyProfits } from './strategy-profits.js'
import { section, table } from './table.js'

/**
 * How often each rule refused orders, in each account and for each strategy if there are several: a strategy that is refused all the time is not the
 * intended one.
 */
export function refusalSection(result: BacktestResult): Markup {
  const { accounts, strategies } = result
  const models = accounts.map(({ model }) => model)
  const all = rowsOf(accounts.map(({ refusals }) => refusals))
  if (all.length === 0) return section('refusals', 'Refusals', html`<p class="empty">No order was refused.</p>`)
  const shares = accounts.map(account => strategyProfits(result, account))
  const own = strategies.flatMap(({ name }, at) =>
    rowsOf(shares.map(share => share[at]?.refusals ?? NONE)).map(([rule = '', ...counts]) => [`${name}, ${rule}`, ...counts]),
  )
  return section(
    'refusals',
    'Refusals',
    html`${table(['rule', ...models], all)}
${strategies.length < 2 ? '' : table(['strategy, rule', ...models], own)}
<p class="note">A limit of the config refuses before an order is sent, and its side is then left alone for a while; the venue refuses an order, or ends it, by its own rules.</p>`,
  )
}

const NONE: RefusalCounts = { limits: {}, venue: {} }

const WORDS = { limits: 'limit', venue: 'venue' } as const

/** One row for each rule that refused in any of the accounts. */
const rowsOf = (counts: readonly RefusalCounts[]): string[][] =>
  (['limits', 'venue'] as const).flatMap(of =>
    [...new Set(counts.flatMap(each => Object.keys(each[of])))].map(rule => [
      `${WORDS[of]}: ${rule}`,
      ...counts.map(each => countText(each[of][rule] ?? 0)),
    ]),
  )

/** The same for one account in one line, for terminals; null: nothing was refused. */
export function refusalText({ limits, venue }: RefusalCounts): string | null {
  const inWords = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([rule, times]) => `${rule} ${countText(times)}`)
      .join(', ')
  const parts = [
    ...(Object.keys(limits).length > 0 ? [`by limits: ${inWords(limits)}`] : []),
    ...(Object.keys(venue).length > 0 ? [`by the venue: ${inWords(venue)}`] : []),
  ]
  return parts.length === 0 ? null : `refused ${parts.join('; ')}`
}
