import { Wei } from '../../../model/money.js'
import type { CoreEvent, CoreOrder, Leg, Match } from '../../core/core-event.js'
import type { Reads } from '../read-models/reads.js'
import { legsOf } from '../read-models/tape.js'
import { fixedDecimals } from '../rows/fixed-decimals.js'
import { feeRow, priceOf } from '../rows/match.js'
import { settlementId } from '../rows/settlement-id.js'
import type { Settled } from './rewind.js'

/** A message to one wallet. */
export interface WalletEvent {
  readonly account: string
  readonly data: object
}

/** Which wallets get messages, and how much their orders had settled. */
export interface WordingContext {
  readonly isFollowed: (account: string) => boolean
  /** What the order had settled by the time of the event, the event itself included. */
  readonly settledOf: (order: CoreOrder) => Settled
}

interface Scene extends WordingContext {
  readonly reads: Reads
  readonly event: CoreEvent
}

/** The messages of an event to the wallets in it. Only wallets for which `isFollowed` holds get one. */
export const walletEvents = (reads: Reads, event: CoreEvent, context: WordingContext): readonly WalletEvent[] => {
  const { isFollowed } = context
  const scene = { ...context, reads, event }
  switch (event.kind) {
    case 'accepted':
    case 'ended':
      return isFollowed(event.order.spec.account) ? orderEvents(scene, event) : []
    case 'matched':
    case 'submitted':
    case 'settled':
    case 'failed':
      return legsOf(event.match)
        .filter(leg => isFollowed(leg.order.spec.account))
        .flatMap(leg => legEvents(scene, event, leg))
    case 'book':
    case 'trading':
    case 'status':
    case 'paid':
    case 'converted':
      return []
    default:
      return event satisfies never
  }
}

type OrderEvent = Extract<CoreEvent, { kind: 'accepted' | 'ended' }>
type MatchEvent = Extract<CoreEvent, { kind: 'matched' | 'submitted' | 'settled' | 'failed' }>

const orderEvents = (scene: Scene, event: OrderEvent): readonly WalletEvent[] => {
  const { order } = event
  if (event.kind === 'accepted') return [tell(scene, { order, type: 'orderAccepted' })]
  // A filled order needs no message besides the transaction event of its last fill.
  if (event.status === 'FILLED') return []
  if (event.status === 'EXPIRED') return [tell(scene, { order, type: 'orderExpired' })]
  if (event.why === 'no-match') return [tell(scene, { order, type: 'orderNotAccepted', more: { reason: 'NO_MARKET_MATCH' } })]
  const reason = event.why.replaceAll('-', '_').toUpperCase()
  return [tell(scene, { order, type: 'orderCancelled', more: event.why === 'removed' ? {} : { reason } })]
}

const legEvents = (scene: Scene, event: MatchEvent, leg: Leg): readonly WalletEvent[] => {
  const { order } = leg
  const more = transactionOf(scene.reads, event.match, leg)
  switch (event.kind) {
    case 'matched':
      return leg.isMaker ? [] : [tell(scene, { order, type: 'orderMarketMatchPlan' })]
    case 'submitted':
      return [tell(scene, { order, type: 'orderTransactionSubmitted', more })]
    case 'settled': {
      const { amount, type } = feeRow(leg)
      return [tell(scene, { order, type: 'orderTransactionSuccess', more: { ...more, fee: { amountWei: amount, type } } })]
    }
    case 'failed':
      return [tell(scene, { order, type: 'orderTransactionFailed', more: { ...more, reason: 'SETTLEMENT_FAILED' } })]
    default:
      return event.kind satisfies never
  }
}

const transactionOf = (reads: Reads, match: Match, leg: Leg): object => ({
  settlementId: settlementId(reads.epoch, match.id),
  kind: leg.side === 'buy' ? 'PURCHASE' : 'SALE',
  isMaker: leg.isMaker,
  fill: {
    executedPriceWei: priceOf(leg.value, leg.shares),
    executedSizeWei: String(leg.shares),
    executedValueWei: String(leg.value),
  },
})

interface Telling {
  readonly order: CoreOrder
  readonly type: string
  readonly more?: object
}

const tell = (scene: Scene, { order, type, more }: Telling): WalletEvent => ({
  account: order.spec.account,
  data: {
    type,
    orderId: String(order.id),
    orderHash: order.spec.hash,
    walletAddress: order.spec.account,
    timestamp: Math.floor(scene.event.at / 1_000),
    ...more,
    details: detailsOf(scene, order),
  },
})

const detailsOf = ({ reads, settledOf }: Scene, order: CoreOrder): object => {
  const { spec } = order
  const settled = settledOf(order)
  const words = reads.markets.catalog.market(spec.market)
  const index = spec.outcome === 'yes' ? 0 : 1
  return {
    marketId: spec.market,
    outcomeIndex: index + 1,
    marketQuestion: words?.question ?? '',
    outcome: index === 0 ? 'YES' : 'NO',
    quoteType: spec.side === 'buy' ? 'BID' : 'ASK',
    quantity: fixedDecimals(spec.shares, 3),
    quantityFilled: fixedDecimals(settled.shares, 3),
    price: fixedDecimals(spec.limit, 3),
    value: fixedDecimals(Wei.of((spec.shares * spec.limit) / 10n ** 18n), 2),
    valueFilled: fixedDecimals(settled.value, 2),
    strategyType: spec.strategy,
    categorySlug: words?.category.slug ?? '',
    outcomeName: words?.outcomeNames[index] ?? '',
  }
}
