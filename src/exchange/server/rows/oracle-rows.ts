import { createHash } from 'node:crypto'
import { Timestamp } from '../../../model/time.js'
import type { House } from '../house.js'
import type { OracleRow } from '../read-models/oracle.js'
import type { MarketText } from '../text/market-text.js'

/** What was said about a market's result, as its row tells it, oldest first. */
export const oracleRows = (house: House, { id, category }: MarketText): OracleRow[] =>
  house.oracle.of(id).map(({ kind, at, yes }, index) => ({
    id: `${id}-${index + 1}`,
    kind,
    payoutYes: yes,
    provider: category.resolutionProvider,
    createdAt: Timestamp.iso(at),
    transactionHash: `0x${createHash('sha256').update(`${house.epoch} oracle ${id} ${index}`).digest('hex')}`,
  }))
