import {
  type Fill,
  FillKey,
  ForeignOrderError,
  type Market,
  type MarketIndex,
  type OpenOrder,
  OrderHash,
  OrderId,
  Price,
  Size,
  type Snapshot,
  Wei,
} from 'oddsmith/venue'
import type { EchoAccount, EchoFill, EchoOpenOrder } from './wire.js'

/** The markets of a run, by the exchange's names and by its indexes. */
export class RunMarkets {
  readonly #byId = new Map<string, Market>()
  readonly #byIndex = new Map<MarketIndex, Market>()

  adopt(markets: readonly Market[]): void {
    for (const market of markets) {
      this.#byId.set(market.id, market)
      this.#byIndex.set(market.index, market)
    }
  }

  get all(): readonly Market[] {
    return [...this.#byIndex.values()]
  }

  named(id: string): Market | undefined {
    return this.#byId.get(id)
  }

  at(index: MarketIndex): Market | undefined {
    return this.#byIndex.get(index)
  }
}

/** Our name of an order; null: it is of another journal or program. */
export function ownId(client: string, epoch: number): OrderId | null {
  return client.startsWith(`${epoch}-`) && /^\d+-\d+$/.test(client) ? OrderId.parse(client) : null
}

export const hashOf = (signature: string): OrderHash => OrderHash.of(`0x${signature}`)

const WEI_PER_CENT = 10n ** 16n
const cents = (amount: number): Wei => Wei.of(BigInt(amount) * WEI_PER_CENT)
const lots = (amount: number): Wei => Wei.ofSize(Size.ofShares(amount))

/** All of an account at one moment. Cash is told without what orders hold, and the desk wants it whole. */
export function snapshotOf(told: EchoAccount, markets: RunMarkets, epoch: number): Snapshot {
  return {
    orders: told.orders.map(order => openOrder(order, markets, epoch)),
    cash: cents(told.free + told.held),
    fills: told.fills.flatMap(fill => {
      const read = fillOf(fill, markets, epoch)
      return read === null ? [] : [{ fill: read, state: 'settled' as const }]
    }),
    shares: new Map(
      markets.all.map(({ id, index }) => {
        const { yes, no } = told.shares[id] ?? { yes: 0, no: 0 }
        return [index, { yes: lots(yes), no: lots(no) }]
      }),
    ),
  }
}

function openOrder(order: EchoOpenOrder, markets: RunMarkets, epoch: number): OpenOrder {
  const market = markets.named(order.m)
  if (market === undefined) throw new ForeignOrderError(`order ${order.h} rests in market ${order.m}`, 'echo')
  return {
    id: ownId(order.i, epoch),
    hash: hashOf(order.h),
    venueId: order.h,
    market: market.index,
    outcome: order.o,
    side: order.s,
    price: Price.of(order.c * 100),
    size: Size.ofShares(order.n),
    filled: lots(order.done),
    rewardRate: 0,
  }
}

/** A fill is settled when it is told; its number never comes again. null: it is of a market that the run does not have. */
export function fillOf(fill: EchoFill, markets: RunMarkets, epoch: number): Fill | null {
  const market = markets.named(fill.m)
  if (market === undefined) return null
  return {
    key: FillKey.of(String(fill.no), hashOf(fill.h), 0),
    order: ownId(fill.i, epoch),
    market: market.index,
    outcome: fill.o,
    side: fill.s,
    shares: lots(fill.n),
    value: cents(fill.c * fill.n),
    fee: { in: 'cash', amount: cents(fill.fee) },
  }
}
