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

/** What a probe wants of its market. */
export type ProbeStage = 'look' | 'rest' | 'pull' | 'buy' | 'sell'

/** A strategy that its driver leads from stage to stage, and what it saw. */
export interface Probe {
  readonly definition: Assignment['definition']
  stage: ProbeStage
  /** The market that it acts in; null: none yet, and it looks on in all. */
  target: Market | null
  /** The touch of each market by its last decision; missing: its book is not live, or has one side only. */
  readonly touches: ReadonlyMap<MarketIndex, Touch>
  readonly fills: readonly Fill[]
}

/** How much more than the least order is bought, so that what is left of it after fees can be sold as an order of its own. */
const MARGIN = 1.4
/** A take that found nothing is tried again after this long, in microseconds. */
const AGAIN_US = 2_000_000

/** Makes a probe that looks on. */
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
    // What a view shows is the present: it is kept as it is now.
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

/** The least order at half of the best bid: nothing is sold to it unless the price falls that far. */
export function farBid({ bid }: Pick<Touch, 'bid'>, market: Market): Level {
  const price = grid.floorPrice(Price.of(Math.max(1, Math.floor(bid / 2))), market)
  return { price, size: grid.leastSize(price, market) }
}

/** What is bought at the best ask and sold again: a little more than the least order at the best bid. */
export function roundTripOf({ bid, ask }: Touch, market: Market): Level {
  const least = grid.leastSize(Price.of(Math.min(bid, ask)), market)
  return { price: ask, size: grid.floorSize(Size.of(Math.ceil(least * MARGIN)), market) }
}

/** What was bought and is settled, and not what the wallet held before. */
function soldLevel({ bid }: Touch, { position, market }: View<unknown>, fills: readonly Fill[]): Level | null {
  const left = Size.min(Size.floorWei(Wei.max(Wei.ZERO, heldOf(fills))), position.sellable.yes)
  const size = grid.floorSize(left, market)
  return size === 0 ? null : { price: bid, size }
}

/** Shares that fills brought: those bought, less fees in shares and those sold. */
const heldOf = (fills: readonly Fill[]): Wei =>
  fills.reduce((sum, { side, shares, fee }) => {
    if (side === 'sell') return Wei.sub(sum, shares)
    return Wei.add(sum, fee.in === 'shares' ? Wei.sub(shares, fee.amount) : shares)
  }, Wei.ZERO)

/** Cash that fills took: what was bought less what was sold, with fees in cash. */
export const spentOf = (fills: readonly Fill[]): Wei =>
  fills.reduce((sum, { side, value, fee }) => {
    const spent = side === 'buy' ? Wei.add(sum, value) : Wei.sub(sum, value)
    return fee.in === 'cash' ? Wei.add(spent, fee.amount) : spent
  }, Wei.ZERO)

/** What a round trip costs at these prices, spread and fees, in USDT; and what it buys. */
export function costOf(touch: Touch, market: Market): { readonly costUsdt: number; readonly stakeUsdt: number } {
  const { price, size } = roundTripOf(touch, market)
  const shares = Wei.toNumber(Wei.ofSize(size))
  const fee = (market.takerFeeBps / 10_000) * (Math.min(price, 10_000 - price) / 10_000) * shares
  return { costUsdt: ((touch.ask - touch.bid) / 10_000) * shares + 2 * fee, stakeUsdt: (price / 10_000) * shares }
}

/** Whether a round trip can be made at this touch: a price that is not near an end, and enough on both sides. */
export function isTradable(touch: Touch, market: Market): boolean {
  const { size } = roundTripOf(touch, market)
  const isMiddling = touch.mid >= 1_000 && touch.mid <= 9_000
  return isMiddling && touch.askSize >= size && touch.bidSize >= size
}
