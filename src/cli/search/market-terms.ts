import { type SharedChunk, type SharedRecording, shareChunk } from '../../../backtest/sweep/shared-recording.js'
import type { EventColumns } from '../../model/event.js'
import { predictFees } from '../../model/fees.js'
import type { Market } from '../../model/market.js'
import { PROFILES, type VenueProfile, withProfile } from '../../model/venue-profiles.js'
import type { Chunk, Recording } from '../../recording/columns/recording.js'
import type { BacktestTerms } from '../config/backtest-terms.js'
import { profileOf } from '../config/profile-schema.js'

/** Turns a market of a recording into the one that a backtest runs on. */
export type WithRules = (market: Market) => Market

/**
 * The rules of a backtest's markets: the config's profile, or else the profile that the import named, or else that of the recording's format. Rates
 * of the config replace the rates of these.
 */
export function marketTerms(
  { profile, fees }: Pick<BacktestTerms, 'profile' | 'fees'>,
  recording: Pick<Recording, 'format' | 'references' | 'feesUnknown'>,
): WithRules {
  const chosen = profile === undefined ? null : profileOf(profile)
  const ofFormat = profileOfFormat(recording)
  const unknown = new Set(recording.feesUnknown)
  return market => {
    const isUntold = market.profile === undefined && unknown.has(market.id)
    const venue = chosen ?? (isUntold && !recording.references.includes(market.id) ? ofFormat : null)
    if (venue === null) return withRates(market, fees)
    // Predict.fun's rate differs between markets, and the market's own counts.
    const isTold = venue === PROFILES.predict && market.fees === undefined && !unknown.has(market.id)
    const rules = isTold ? { ...venue, fees: predictFees(market.takerFeeBps) } : venue
    return withRates(withProfile(market, rules), fees)
  }
}

/** A chunk of a recording whose market definitions have other rules. */
export function withTerms(chunk: Chunk, terms: WithRules): Chunk {
  const { events } = chunk
  if (!events.rare.some(({ kind }) => kind === 'market' || kind === 'joined')) return chunk
  const rare = events.rare.map(event =>
    event.kind === 'market' || event.kind === 'joined' ? { ...event, market: terms(event.market) } : event,
  )
  const changed: EventColumns = { ...events, rare }
  return { ...chunk, events: changed }
}

/**
 * The venue's profile by the recording's format, for recordings of older versions, which do not name it. null: the format is Predict.fun's, or the
 * recording is of several venues.
 */
function profileOfFormat({ format }: Pick<Recording, 'format'>): VenueProfile | null {
  const venues = format.split('+').filter(name => !['binance', 'top-of-book'].includes(name))
  if (venues.length !== 1) return null
  if (venues[0] === 'kalshi') return PROFILES.kalshi
  return venues[0] === 'polymarket' ? PROFILES.polymarket : null
}

function withRates(market: Market, { takerFeeBps, makerFeeBps }: BacktestTerms['fees']): Market {
  if (takerFeeBps === undefined && makerFeeBps === undefined) return market
  if (market.fees === undefined && makerFeeBps === undefined)
    return { ...market, takerFeeBps: takerFeeBps ?? market.takerFeeBps }
  const fees = market.fees ?? predictFees(market.takerFeeBps)
  return {
    ...market,
    fees: { ...fees, takerBps: takerFeeBps ?? fees.takerBps, makerBps: makerFeeBps ?? fees.makerBps },
  }
}

/** Reads a recording once, applies the config's rules to its markets, and stores it in memory that all threads share. */
export async function shareRecording(recording: Recording, terms: WithRules): Promise<SharedRecording> {
  const shared: SharedChunk[] = []
  for await (const chunk of recording.chunks()) shared.push(shareChunk(withTerms(chunk, terms)))
  return { ...recording, chunks: shared }
}
