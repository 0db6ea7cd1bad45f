import type { Fill } from '../model/fill.js'
import type { MarketId } from '../model/ids.js'
import { OrderId } from '../model/ids.js'
import { type Outcome, Wei } from '../model/money.js'
import type { OpenOrder } from '../model/order.js'
import type { Report, Snapshot } from '../model/report.js'
import type { Timestamp } from '../model/time.js'
import type { Blotter } from './blotter.js'
import type { Adjustment, DeskState, PendingFill } from './desk-state.js'
import type { MarketIds } from './market-ids.js'
import { type ComparedMoney, movedShares } from './moved-shares.js'
import type { Portfolio } from './portfolio.js'
import { type CashRange, settlingCash } from './settling-cash.js'
import { sharesByMarket } from './unredeemed.js'

/** The parts of a ledger that are compared, and how a fill is booked there. */
interface Compared {
  readonly state: Omit<DeskState, 'orders'>
  readonly blotter: Blotter
  readonly portfolio: Portfolio
  readonly markets: MarketIds
  fill(kind: 'matched' | 'settled' | 'failed', fill: Fill, at: Timestamp): void
}

/** A fill that settles soon may explain a difference; an older one does not. */
const SETTLES_WITHIN = 600_000_000

/**
 * Compares the venue's lists with the ledger: fills first, because they explain differences; remaining differences are booked by name, unless an
 * unsettled fill may explain them.
 */
export function reconcile(ledger: Compared, { snapshot, at: askedAt, receivedAt: at }: Report & { readonly kind: 'snapshot' }) {
  for (const { fill, state } of snapshot.fills) if (!ledger.portfolio.knows(state, fill.key)) ledger.fill(state, fill, at)
  const { blotter, portfolio, state } = ledger
  const shown = new Set<OrderId>()
  for (const open of snapshot.orders) {
    if (!isOurs(open)) continue
    shown.add(open.id)
    blotter.adopt(open, { marketId: ledger.markets.idOf(open.market), market: open.market, askedAt, at })
  }
  for (const order of blotter.orders.all)
    if (!shown.has(OrderId.of(state.epoch, order.terms.number))) blotter.miss(order, askedAt)
  const why = state.isOpened ? 'unexplained' : 'opening'
  const adjustments: Adjustment[] = []
  const adjustShares = (market: MarketId, what: Outcome, held: Adjustment['amount']): void => {
    if (unclear.has(market) && state.isOpened) return
    const amount = portfolio.adjustShares(market, what, held)
    if (amount !== 0n) adjustments.push({ why, what, market, amount, at })
  }
  const unclear = unclearMarkets(ledger, snapshot, at)
  const unredeemed = portfolio.unredeemed.read(sharesByMarket(snapshot, index => ledger.markets.idOf(index)))
  const isMoneyStill = state.isOpened && !maySettle(ledger, null, at)
  if (state.isOpened) adjustments.push(...bookMoved(ledger, { snapshot, unredeemed, unclear, at }))
  for (const [index, held] of snapshot.shares) {
    const market = ledger.markets.idOf(index)
    // Shares of a decided market are no position any more: what they pay was booked with the result.
    const isDecided = portfolio.position(market).result !== null
    for (const outcome of ['yes', 'no'] as const) adjustShares(market, outcome, isDecided ? Wei.ZERO : held[outcome])
  }
  if (state.isOpened && !isMoneyStill) return adjustments
  const amount = portfolio.adjustCash(Wei.add(snapshot.cash, unredeemed))
  if (amount !== 0n) adjustments.push({ why, what: 'cash', market: null, amount, at })
  return adjustments
}

/** Markets whose shares an unsettled fill may explain, and those whose shares may come of a conversion of such a market's. */
function unclearMarkets(ledger: Compared, { groups = [] }: Snapshot, at: Timestamp): ReadonlySet<MarketId> {
  const { markets } = ledger
  const settling = new Set(settlingFills(ledger, at).map(({ market }) => market))
  const unclear = new Set(settling)
  for (const group of groups) {
    const ids = group.map(index => markets.idOf(index))
    if (ids.some(id => settling.has(id))) for (const id of ids) unclear.add(id)
  }
  return unclear
}

/** Books what transactions moved as what it is. */
function bookMoved(ledger: Compared, shown: Shown): readonly Adjustment[] {
  const { markets, portfolio } = ledger
  const { at } = shown
  const booked: Adjustment[] = []
  const { pairs, converted } = movedShares(comparedMoney(ledger, shown))
  for (const [index, count] of pairs) {
    const market = markets.idOf(index)
    portfolio.movePairs(market, count)
    const amount = Wei.of(count < 0n ? -count : count)
    booked.push({ why: count > 0n ? 'split' : 'merge', what: 'pairs', market, amount, at })
  }
  for (const { market: index, ...moved } of converted) {
    const market = markets.idOf(index)
    portfolio.convert(market, moved)
    const { given, gained } = moved
    const [came, paid] = moved.cash > 0n ? [Wei.of(moved.cash), Wei.ZERO] : [Wei.ZERO, Wei.of(moved.cash)]
    const named = { why: 'convert', market, at } as const
    if (given > 0n) booked.push({ ...named, what: 'no', amount: Wei.of(-given), cash: came })
    if (gained > 0n) booked.push({ ...named, what: 'yes', amount: Wei.of(gained), cash: paid })
  }
  return booked
}

interface Shown {
  readonly unclear: ReadonlySet<MarketId>
  readonly snapshot: Snapshot
  readonly unredeemed: Wei
  readonly at: Timestamp
}

const comparedMoney = (
  ledger: Compared,
  { snapshot: { cash, shares, groups = [] }, unredeemed, unclear, at }: Shown,
): ComparedMoney => {
  const { state, markets, portfolio } = ledger
  return {
    ours: state.cash,
    venue: Wei.add(cash, unredeemed),
    shares,
    groups: groups.filter(group => !group.some(index => unclear.has(markets.idOf(index)))),
    // Shares of a market with an unsettled fill can be compared when it has settled; those of a decided market count as cash.
    positionOf: index => {
      const market = markets.idOf(index)
      const position = portfolio.position(market)
      return position.result === null && !maySettle(ledger, market, at) ? position : null
    },
    settling: cashInFlight(ledger, shares, at),
  }
}

function cashInFlight(ledger: Compared, shares: Snapshot['shares'], at: Timestamp): CashRange {
  const { markets, portfolio } = ledger
  return settlingCash(settlingFills(ledger, at), market => {
    const held = shares.get(markets.indexOf(market))
    const { yes, no, result } = portfolio.position(market)
    return held === undefined || result !== null ? null : { yes: held.yes - yes.shares, no: held.no - no.shares }
  })
}

/** Unsettled fills that may still settle. */
const settlingFills = ({ state }: Pick<Compared, 'state'>, at: Timestamp): readonly PendingFill[] =>
  [...state.pending.values()].filter(fill => fill.at + SETTLES_WITHIN > at)

const maySettle = (ledger: Pick<Compared, 'state'>, market: MarketId | null, at: Timestamp): boolean =>
  settlingFills(ledger, at).some(fill => market === null || fill.market === market)

const isOurs = (open: OpenOrder): open is OpenOrder & { readonly id: OrderId } => open.id !== null
