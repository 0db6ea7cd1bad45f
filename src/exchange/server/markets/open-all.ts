import { titleKey } from '../text/title-key.js'
import type { Writes } from '../writes/writes.js'
import { marketEntry, type NewMarket } from './new-market.js'

/**
 * Opens markets in one commit, all or none. Rejects with a RangeError if clients could not tell a category and title from another market's, and on
 * what the core refuses.
 */
export const openAll = async ({ sequencer, reads }: Writes, markets: readonly NewMarket[]): Promise<void> => {
  const names = new Set<string>()
  for (const { title, category } of markets) {
    const name = titleKey(category.slug, title)
    if (names.has(name) || reads.markets.catalog.named(category.slug, title) !== null)
      throw new RangeError(`two markets would be called ${name.slice(0, 200)}`)
    names.add(name)
  }
  expectOneYes(markets)
  const answers = await Promise.all(markets.map(market => sequencer.apply(marketEntry(market))))
  for (const answer of answers)
    if (answer.kind === 'refused') throw new RangeError(`a market was refused: ${answer.note ?? answer.reason}`)
}

/** A group with all results given must have exactly one Yes. */
const expectOneYes = (markets: readonly NewMarket[]): void => {
  for (const group of new Set(markets.map(market => market.group))) {
    const said = markets.filter(market => market.group === group).map(({ resolvesTo }) => resolvesTo)
    const winners = said.filter(yes => yes === 1).length
    const isImpossible = winners > 1 || said.includes(0.5) || (winners === 0 && !said.includes(null))
    if (group !== null && isImpossible)
      throw new RangeError(`exactly one market of group ${group} resolves to Yes and none to halves, found ${said.join(', ')}`)
  }
}
