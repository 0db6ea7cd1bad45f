/** What a connection can follow. `channel` is what happens, the topic's text is how this client named it. */
export type Topic =
  | { readonly kind: 'book' | 'trading' | 'status'; readonly market: number }
  /** Of its moment: there is nothing to show to who comes later. */
  | { readonly kind: 'trades' | 'changed'; readonly market: number }
  | { readonly kind: 'wallet'; readonly token: string }
  /** Acknowledged, and silent for now. */
  | { readonly kind: 'quiet' }

/** Reads a topic; null where there is none of this name. */
export const readTopic = (text: string): Topic | null => {
  const slash = text.indexOf('/')
  const name = text.slice(0, Math.max(0, slash))
  const argument = text.slice(slash + 1)
  if (name === 'predictWalletEvents') return { kind: 'wallet', token: argument }
  if (!/^\d{1,15}$/.test(argument)) return null
  const market = Number(argument)
  switch (name) {
    case 'predictOrderbook':
      return { kind: 'book', market }
    case 'predictTradingStatus':
      return { kind: 'trading', market }
    case 'predictMarketStatus':
      return { kind: 'status', market }
    case 'predictTrades':
      return { kind: 'trades', market }
    case 'predictMarketChanged':
      return { kind: 'changed', market }
    case 'predictCategoryChanged':
    case 'polymarketChance':
    case 'kalshiChance':
      return { kind: 'quiet' }
    default:
      return null
  }
}
