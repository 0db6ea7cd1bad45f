import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '../../../model/money.js'
import type { LogEntry } from '../log/log-entry.js'
import type { Note } from '../log/note.js'
import type { Watcher } from '../log/watcher.js'
import { completeCategory, completeMarket } from '../text/complete-text.js'
import type { CategoryText, MarketText, Tag } from '../text/market-text.js'
import { titleKey } from '../text/title-key.js'

/** A category and the ids of its markets. */
export interface Category extends CategoryText {
  readonly marketIds: readonly number[]
}

/** The text of all markets, found by id, token and category. */
export interface Catalog extends Watcher {
  /** Increases with every change, so that callers know when to read again. */
  readonly revision: number
  market(id: number): MarketText | null
  /** Newest first. */
  markets(): readonly MarketText[]
  /** The market and outcome of a token; `null`: there is no such token. */
  token(id: string): { readonly market: number; readonly outcome: Outcome } | null
  /** The market of a condition, in any case of letters; `null`: there is no such condition. */
  condition(id: string): MarketText | null
  /** The category that is this group of negative risk on the chain, in any case of letters; `null`: there is no such group. */
  group(id: string): Category | null
  category(slug: string): Category | null
  categoryById(id: number): Category | null
  /** Newest first. */
  categories(): readonly Category[]
  /** Every tag of any category, by id, with its newest text. */
  tags(): readonly Tag[]
  /** The market whose name clients could not tell from this category and title; `null`: no market has such a name. */
  named(slug: string, title: string): number | null
}

/** An empty catalog; it is filled by entries and notes of the log. */
export const createCatalog = (): Catalog => new LearningCatalog()

/** What a snapshot holds of the catalog. */
interface Saved {
  readonly categories: readonly CategoryText[]
  readonly markets: readonly (Omit<MarketText, 'category'> & { readonly slug: string })[]
}

class LearningCatalog implements Catalog {
  readonly #markets = new Map<number, MarketText>()
  readonly #tokens = new Map<string, { market: number; outcome: Outcome }>()
  readonly #conditions = new Map<string, number>()
  readonly #categories = new Map<string, Category>()
  readonly #groups = new Map<string, string>()
  readonly #slugs = new Map<number, string>()
  readonly #tags = new Map<string, Tag>()
  readonly #names = new Map<string, number>()
  #revision = 0
  readonly memory = {
    name: 'catalog',
    save: (): Saved => this.#save(),
    load: (saved: unknown): void => this.#load(saved as Saved),
  }

  enter({ words, command }: LogEntry): void {
    if (words !== undefined) this.#learn(completeMarket(words, command.kind === 'market' ? command.market : null))
  }

  hear(note: Note): void {
    if (note.kind === 'market-words') this.#learn(completeMarket(note.words, null))
    else if (note.kind === 'category') this.#learnCategory(completeCategory(note.category))
  }

  get revision(): number {
    return this.#revision
  }

  market(id: number): MarketText | null {
    return this.#markets.get(id) ?? null
  }

  markets(): readonly MarketText[] {
    return [...this.#markets.values()].sort((a, b) => b.id - a.id)
  }

  token(id: string): { readonly market: number; readonly outcome: Outcome } | null {
    return this.#tokens.get(id) ?? null
  }

  condition(id: string): MarketText | null {
    return this.market(this.#conditions.get(id.toLowerCase()) ?? -1)
  }

  group(id: string): Category | null {
    return this.category(this.#groups.get(id.toLowerCase()) ?? '')
  }

  category(slug: string): Category | null {
    return this.#categories.get(slug) ?? null
  }

  categoryById(id: number): Category | null {
    return this.category(this.#slugs.get(id) ?? '')
  }

  categories(): readonly Category[] {
    return [...this.#categories.values()].sort((a, b) => b.id - a.id)
  }

  tags(): readonly Tag[] {
    return [...this.#tags.values()].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
  }

  named(slug: string, title: string): number | null {
    return this.#names.get(titleKey(slug, title)) ?? null
  }

  #learn(words: MarketText): void {
    const { id, title, tokens, conditionId } = words
    const { slug } = words.category
    const before = this.#markets.get(id)
    if (before !== undefined) {
      this.#names.delete(titleKey(before.category.slug, before.title))
      this.#conditions.delete(before.conditionId.toLowerCase())
    }
    this.#conditions.set(conditionId.toLowerCase(), id)
    this.#names.set(titleKey(slug, title), id)
    this.#tokens.set(tokens[0], { market: id, outcome: 'yes' }).set(tokens[1], { market: id, outcome: 'no' })
    this.#markets.set(id, words)
    const known = this.#categories.get(slug)
    const marketIds = known?.marketIds.includes(id) === true ? known.marketIds : [...(known?.marketIds ?? []), id]
    this.#store({ ...(known ?? words.category), marketIds })
  }

  #learnCategory(words: CategoryText): void {
    for (const tag of words.tags) this.#learnTag(tag)
    this.#store({ ...words, marketIds: this.#categories.get(words.slug)?.marketIds ?? [] })
  }

  #learnTag(tag: Tag): void {
    const known = this.#tags.get(tag.id)
    this.#tags.set(tag.id, tag)
    if (known === undefined || isDeepStrictEqual(known, tag)) return
    for (const category of this.#categories.values()) if (category.tags.some(({ id }) => id === tag.id)) this.#store(category)
  }

  /** Stores a category, and updates its text in its markets. */
  #store(category: Category): void {
    this.#revision++
    for (const tag of category.tags) if (!this.#tags.has(tag.id)) this.#tags.set(tag.id, tag)
    const told = { ...category, tags: category.tags.map(tag => this.#tags.get(tag.id) ?? tag) }
    const { marketIds, ...words } = told
    if (words.negRiskOnChainId !== null) this.#groups.set(words.negRiskOnChainId.toLowerCase(), words.slug)
    this.#categories.set(words.slug, told)
    this.#slugs.set(words.id, words.slug)
    for (const id of marketIds) {
      const market = this.#markets.get(id)
      if (market !== undefined) this.#markets.set(id, { ...market, category: words })
    }
  }

  #save(): Saved {
    return {
      categories: [...this.#categories.values()],
      markets: [...this.#markets.values()].map(({ category, ...words }) => ({ ...words, slug: category.slug })),
    }
  }

  #load({ categories, markets }: Saved): void {
    for (const category of categories) this.#learnCategory(category)
    for (const { slug, ...words } of markets) {
      const category = this.#categories.get(slug)
      if (category !== undefined) this.#learn({ ...words, category })
    }
  }
}
