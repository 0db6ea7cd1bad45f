import type { ToldEntry } from '../journal/journal-pages.js'
import { refusedOrder } from '../model/refused-order.js'
import type { RefusalEntry } from './schemas-history.js'

/** Translates a refusal of the journal; null: the entry is another kind. */
export function refusalEntryOf({ seq, entry, marketOf }: ToldEntry): RefusalEntry | null {
  if (entry.kind !== 'refusal') return null
  const { intent, rule, limit, found, note } = entry.refusal
  const isPlace = intent.kind === 'place'
  return {
    ...{ seq, at: entry.at, rule, limit, found, note: note ?? null },
    market: isPlace ? marketOf(intent.market) : null,
    order: refusedOrder(entry.refusal),
  }
}
