import type { TradingStatus } from './command.js'
import type { Lane } from './matching.js'
import { end } from './orders.js'
import { reopenBook } from './reopen-book.js'
import { emit, type MarketState, touch, type Working, type World } from './world.js'

/** Sets whether a market trades. OPEN matches orders that crossed meanwhile; CLOSED takes every order off the book. */
export function setTrading(world: World, market: MarketState, trading: TradingStatus): void {
  if (market.trading !== trading) {
    market.trading = trading
    touch(world, market)
    emit(world, { at: world.now, kind: 'trading', market: market.spec.id, status: trading })
    if (trading === 'OPEN') reopenBook(world, market)
  }
  if (trading !== 'CLOSED') return
  for (const working of standing(market)) end(world, working, 'CANCELLED', 'market-closed')
}

/** All orders that may still match: the resting ones, best first, then those that wait for the taker delay. */
function standing(market: MarketState): Working[] {
  const found: Working[] = []
  for (const lane of [0, 1] as const satisfies readonly Lane[])
    for (let price = market.book.best(lane); price > 0; price = market.book.below(lane, price))
      for (let handle = market.book.first(lane, price); handle !== 0; handle = market.book.after(handle))
        found.push(market.resting[handle]!)
  return [...found, ...market.waiting]
}
