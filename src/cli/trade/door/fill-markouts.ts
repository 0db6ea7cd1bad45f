import type { Books } from '../../../engine/books.js'
import type { Batch } from '../../../model/batch.js'
import type { Fill } from '../../../model/fill.js'
import type { FillKey, MarketId, MarketIndex } from '../../../model/ids.js'
import { Price } from '../../../model/money.js'
import { type YesTerms, yesTerms } from '../../../model/yes-terms.js'
import type { FillMarkout } from '../../../operator/door-messages.js'

interface Awaited extends YesTerms {
  readonly key: FillKey
  readonly market: MarketIndex
  readonly id: MarketId
  readonly dueAt: number
}

export interface FillMarkoutsOptions {
  readonly books: Pick<Books, 'book' | 'markets'>
  readonly afterSeconds: number
  readonly say: (markout: FillMarkout) => void
}

const AWAITED_MAX = 2_000
const KEYS_MAX = 5_000

/** Computes the gain of a share of each fill by the mid price some seconds later. A turn without fills costs one comparison. */
export function createFillMarkouts({ books, afterSeconds, say }: FillMarkoutsOptions): (batch: Batch) => void {
  const seen = new Set<FillKey>()
  let awaited: Awaited[] = []
  const note = (fill: Fill, now: number): void => {
    if (seen.has(fill.key) || fill.shares <= 0n || awaited.length >= AWAITED_MAX) return
    seen.add(fill.key)
    for (const oldest of seen) if (seen.size > KEYS_MAX) seen.delete(oldest)
    const id = books.markets().find(({ index }) => index === fill.market)?.id
    if (id === undefined) return
    const price = Number(fill.value) / Number(fill.shares)
    awaited.push({ key: fill.key, market: fill.market, id, ...yesTerms({ ...fill, price }), dueAt: now + afterSeconds * 1e6 })
  }
  const read = ({ key, market, id, sign, price }: Awaited): void => {
    // Its index may belong to another market by now.
    if (!books.markets().some(each => each.id === id && each.index === market)) return
    const book = books.book(market)
    if (book.state !== 'live' || book.touch === null) return
    const middle = (book.touch.bid + book.touch.ask) / 2 / Price.ONE
    say({ key, afterSeconds, perShare: Math.round(sign * (middle - price) * 1e6) / 1e6 })
  }
  return ({ reports, now, timer }) => {
    for (let i = 0; i < reports.length; i++) {
      const report = reports[i]!
      if (report.kind === 'matched' || report.kind === 'settled') note(report.fill, now)
    }
    if (!timer || awaited.length === 0 || awaited[0]!.dueAt > now) return
    const due = awaited.filter(({ dueAt }) => dueAt <= now)
    awaited = awaited.filter(({ dueAt }) => dueAt > now)
    for (const each of due) read(each)
  }
}
