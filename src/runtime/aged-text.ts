import type { DeskSummary } from '../engine/desk-summary.js'
import { marketsText } from '../model/markets-text.js'

/** Which references are older than their limit, and for which markets: `btc TOO OLD for market 1001`; null: none is. */
export function agedText({ markets }: Pick<DeskSummary, 'markets'>): string | null {
  const names = new Set(markets.flatMap(({ agedReference }) => (agedReference === null ? [] : [agedReference])))
  const parts = Array.from(names, name => {
    const ids = markets.filter(({ agedReference }) => agedReference === name).map(({ market }) => market.id)
    return `${name} TOO OLD for ${marketsText(ids)}`
  })
  return parts.length === 0 ? null : parts.join(', ')
}
