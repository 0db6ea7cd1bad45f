// Both revisions share their rate limit windows: a path without prefix is another name for the same call.
const ORDERS = /^(?:\/v1)?\/orders(?:\/|$)/
const MARKET = /^(?:\/v1)?\/markets\/(?:[^/]+\/(?:orderbook|quote)|quotes|orderbooks)\/?$/

/** Whether a path is `/orders` or below it, whose POSTs have an additional limit by the second. */
export const isOrdersRoute = (path: string): boolean => ORDERS.test(path)

/** Whether calls of a path, with or without a query, count in the window of trading routes: orders, and single books and quotes. */
export function isTradingRoute(path: string): boolean {
  const end = path.indexOf('?')
  const plain = end < 0 ? path : path.slice(0, end)
  return isOrdersRoute(plain) || MARKET.test(plain)
}
