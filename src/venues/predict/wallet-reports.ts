import type { Fill } from '../../model/fill.js'
import { FillKey, OrderHash } from '../../model/ids.js'
import type { Report } from '../../model/report.js'
import { Timestamp } from '../../model/time.js'
import type { WireWalletEvent } from '../../protocol/wire.js'
import { noFee, readFee, takerFee } from './fill-fee.js'
import type { FillMemory } from './fill-memory.js'
import type { MarketRegistry, PredictMarket } from './market-registry.js'
import type { OrderHashes } from './order-hashes.js'

export interface WalletContext {
  readonly orders: OrderHashes
  readonly registry: MarketRegistry
  readonly fills: FillMemory
}

/** The meaning of an event of the wallet's topic. */
export type WalletNews =
  | { readonly kind: 'report'; readonly report: Report }
  /** A settlement changed, but the event is incomplete: the match rows have the rest. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'nothing' }
  /** An order or market unknown to this run. */
  | { readonly kind: 'foreign' }

const NOTHING: WalletNews = { kind: 'nothing' }

/** Parses one event of the wallet's topic. A fill that was reported before gives nothing. */
export function walletReport(context: WalletContext, event: WireWalletEvent, receivedAt: Timestamp): WalletNews {
  const at = event.timestamp > 0 ? Timestamp.ofMs(event.timestamp) : receivedAt
  switch (event.type) {
    case 'orderAccepted':
      return orderNews(context, event, { at, receivedAt, kind: 'accepted', venueId: event.orderId, lockedUntil: null })
    case 'orderExpired':
      return orderNews(context, event, { at, receivedAt, kind: 'ended', how: 'expired', why: event.reason ?? null })
    case 'orderCancelled':
    case 'orderNotAccepted':
      return orderNews(context, event, { at, receivedAt, kind: 'ended', how: howEnded(event), why: event.reason ?? null })
    case 'orderTransactionSubmitted':
      return fillNews(context, event, { at, receivedAt, kind: 'matched' })
    case 'orderTransactionSuccess':
      return fillNews(context, event, { at, receivedAt, kind: 'settled' })
    case 'orderTransactionFailed':
      return fillNews(context, event, { at, receivedAt, kind: 'failed' })
    default:
      return NOTHING
  }
}

type WithoutOrder<R> = R extends { readonly order: unknown } ? Omit<R, 'order'> : never

function orderNews({ orders }: WalletContext, event: WireWalletEvent, report: WithoutOrder<Report>): WalletNews {
  const order = orders.idOf(event.orderHash)
  return order === null ? { kind: 'foreign' } : { kind: 'report', report: { ...report, order } }
}

/** The venue has one event for several kinds of end; its reason, if given, tells them apart. */
function howEnded(event: WireWalletEvent): 'canceled' | 'invalidated' | 'unmatched' {
  const reason = event.reason ?? ''
  if (/NO_MARKET_MATCH/i.test(reason)) return 'unmatched'
  return /INVALID|SETTLEMENT|NONCE/i.test(reason) ? 'invalidated' : 'canceled'
}

type FillStamp = { readonly at: Timestamp; readonly receivedAt: Timestamp; readonly kind: 'matched' | 'settled' | 'failed' }

function fillNews({ orders, registry, fills }: WalletContext, event: WireWalletEvent, stamp: FillStamp): WalletNews {
  const market = registry.byId(event.details.marketId)
  if (market === null) return { kind: 'foreign' }
  const fill = readFill(event, market, orders)
  if (fill === null) return { kind: 'unread' }
  return fills.note(stamp.kind, fill, stamp.at / 1_000) ? { kind: 'report', report: { ...stamp, fill } } : NOTHING
}

function readFill(event: WireWalletEvent, market: PredictMarket, orders: OrderHashes): Fill | null {
  const outcome = readOutcome(event)
  if (!event.settlementId || !event.fill || outcome === null) return null
  const side = event.details.quoteType.toLowerCase() === 'bid' ? 'buy' : 'sell'
  const { executedSizeWei: shares, executedValueWei: value } = event.fill
  const estimated = event.isMaker === true ? noFee(side) : takerFee({ side, shares, value, feeRateBps: market.feeRateBps })
  return {
    key: FillKey.of(event.settlementId, OrderHash.of(event.orderHash), 0),
    order: orders.idOf(event.orderHash),
    market: market.index,
    outcome,
    side,
    shares,
    value,
    fee: event.fee ? readFee({ amount: event.fee.amountWei, type: event.fee.type }) : estimated,
  }
}

/** By index; names are free text. Index 0 is a form that appears only in the documentation, where YES or NO gives the outcome. */
function readOutcome({ details }: WireWalletEvent): Fill['outcome'] | null {
  if (details.outcomeIndex === 1) return 'yes'
  if (details.outcomeIndex === 2) return 'no'
  return details.outcomeIndex === 0 && details.outcome?.toUpperCase() === 'YES' ? 'yes' : null
}
