import type { Clock } from '../../../model/time.js'
import { type BulletinBoard, createBulletinBoard } from './bulletin-board.js'
import { type Catalog, createCatalog } from './catalog.js'
import { createOracle, type Oracle } from './oracle.js'
import { createSearchIndex, type SearchIndex } from './search-index.js'
import { createStatistics, type Statistics } from './statistics.js'
import { createTape, type Tape } from './tape.js'

/** What the exchange knows of markets besides what the core keeps. Each part follows the log. */
export interface MarketReads {
  readonly catalog: Catalog
  readonly tape: Tape
  readonly statistics: Statistics
  readonly search: SearchIndex
  readonly oracle: Oracle
  readonly bulletins: BulletinBoard
}

/** Read models of an exchange that has no markets yet. */
export const createMarketReads = (clock: Clock): MarketReads => {
  const catalog = createCatalog()
  return {
    catalog,
    tape: createTape(),
    statistics: createStatistics(clock),
    search: createSearchIndex(catalog),
    oracle: createOracle(),
    bulletins: createBulletinBoard(),
  }
}
