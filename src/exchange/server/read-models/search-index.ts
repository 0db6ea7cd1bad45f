import type { Database } from '../../../sqlite/database.js'
import { openDatabase } from '../../../sqlite/open-database.js'
import type { Watcher } from '../log/watcher.js'
import type { MarketText } from '../text/market-text.js'
import type { Catalog, Category } from './catalog.js'

/** A search for markets or categories that contain any of some words. */
export interface SearchWanted {
  readonly words: string
  readonly limit: number
  /** Whether a market or category of this number may be found. */
  readonly isWanted: (id: number) => boolean
}

/**
 * Finds markets and categories that contain any of some words. Ranks them by how rare a word is and in which field it stands. Letter case and
 * accents do not matter, and the last word may be incomplete. Never throws: parts of the text that are not words are ignored.
 */
export interface SearchIndex extends Watcher {
  /** Numbers of markets, best first, the newest first among equals. */
  markets(wanted: SearchWanted): readonly number[]
  /** Numbers of categories, in the same order. */
  categories(wanted: SearchWanted): readonly number[]
}

/** An index of the catalog, built in memory at the first search. A restart loses nothing, because it is rebuilt from the catalog. */
export const createSearchIndex = (catalog: Catalog): SearchIndex => {
  let tables: Tables | null = null
  let isStale = true
  const fresh = (): Tables => {
    tables ??= openTables()
    if (isStale) tables.learn(catalog)
    isStale = false
    return tables
  }
  return {
    enter: entry => {
      if (entry.words !== undefined) isStale = true
    },
    hear: () => {
      isStale = true
    },
    markets: wanted => fresh().find('market', wanted),
    categories: wanted => fresh().find('category', wanted),
  }
}

interface Tables {
  learn(catalog: Catalog): void
  find(table: Table, wanted: SearchWanted): number[]
}

type Table = keyof typeof COLUMNS

/** Columns of each table, with the weight of a word in each of them. */
const COLUMNS = {
  market: { title: 8, question: 4, description: 1, slug: 4 },
  category: { title: 8, slug: 4, description: 1, tags: 3 },
} as const
/** Most words of a search; the others are ignored. */
const WORDS_MAX = 32

const openTables = (): Tables => {
  const database = openDatabase(':memory:')
  const [market, category] = [openTable(database, 'market'), openTable(database, 'category')]
  const marketsSeen = new Map<number, MarketText>()
  const categoriesSeen = new Map<number, Category>()
  return {
    learn: catalog => {
      // The catalog replaces a text when any of it changes, so the same object means no change.
      const markets = catalog.markets().filter(words => marketsSeen.get(words.id) !== words)
      const categories = catalog.categories().filter(words => categoriesSeen.get(words.id) !== words)
      database.transaction(() => {
        for (const words of markets) market.store(words.id, marketTexts(words))
        for (const words of categories) category.store(words.id, categoryTexts(words))
      })()
      for (const words of markets) marketsSeen.set(words.id, words)
      for (const words of categories) categoriesSeen.set(words.id, words)
    },
    find: (table, wanted) => (table === 'market' ? market : category).find(wanted),
  }
}

const marketTexts = ({ title, question, description, category }: MarketText): string[] => [
  title,
  question,
  description,
  category.slug,
]

const categoryTexts = ({ title, slug, description, tags }: Category): string[] => [
  title,
  slug,
  description,
  tags.map(tag => tag.name).join(' '),
]

const openTable = (database: Database, table: Table) => {
  const names = Object.keys(COLUMNS[table]).join(', ')
  const weights = Object.values(COLUMNS[table]).join(', ')
  database.exec(`CREATE VIRTUAL TABLE ${table} USING fts5(${names}, tokenize = 'unicode61 remove_diacritics 2')`)
  const drop = database.prepare<[number]>(`DELETE FROM ${table} WHERE rowid = ?`)
  const add = database.prepare<[number, string, string, string, string]>(
    `INSERT INTO ${table} (rowid, ${names}) VALUES (?, ?, ?, ?, ?)`,
  )
  const matching = database.prepare<[string], { id: number }>(
    `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ? ORDER BY bm25(${table}, ${weights}), rowid DESC`,
  )
  return {
    store: (id: number, [first = '', second = '', third = '', fourth = '']: readonly string[]): void => {
      drop.run(id)
      add.run(id, first, second, third, fourth)
    },
    find: ({ words, limit, isWanted }: SearchWanted): number[] => {
      const query = queryOf(words)
      const found: number[] = []
      if (query === null) return found
      for (const { id } of matching.iterate(query)) {
        if (isWanted(id)) found.push(id)
        if (found.length === limit) break
      }
      return found
    },
  }
}

/** Puts every word in quotes, so that none is taken for an operator; `null`: the text has no word. */
const queryOf = (text: string): string | null => {
  const words = (text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_MAX)
  if (words.length === 0) return null
  return `${words.map(word => `"${word}"`).join(' OR ')}*`
}
