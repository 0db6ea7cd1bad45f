import { z } from 'zod'
import type { Assignment } from '../../engine/desk-options.js'
import type { Fill } from '../../model/fill.js'
import { grid } from '../../model/grid.js'
import type { MarketIndex } from '../../model/ids.js'
import type { Market } from '../../model/market.js'
import { type Level, Price, Size, Wei } from '../../model/money.js'
import { copyTouch, type Decision, pull, type Touch } from '../../model/quote.js'
import type { Strategy } from '../../strategy/strategy.js'
import type { LiveBook, View } from '../../strategy/view.js'

/** What a probe wants in its market. */
export type ProbeStage = 'look' | 'rest' | 'pull' | 'buy' | 'sell'

/** A strategy that the caller takes from stage to stage, and what it saw. */
export interface Probe {
  readonly definition: Assignment['definition']
  stage: ProbeStage
  /** The market in which it acts; null: none yet, and it only observes all of them. */
  target: Market | null
  /** The touch of each market at its last decision; missing: its book is not live, or has only one side. */
  readonly touches: ReadonlyMap<MarketIndex, Touch>
  readonly fills: readonly Fill[]
}

/** How much more than the least order is bought, so that the shares left after fees are enough for an order. */
const MARGIN = 1.4
/** A take that found no counterparty is repeated after this time, in microseconds. */
const AGAIN_US = 2_000_000

/** Creates a probe that only observes. */
export function createProbe(): Probe {
  const fills: Fill[] = []
  const touches = new Map<MarketIndex, Touch>()
  let tookAt = 0
  const act = (view: View<unknown>, book: LiveBook, touch: Touch): Decision => {
    const { market, now } = view
    if (probe.stage === 'rest') return book.quote({ bid: farBid(touch, market) })
    if (probe.stage !== 'buy' && probe.stage !== 'sell') return pull('the probe looks on')
    if (now - tookAt < AGAIN_US) return pull('the probe waits for what it took')
    const level = probe.stage === 'buy' ? roundTripOf(touch, market) : soldLevel(touch, view, fills)
    if (level === null || (probe.stage === 'buy' && fills.length > 0)) return pull('the probe has nothing to take')
    tookAt = now
    return book.take('yes', probe.stage, level, 'fill-or-kill')
  }
  const decide = (view: View<unknown>): Decision => {
    const { book, market } = view
    fills.push(...view.fills)
    const touch = book.state === 'live' ? book.touch : null
    if (touch === null) touches.delete(market.index)
    // A view always shows the present, so its values are copied.
    else touches.set(market.index, copyTouch(touch))
    if (book.state !== 'live' || touch === null) return pull('no two-sided book')
    return probe.target?.index === market.index ? act(view, book, touch) : pull('the probe looks on')
  }
  const create = (): Strategy<unknown> => ({ decide })
  const probe: Probe = {
    definition: { name: 'doctor', version: 1, watches: 'touch', parameters: z.unknown(), create },
    stage: 'look',
    target: null,
    touches,
    fills,
  }
  return probe
}

/** An order of the least value at half of the best bid, which only fills if the price falls that far. */
export function farBid({ bid }: Pick<Touch, 'bid'>, market: Market): Level {
  const price = grid.floorPrice(Price.of(Math.max(1, Math.floor(bid / 2))), market)
  return { price, size: grid.leastSize(price, market) }
}

/** The order of a round trip: bought at the best ask and sold at the best bid, a little larger than the least order. */
function roundTripOf({ bid, ask }: Touch, market: Market): Level {
  const least = grid.leastSize(Price.of(Math.min(bid, ask)), market)
  return { price: ask, size: grid.floorSize(Size.of(Math.ceil(least * MARGIN)), market) }
}

/** Shares that the probe bought and that have settled, without those that the wallet held before. */
function soldLevel({ bid }: Touch, { position, market }: View<unknown>, fills: readonly Fill[]): Level | null {
  const left = Size.min(Size.floorWei(Wei.max(Wei.ZERO, heldOf(fills))), position.sellable.yes)
  const size = grid.floorSize(left, market)
  return size === 0 ? null : { price: bid, size }
}

/** Shares gained by fills: those bought, minus those sold and fees in shares. */
const heldOf = (fills: readonly Fill[]): Wei =>
  fills.reduce((sum, { side, shares, fee }) => {
    if (side === 'sell') return Wei.sub(sum, shares)
    return Wei.add(sum, fee.in === 'shares' ? Wei.sub(shares, fee.amount) : shares)
  }, Wei.ZERO)

/** Cash spent by fills: for buys, minus sells, plus fees in cash. */
export const spentOf = (fills: readonly Fill[]): Wei =>
  fills.reduce((sum, { side, value, fee }) => {
    const spent = side === 'buy' ? Wei.add(sum, value) : Wei.sub(sum, value)
    return fee.in === 'cash' ? Wei.add(spent, fee.amount) : spent
  }, Wei.ZERO)

/** The cost of a round trip at these prices, spread and fees, in USDT; and the shares it buys. */
export function costOf(touch: Touch, market: Market): { readonly costUsdt: number; readonly stakeUsdt: number } {
  const { price, size } = roundTripOf(touch, market)
  const shares = Wei.toNumber(Wei.ofSize(size))
  const fee = (market.takerFeeBps / 10_000) * (Math.min(price, 10_000 - price) / 10_000) * shares
  return { costUsdt: ((touch.ask - touch.bid) / 10_000) * shares + 2 * fee, stakeUsdt: (price / 10_000) * shares }
}

/** Whether a round trip is possible at this touch: its price is not near 0 or 1, and both sides have enough size. */
export function isTradable(touch: Touch, market: Market): boolean {
  const { size } = roundTripOf(touch, market)
  const isMiddling = touch.mid >= 1_000 && touch.mid <= 9_000
  return isMiddling && touch.askSize >= size && touch.bidSize >= size
}
