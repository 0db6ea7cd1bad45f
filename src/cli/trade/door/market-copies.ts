import type { Books } from '../../../engine/books.js'
import type { DeskLook, MarketLook } from '../../../engine/desk-look.js'
import type { DeskSummary } from '../../../engine/desk-summary.js'
import { UNITS } from '../../../engine/units.js'
import { Wei } from '../../../model/money.js'
import type { MarketCopy } from '../../../operator/schemas-market.js'
import { exactDigits } from '../../../protocol/exact-digits.js'
import type { Session } from '../../../runtime/session.js'
import { profitSince } from '../../../runtime/watch.js'
import { stateWord } from '../../screen/market-text.js'

type Row = DeskSummary['markets'][number]

/** Copies of a run's markets, in its order. */
export function marketCopies(
  session: Pick<Session, 'books' | 'baseline' | 'fills'>,
  now: DeskSummary,
  look: DeskLook,
): readonly MarketCopy[] {
  return now.markets.flatMap((row, at) => {
    const own = look.markets[at]
    if (own === undefined) return []
    const profit = profitSince(session.baseline, row)
    return [marketCopy(row, own, { session, now, look, profit })]
  })
}

interface Around {
  readonly session: Pick<Session, 'books' | 'fills'>
  readonly now: DeskSummary
  readonly look: DeskLook
  readonly profit: Wei
}

function marketCopy(row: Row, own: MarketLook, { session, now, look, profit }: Around): MarketCopy {
  const { market, resting, fault, stopped, strategy, agedReference, pulledFor } = row
  return {
    id: market.id,
    question: market.question,
    group: market.group?.isNegRisk === true ? market.group.id : null,
    strategy,
    state: stateWord(row, now),
    endsAt: market.endsAt,
    feedAgeMs: own.heardAt === 0 ? null : Math.max(0, (look.now - own.heardAt) / 1_000),
    tick: market.tick / 1e4,
    touch: touchOf(session.books, row),
    ours: { bid: quotesOf(resting.bid, -1), ask: quotesOf(resting.ask, 1) },
    yes: Wei.toNumber(row.yes),
    no: Wei.toNumber(row.no),
    net: Wei.toNumber(Wei.sub(row.yes, row.no)),
    equity: exactDigits(row.equity),
    worth: exactDigits(row.worth),
    cost: exactDigits(row.cost),
    profit: exactDigits(profit),
    fills: session.fills.of(market.id),
    worstCase: usdtText(own.worstCase),
    agedReference,
    pulledFor,
    fault: fault?.message ?? null,
    stopped,
    paused: row.pausedBy,
    isClosing: row.isClosing,
    dark: darkOf(row.quoting),
  }
}

/** The time in which quotes were wanted and none rested, of a market or of all. */
const darkOf = ({ wantedSeconds, darkSeconds }: Row['quoting']): MarketCopy['dark'] => ({
  wantedSeconds,
  reasons: { ...darkSeconds },
})

/** The book as the feed shows it. A market that left has none. */
function touchOf(books: Pick<Books, 'book'>, { market, state }: Row): MarketCopy['touch'] {
  const book = state === 'live' ? books.book(market.index) : null
  const touch = book?.state === 'live' ? book.touch : null
  if (touch === null) return null
  const { bid, bidSize, ask, askSize } = touch
  return { bid: bid / 1e4, bidSize: bidSize / 1e6, ask: ask / 1e4, askSize: askSize / 1e6 }
}

/** Best first: `way` 1 for asks, -1 for bids. */
const quotesOf = (levels: Row['resting']['bid'], way: 1 | -1): MarketCopy['ours']['bid'] =>
  levels.map(({ price, size }) => [price / 1e4, size / 1e6] as const).toSorted(([a], [b]) => way * (a - b))

/** An amount of risk's sums, as a decimal text. */
export const usdtText = (units: number): string => (units / UNITS).toFixed(4).replace(/\.?0+$/, '')
