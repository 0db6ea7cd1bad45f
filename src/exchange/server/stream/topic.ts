/** What a connection can follow. The topic's text is repeated in each message. */
export type Topic =
  /** Topics with a state: a subscriber gets a snapshot. */
  | { readonly kind: 'book' | 'trading' | 'status' | 'chance'; readonly market: number }
  /** Topics of events: a subscriber gets no snapshot. */
  | { readonly kind: 'trades' | 'changed'; readonly market: number }
  | { readonly kind: 'category'; readonly category: number }
  | { readonly kind: 'price'; readonly feed: string }
  | { readonly kind: 'wallet'; readonly token: string }
  /** Sent to every client, subscribed or not. */
  | { readonly kind: 'heartbeat' }

/** Parses a topic; `null`: there is no such topic. */
export const readTopic = (text: string): Topic | null => {
  if (text === 'heartbeat') return { kind: 'heartbeat' }
  const slash = text.indexOf('/')
  const name = text.slice(0, Math.max(0, slash))
  const argument = text.slice(slash + 1)
  if (name === 'predictWalletEvents') return { kind: 'wallet', token: argument }
  if (name === 'assetPriceUpdate') return argument === '' ? null : { kind: 'price', feed: argument }
  return /^\d{1,15}$/.test(argument) ? numbered(name, Number(argument)) : null
}

const numbered = (name: string, id: number): Topic | null => {
  switch (name) {
    case 'predictOrderbook':
      return { kind: 'book', market: id }
    case 'predictTradingStatus':
      return { kind: 'trading', market: id }
    case 'predictMarketStatus':
      return { kind: 'status', market: id }
    case 'predictTrades':
      return { kind: 'trades', market: id }
    case 'predictMarketChanged':
      return { kind: 'changed', market: id }
    case 'predictCategoryChanged':
      return { kind: 'category', category: id }
    case 'polymarketChance':
    case 'kalshiChance':
      return { kind: 'chance', market: id }
    default:
      return null
  }
}
