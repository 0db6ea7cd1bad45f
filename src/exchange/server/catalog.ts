import type { Outcome } from '../../model/money.js'
import type { Watcher } from './floor.js'
import type { CategoryWords, MarketWords } from './market-words.js'

/** A group of markets and who is in it. */
export interface Category extends CategoryWords {
  readonly marketIds: readonly number[]
}

/** The words of all markets, found by id, token and category. */
export interface Catalog extends Watcher {
  market(id: number): MarketWords | null
  /** Newest first. */
  markets(): readonly MarketWords[]
  /** Which side of which market a token is. */
  token(id: string): { readonly market: number; readonly outcome: Outcome } | null
  category(slug: string): Category | null
  /** Newest first. */
  categories(): readonly Category[]
}

/** An empty catalog; it learns from the entries of the log. */
export const createCatalog = (): Catalog => {
  const markets = new Map<number, MarketWords>()
  const tokens = new Map<string, { market: number; outcome: Outcome }>()
  const categories = new Map<string, Category>()
  const learn = (words: MarketWords): void => {
    markets.set(words.id, words)
    tokens.set(words.tokens[0], { market: words.id, outcome: 'yes' })
    tokens.set(words.tokens[1], { market: words.id, outcome: 'no' })
    const known = categories.get(words.category.slug)
    const others = known?.marketIds.filter(id => id !== words.id) ?? []
    categories.set(words.category.slug, { ...(known ?? words.category), marketIds: [...others, words.id] })
  }
  return {
    enter: entry => {
      if (entry.words !== undefined) learn(entry.words)
    },
    hear: note => {
      if (note.kind === 'market-words') learn(note.words)
      else if (note.kind === 'category') {
        const known = categories.get(note.category.slug)
        categories.set(note.category.slug, { ...note.category, marketIds: known?.marketIds ?? [] })
      }
    },
    market: id => markets.get(id) ?? null,
    markets: () => [...markets.values()].sort((a, b) => b.id - a.id),
    token: id => tokens.get(id) ?? null,
    category: slug => categories.get(slug) ?? null,
    categories: () => [...categories.values()].sort((a, b) => b.id - a.id),
  }
}
