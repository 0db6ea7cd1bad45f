import type { Payout } from '../../../model/payout.js'
import { Timestamp } from '../../../model/time.js'
import { type MarketSeed, seedMarkets, type UndecidedMarket } from '../markets/market-seed.js'
import { freeCategoryId, freeMarketId } from '../markets/new-market.js'
import { openAll } from '../markets/open-all.js'
import type { Writes } from '../writes/writes.js'
import { type Draw, drawOf } from './draw.js'
import type { OccurrenceText } from './occurrence.js'
import { occurrenceText } from './occurrence-text.js'
import { paysHalves, planMarket, type Span } from './plan-market.js'
import type { Incidents, ProgrammeSeries } from './programme-seed.js'

/** A series with defaults filled in. */
export interface ReadySeries {
  readonly series: ProgrammeSeries
  readonly everyUs: number
  readonly lastsUs: number
  readonly incidents: Incidents
}

/** Decides the results of an occurrence's markets that no incident decides. */
export type ResultsOf = (markets: readonly UndecidedMarket[]) => readonly (Payout | null)[]

interface Chosen extends ReadySeries {
  readonly seed: number
  readonly resultsOf: ResultsOf
}

/** Opens the current occurrence, unless its category exists: then it was opened already, perhaps before a restart. */
export const openOccurrence = async (writes: Writes, chosen: Chosen): Promise<void> => {
  const { series, everyUs, lastsUs, seed } = chosen
  const now = writes.reads.now()
  const occurrence = Math.floor(now / everyUs)
  const startsAt = Timestamp.of(occurrence * everyUs)
  const suffix = String(startsAt / 1_000_000)
  if (writes.reads.markets.catalog.category(`${series.name}-${suffix}`) !== null) return
  const span = { startsAt, nextAt: Timestamp.add(startsAt, everyUs), endsAt: Timestamp.add(startsAt, lastsUs) }
  const draw = drawOf(seed, series.name, occurrence)
  const seeds = seedsOf(series, span, { now, words: occurrenceText(series, span, draw) })
  const first = { market: freeMarketId(writes.reads), category: freeCategoryId(writes.reads), suffix }
  const unborn = seedMarkets(seeds, now, first)
  const markets = withFates(unborn, { ...chosen, span, now, draw })
  await openAll(writes, markets)
}

/** Seeds for an occurrence; a market that opens late still ends at the occurrence's end. */
const seedsOf = (
  series: ProgrammeSeries,
  { startsAt, endsAt }: Span,
  { now, words }: { readonly now: Timestamp; readonly words: OccurrenceText },
): readonly MarketSeed[] => {
  const { name, decimals, feeRateBps, rewardsPerHour, boost, isYieldBearing } = series
  const { title, teams, tags, variantDetails, isNegRisk, resolutionProvider, markets } = words
  const category = {
    slug: name,
    title,
    parentSlug: name,
    startsAt: Timestamp.iso(startsAt),
    teams,
    tags,
    variantDetails,
    resolutionProvider,
  }
  const terms = {
    category,
    isNegRisk,
    isYieldBearing: isYieldBearing ?? false,
    endsInMinutes: (endsAt - now) / 60_000_000,
    ...(decimals !== undefined && { decimals }),
    ...(feeRateBps !== undefined && { feeRateBps }),
    ...(rewardsPerHour !== undefined && { rewardsPerHour }),
    ...(boost !== undefined && { boost }),
  }
  return markets.map(market => ({ ...market, ...terms }))
}

interface Fates extends Chosen {
  readonly span: Span
  readonly now: Timestamp
  readonly draw: Draw
}

/** Draws each market's result and the incidents before its end. */
const withFates = (unborn: readonly UndecidedMarket[], { incidents, resultsOf, span, now, draw }: Fates) => {
  const results = resultsOf(unborn)
  return unborn.map((market, place) => {
    const isHalf = market.group === null && paysHalves(draw, place, incidents.halvesPercent)
    const plan = planMarket({ span, now, incidents, decimals: market.decimals, draw, place, isInGroup: market.group !== null })
    return { ...market, resolvesTo: isHalf ? 0.5 : (results[place] ?? null), ...(plan !== null && { plan }) } as const
  })
}
