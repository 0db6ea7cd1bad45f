import type { Market } from '../../../model/market.js'
import { Timestamp } from '../../../model/time.js'
import type { Reads } from '../read-models/reads.js'
import type { Writes } from '../writes/writes.js'
import { type MarketSeed, seedMarkets } from './market-seed.js'
import { freeCategoryId, freeMarketId } from './new-market.js'
import { openAll } from './open-all.js'

/** A recording to play. */
export interface RecordingToPlay {
  /** Absolute path. */
  readonly file: string
  readonly speed: number
  readonly markets: readonly Market[]
}

/** A recording that is played, with its markets. */
export interface RecordingPlayed {
  /** The exchange's market for each recorded one, in recorded order; `null`: it has ended. */
  readonly ids: readonly (number | null)[]
  readonly startedAt: Timestamp
  readonly speed: number
}

/** Finds the markets on which this recording is being played, or opens one for each recorded market. */
export const openRecordedMarkets = async (writes: Writes, recording: RecordingToPlay): Promise<RecordingPlayed> => {
  await closeOthers(writes, recording.file)
  return underWay(writes.reads, recording) ?? (await openRecorded(writes, recording))
}

/**
 * Ends markets of recordings that are no longer played and of venues that are no longer followed, because without a crowd they would stay open
 * forever. `crowd`: the file or source whose markets stay open; `null`: none.
 */
export const closeOthers = async ({ sequencer, reads }: Writes, crowd: string | null): Promise<void> => {
  for (const { id, recording, live } of reads.markets.catalog.markets()) {
    const whose = recording?.file ?? live?.source
    if (whose === undefined || whose === crowd || reads.core.market(id)?.trading === 'CLOSED') continue
    sequencer.play([{ kind: 'crowd-clear', at: reads.now(), market: id }])
    await sequencer.apply({ command: { kind: 'trading', at: reads.now(), market: id, status: 'CLOSED' } })
  }
}

const underWay = ({ core, markets: { catalog } }: Reads, { file, markets }: RecordingToPlay): RecordingPlayed | null => {
  const alive = catalog.markets().filter(words => words.recording?.file === file && core.market(words.id)?.trading !== 'CLOSED')
  const found = alive[0]?.recording
  if (found === undefined) return null
  const ids = markets.map(market => alive.find(words => words.recording?.market === market.id)?.id ?? null)
  return { ids, startedAt: Timestamp.of(found.startedAt), speed: found.speed }
}

const openRecorded = async (writes: Writes, { file, speed, markets }: RecordingToPlay): Promise<RecordingPlayed> => {
  const now = writes.reads.now()
  const first = { market: freeMarketId(writes.reads), category: freeCategoryId(writes.reads) }
  const opened = seedMarkets(markets.map(seedOf), now, first).map((market, index) => ({
    ...market,
    resolvesTo: null,
    recording: { file, market: markets[index]?.id ?? '', startedAt: now, speed },
  }))
  await openAll(writes, opened)
  return { ids: opened.map(({ id }) => id), startedAt: now, speed }
}

/** The market ends with its recording, at a time that is not known before. */
const seedOf = (market: Market): MarketSeed => ({
  question: market.question,
  decimals: market.tick >= 100 ? 2 : 3,
  feeRateBps: market.takerFeeBps,
  isNegRisk: market.group?.isNegRisk ?? false,
  endsInMinutes: null,
})
