import type { Market } from '../../../model/market.js'
import { Timestamp } from '../../../model/time.js'
import type { House } from '../house.js'
import { freeCategoryId, freeMarketId } from './free-ids.js'
import { type MarketSeed, seedMarkets } from './market-seed.js'
import { openAll } from './open-all.js'

/** A recording that is to be played. */
export interface RecordingToPlay {
  /** Absolute path. */
  readonly file: string
  readonly speed: number
  readonly markets: readonly Market[]
}

/** Where a recording is played. */
export interface RecordingPlayed {
  /** For each recorded market, in their order: ours; null where ours has ended before the others. */
  readonly ids: readonly (number | null)[]
  readonly startedAt: Timestamp
  readonly speed: number
}

/** Finds the markets on which this recording is under way, or opens one for each of its own. */
export const openRecordedMarkets = async (house: House, recording: RecordingToPlay): Promise<RecordingPlayed> => {
  await closeOthers(house, recording.file)
  return underWay(house, recording) ?? (await openRecorded(house, recording))
}

/**
 * Ends markets of recordings that are not played any more, and of venues that are not followed any more: without their crowd they would stand open
 * for ever. `crowd`: the file or the source whose markets go on; null: none.
 */
export const closeOthers = async ({ floor, catalog }: House, crowd: string | null): Promise<void> => {
  for (const { id, recording, live } of catalog.markets()) {
    const whose = recording?.file ?? live?.source
    if (whose === undefined || whose === crowd || floor.core.market(id)?.trading === 'CLOSED') continue
    floor.play([{ kind: 'crowd-clear', at: floor.now(), market: id }])
    await floor.apply({ command: { kind: 'trading', at: floor.now(), market: id, status: 'CLOSED' } })
  }
}

const underWay = ({ floor, catalog }: House, { file, markets }: RecordingToPlay): RecordingPlayed | null => {
  const alive = catalog
    .markets()
    .filter(words => words.recording?.file === file && floor.core.market(words.id)?.trading !== 'CLOSED')
  const found = alive[0]?.recording
  if (found === undefined) return null
  const ids = markets.map(market => alive.find(words => words.recording?.market === market.id)?.id ?? null)
  return { ids, startedAt: Timestamp.of(found.startedAt), speed: found.speed }
}

const openRecorded = async (house: House, { file, speed, markets }: RecordingToPlay): Promise<RecordingPlayed> => {
  const now = house.floor.now()
  const first = { market: freeMarketId(house), category: freeCategoryId(house) }
  const opened = seedMarkets(markets.map(seedOf), now, first).map((market, index) => ({
    ...market,
    resolvesTo: null,
    recording: { file, market: markets[index]?.id ?? '', startedAt: now, speed },
  }))
  await openAll(house, opened)
  return { ids: opened.map(({ id }) => id), startedAt: now, speed }
}

/** Its end is the recording's, which nobody knows before it comes. */
const seedOf = (market: Market): MarketSeed => ({
  question: market.question,
  decimals: market.tick >= 100 ? 2 : 3,
  feeRateBps: market.takerFeeBps,
  isNegRisk: market.group?.isNegRisk ?? false,
  endsInMinutes: null,
})
