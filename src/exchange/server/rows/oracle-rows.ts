import { createHash } from 'node:crypto'
import { Timestamp } from '../../../model/time.js'
import type { OracleRow } from '../read-models/oracle.js'
import type { Reads } from '../read-models/reads.js'
import type { MarketText } from '../text/market-text.js'

/** What was said about a market's result, as its row tells it, oldest first. */
export const oracleRows = (reads: Reads, { id, category }: MarketText): OracleRow[] =>
  reads.markets.oracle.of(id).map(({ kind, at, yes }, index) => ({
    id: `${id}-${index + 1}`,
    kind,
    payoutYes: yes,
    provider: category.resolutionProvider,
    createdAt: Timestamp.iso(at),
    transactionHash: `0x${createHash('sha256').update(`${reads.epoch} oracle ${id} ${index}`).digest('hex')}`,
  }))
