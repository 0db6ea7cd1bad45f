import type { Reads } from '../read-models/reads.js'

/** Ids of markets begin here. */
const FIRST_MARKET = 1_001
/** Ids of categories begin here: no number means both. */
const FIRST_CATEGORY = 51_001

/** The number of the next market; a number is never used again. */
export const freeMarketId = ({ markets: { catalog } }: Reads): number => (catalog.markets()[0]?.id ?? FIRST_MARKET - 1) + 1

/** The number of the next category; a number is never used again. */
export const freeCategoryId = ({ markets: { catalog } }: Reads): number =>
  (catalog.categories()[0]?.id ?? FIRST_CATEGORY - 1) + 1
