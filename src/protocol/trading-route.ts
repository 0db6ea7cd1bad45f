// Both revisions share their windows: a path without prefix is another name of the same calls.
const ORDERS = /^(?:\/v1)?\/orders(?:\/|$)/
const MARKET = /^(?:\/v1)?\/markets\/(?:[^/]+\/(?:orderbook|quote)|quotes|orderbooks)\/?$/

/** Whether a path is one of those at and below `/orders`, whose POSTs are counted by the second besides. */
export const isOrdersRoute = (path: string): boolean => ORDERS.test(path)

/** Whether calls of a path, with or without its query, count in the window of the trading routes: orders, and single books and quotes. */
export function isTradingRoute(path: string): boolean {
  const end = path.indexOf('?')
  const plain = end < 0 ? path : path.slice(0, end)
  return isOrdersRoute(plain) || MARKET.test(plain)
}
