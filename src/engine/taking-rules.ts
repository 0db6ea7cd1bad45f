import type { Place, Refusal } from '../model/intent.js'
import { type BookSide, inYesTerms, Price } from '../model/money.js'
import type { Stance } from './stance.js'

type Broken = Omit<Refusal, 'intent'>

/** Rules of orders that take: refused if only makers may trade, or if they meet an order of ours. */
export function brokenTaking(place: Place, stance: Stance): Broken | null {
  const isTaking = place.style !== 'post-only'
  const { market, limits } = stance
  if (limits.makerOnly === true) {
    const note = isTaking ? 'an order that takes' : 'a quote that would take'
    const found = ticksInto(place, { bid: stance.bid, ask: stance.ask, tick: market.tick })
    if (isTaking || found > 0) return { rule: 'makerOnly', limit: 0, found: Math.max(0, found), note }
  }
  return isTaking ? brokenByOwn(place, stance) : null
}

/** How many ticks of the other side an order takes: 1 at its best price. 0 or less: it does not take. */
function ticksInto(
  place: Place,
  { bid, ask, tick }: { readonly bid: number; readonly ask: number; readonly tick: number },
): number {
  const { side, price } = inYesTerms(place)
  const other = side === 'bid' ? ask : bid
  return other === 0 ? 0 : (side === 'bid' ? price - other : other - price) / tick + 1
}

/** YES at p and NO at 1 - p are one price of one book, whatever the outcome and strategy of our resting order. */
function brokenByOwn(place: Place, { ownBid, ownAsk }: Stance): Broken | null {
  const { side, price } = inYesTerms(place)
  const own = side === 'bid' ? ownAsk : ownBid
  if (!meetsOwn(side, price, own)) return null
  const note = `it may take our own ${side === 'bid' ? 'ask' : 'bid'}, in prices of YES`
  return { rule: 'ownOrder', limit: own / Price.ONE, found: price / Price.ONE, note }
}

/** Whether an order of a side at a price reaches our own best price on the other side; 0: we have none there. */
export const meetsOwn = (side: BookSide, price: number, own: number): boolean =>
  own !== 0 && (side === 'bid' ? price >= own : price <= own)
