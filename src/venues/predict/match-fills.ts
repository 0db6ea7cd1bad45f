import type { Fill } from '../../model/fill.js'
import { FillKey, OrderHash } from '../../model/ids.js'
import { type Outcome, type Side, Wei } from '../../model/money.js'
import type { WireLeg, WireMatchRow } from '../../protocol/wire.js'
import { noFee, readFee } from './fill-fee.js'
import type { MarketRegistry } from './market-registry.js'
import type { OrderHashes } from './order-hashes.js'

export interface MatchContext {
  /** The wallet's address. */
  readonly owner: string
  readonly orders: OrderHashes
  readonly registry: MarketRegistry
  /** The journal was created then, in Unix milliseconds: its first snapshot contains the fills of other orders before that. */
  readonly beganMs: number
}

/** Our part of a match. `settlement` null: not settled, and not booked yet, because the fill has no name. */
export interface OwnLeg {
  readonly hash: OrderHash
  readonly settlement: string | null
  readonly executedMs: number
  readonly marketId: string
  readonly outcome: Outcome
  readonly side: Side
  readonly shares: Wei
  readonly value: Wei
  readonly fee: Fill['fee']
}

/**
 * Our legs of a match, one for each order, found by address or hash on either side: makers of the other outcome may be ours too. Without those of
 * orders that are not of this journal and were filled before it began, because the money that it began with contains them.
 */
export function ownLegs(row: WireMatchRow, { owner, orders, beganMs }: Omit<MatchContext, 'registry'>): readonly OwnLeg[] {
  const me = owner.toLowerCase()
  const isAfterBegin = row.executedAt >= beganMs
  const isOwn = (leg: WireLeg): boolean => orders.idOf(leg.hash) !== null || (isAfterBegin && leg.signer.toLowerCase() === me)
  const legs = new Map<string, OwnLeg>()
  const add = (leg: OwnLeg): void => {
    const other = legs.get(leg.hash)
    legs.set(leg.hash, other === undefined ? leg : joined(other, leg))
  }
  if (isOwn(row.taker)) add(takerLeg(row))
  for (const maker of row.makers) if (isOwn(maker)) add(makerLeg(row, maker))
  return [...legs.values()]
}

/** The fill of a settled leg; null if it has no settlement yet, or its market is not in this run. */
export function settledFill(leg: OwnLeg, { orders, registry }: Pick<MatchContext, 'orders' | 'registry'>): Fill | null {
  const market = registry.byId(leg.marketId)
  if (leg.settlement === null || market === null) return null
  const { outcome, side, shares, value, fee } = leg
  const key = FillKey.of(leg.settlement, leg.hash, 0)
  return { key, order: orders.idOf(leg.hash), market: market.index, outcome, side, shares, value, fee }
}

const ONE = 10n ** 18n

function makerLeg(row: WireMatchRow, leg: WireLeg): OwnLeg {
  return { ...common(row, leg), shares: leg.amount, value: valueOf(leg) }
}

/**
 * A taker's value is the sum over its makers' levels: the average price in the row is rounded and would lose a few wei. Against a maker of the other
 * outcome, the taker pays or gets the rest of a dollar.
 */
function takerLeg(row: WireMatchRow): OwnLeg {
  const { taker, makers } = row
  if (makers.length === 0)
    return {
      ...common(row, taker),
      shares: row.amountFilled,
      value: valueOf({ amount: row.amountFilled, price: row.priceExecuted }),
    }
  let [shares, value] = [Wei.ZERO, Wei.ZERO]
  for (const maker of makers) {
    const isSame = maker.outcome.indexSet === taker.outcome.indexSet
    shares = Wei.add(shares, maker.amount)
    value = Wei.add(value, isSame ? valueOf(maker) : Wei.sub(maker.amount, valueOf(maker)))
  }
  return { ...common(row, taker), shares, value }
}

const valueOf = ({ amount, price }: { readonly amount: Wei; readonly price: Wei }): Wei => Wei.of((amount * price) / ONE)

function common(row: WireMatchRow, leg: WireLeg): Omit<OwnLeg, 'shares' | 'value'> {
  const side = leg.quoteType.toLowerCase() === 'bid' ? 'buy' : 'sell'
  const settlement = row.settlementId ?? null
  return {
    hash: OrderHash.of(leg.hash),
    settlement: settlement === '' ? null : settlement,
    executedMs: row.executedAt,
    marketId: row.market.id,
    outcome: leg.outcome.indexSet === 1 ? 'yes' : 'no',
    side,
    fee: leg.fee === null || leg.fee === undefined ? noFee(side) : readFee(leg.fee),
  }
}

const joined = (a: OwnLeg, b: OwnLeg): OwnLeg => ({
  ...a,
  shares: Wei.add(a.shares, b.shares),
  value: Wei.add(a.value, b.value),
  fee: { in: a.fee.in, amount: Wei.add(a.fee.amount, b.fee.amount) },
})
