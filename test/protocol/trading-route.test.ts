import { expect, it } from 'vitest'
import { isOrdersRoute, isTradingRoute } from '../../src/protocol/trading-route.js'

it.each([
  ['/v1/orders', true],
  ['/v1/orders/remove-by-hash', true],
  ['/v1/orders?status=OPEN', true],
  ['/v1/orders/matches?first=100', true],
  ['/v1/markets/7/orderbook', true],
  ['/v1/markets/7/quote', true],
  ['/v1/markets/quotes', true],
  ['/v1/markets/orderbooks?ids=1&ids=2', true],
  ['/orders/0xab', true],
  ['/v1/markets', false],
  ['/v1/markets/7', false],
  ['/v1/markets/7/stats', false],
  ['/v1/ordersheet', false],
  ['/v1/search?query=/v1/orders', false],
])('%s counts in the window of the trading routes: %s', (path, isTrading) => {
  expect(isTradingRoute(path)).toBe(isTrading)
})

it('tells the routes whose POSTs are counted by the second from the rest', () => {
  expect([isOrdersRoute('/v1/orders/remove'), isOrdersRoute('/v1/markets/7/orderbook')]).toEqual([true, false])
})
