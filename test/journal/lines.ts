import type { SignedSubmit } from '../../src/journal/append.js'
import type { Fill } from '../../src/model/fill.js'
import { FillKey, MarketIndex, OrderHash, OrderId } from '../../src/model/ids.js'
import type { Approved, Place, Submit } from '../../src/model/intent.js'
import type { Market } from '../../src/model/market.js'
import { Price, Size, Wei } from '../../src/model/money.js'
import { plainMarket } from '../../src/model/plain-market.js'
import { Timestamp } from '../../src/model/time.js'

export const at = (seconds: number): Timestamp => Timestamp.ofSeconds(1_800_000_000 + seconds)

export const market = (id: string, index: number): Market => ({
  ...plainMarket(id, `Will ${id} happen?`),
  index: MarketIndex.of(index),
  takerFeeBps: 200,
})

export const hash = (counter: number): OrderHash => OrderHash.of(`0x${counter.toString(16).padStart(64, '0')}`)

/** What risk would have approved; tests of rooms behind risk start here. */
export const submit = (counter: number, place: Partial<Place> = {}): Submit => {
  const order: Place = {
    kind: 'place',
    market: MarketIndex.of(0),
    outcome: 'yes',
    side: 'buy',
    price: Price.of(4_900),
    size: Size.ofShares(10),
    style: 'post-only',
    expiresAt: at(60),
    ...place,
  }
  return { kind: 'submit', id: OrderId.of(7, counter), order: order as Approved<Place> }
}

export const signed = (counter: number, place: Partial<Place> = {}): SignedSubmit => ({
  submit: submit(counter, place),
  signed: { id: OrderId.of(7, counter), hash: hash(counter), body: new TextEncoder().encode(`order ${counter}`) },
})

export const fill = (counter: number, shares = 10n): Fill => ({
  key: FillKey.of(`settlement-${counter}`, hash(counter), 0),
  order: OrderId.of(7, counter),
  market: MarketIndex.of(0),
  outcome: 'yes',
  side: 'buy',
  shares: Wei.of(shares * 10n ** 18n),
  value: Wei.of(shares * 49n * 10n ** 16n),
  fee: { in: 'shares', amount: Wei.ZERO },
})
