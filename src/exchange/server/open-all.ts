import type { House } from './house.js'
import { marketEntry, type NewMarket } from './new-market.js'
import { titleKey } from './title-key.js'

/**
 * Opens markets in one commit, all or none. Throws a RangeError on a category and title that clients take for another market's, and on what the
 * core refuses.
 */
export const openAll = async ({ floor, catalog }: House, markets: readonly NewMarket[]): Promise<void> => {
  const names = new Set<string>()
  for (const { title, category } of markets) {
    const name = titleKey(category.slug, title)
    if (names.has(name) || catalog.named(category.slug, title) !== null)
      throw new RangeError(`two markets would be called ${name.slice(0, 200)}`)
    names.add(name)
  }
  const answers = await Promise.all(markets.map(market => floor.apply(marketEntry(market))))
  for (const answer of answers)
    if (answer.kind === 'refused') throw new RangeError(`a market was refused: ${answer.note ?? answer.reason}`)
}
