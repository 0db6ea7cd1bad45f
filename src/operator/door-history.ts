import { type JournalPages, openJournalPages } from '../journal/journal-pages.js'
import type { FillRow } from '../journal/rows.js'
import { Wei } from '../model/money.js'
import { yesTerms } from '../model/yes-terms.js'
import { exactDigits } from '../protocol/exact-digits.js'
import type { FillMarkout } from './door-messages.js'
import { eventOf } from './event-entries.js'
import { refusalEntryOf } from './refusal-entries.js'
import type { EventEntry, EventPage, FillEntry, RefusalEntry } from './schemas-history.js'

/** Reads the journal for watchers. It is opened on first use; throws a `JournalError` if it cannot be read. */
export interface DoorHistory {
  fills(before: number | null, count: number): { readonly fills: readonly FillEntry[]; readonly before: number | null }
  refusals(count: number): readonly RefusalEntry[]
  /** `after` null: the last ones. */
  events(after: number | null, count: number): EventPage
  /** What was done under a key; null: nothing. */
  actionWith(key: string): EventEntry | null
  noteMarkout(markout: FillMarkout): void
  close(): void
}

const MARKOUTS_MAX = 5_000

/** Creates a reader of a journal that another thread writes. */
export function createDoorHistory(file: string): DoorHistory {
  const markouts = new Map<string, FillMarkout>()
  let opened: JournalPages | null = null
  const pages = (): JournalPages => (opened ??= openJournalPages(file))
  const fillOf = (row: FillRow & { readonly seq: number }): FillEntry => fillEntry(row, markouts.get(row.key))
  return {
    fills: (before, count) => {
      const rows = pages().fills(before, count)
      return { fills: rows.map(fillOf), before: rows.length < count ? null : (rows.at(-1)?.seq ?? null) }
    },
    refusals: count =>
      count === 0
        ? []
        : pages()
            .refusals(count)
            .flatMap(told => refusalEntryOf(told) ?? []),
    events: (after, count) => {
      const { entries, next } = after === null ? pages().lastTold(count) : pages().told(after, count)
      return { events: entries.flatMap(told => eventOf(told) ?? []), next }
    },
    actionWith: key => {
      const told = pages().actionWith(key)
      return told === null ? null : eventOf(told)
    },
    noteMarkout: markout => {
      markouts.set(markout.key, markout)
      for (const oldest of markouts.keys()) if (markouts.size > MARKOUTS_MAX) markouts.delete(oldest)
    },
    close: () => opened?.close(),
  }
}

function fillEntry(row: FillRow & { readonly seq: number }, markout: FillMarkout | undefined): FillEntry {
  const { seq, key, at, state, order, market, outcome, side, feeIn } = row
  const shares = Number(row.shares) / 1e18
  const price = shares === 0 ? 0 : Math.round((Number(row.value) / 1e18 / shares) * 1e6) / 1e6
  const yes = yesTerms({ outcome, side, price })
  return {
    ...{ seq, key, at, state, order, market, outcome, side, shares, price, feeIn },
    yesSide: yes.sign === 1 ? 'bid' : 'ask',
    yesPrice: Math.round(yes.price * 1e6) / 1e6,
    value: exactDigits(Wei.parse(row.value)),
    fee: exactDigits(Wei.parse(row.fee)),
    markout: markout === undefined ? null : { afterSeconds: markout.afterSeconds, perShare: markout.perShare },
  }
}
