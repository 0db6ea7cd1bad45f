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
 * The rules that a backtest's markets are under: the config's profile, else the one that the import named, else that of the venue whose format
 * the recording has; and the config's rates instead of theirs.
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
    // Predict.fun's rate is each market's own.
    const isTold = venue === PROFILES.predict && market.fees === undefined && !unknown.has(market.id)
    const rules = isTold ? { ...venue, fees: predictFees(market.takerFeeBps) } : venue
    return withRates(withProfile(market, rules), fees)
  }
}

/** A stretch of a recording whose market definitions are under other rules. */
export function withTerms(chunk: Chunk, terms: WithRules): Chunk {
  const { events } = chunk
  if (!events.rare.some(({ kind }) => kind === 'market' || kind === 'joined')) return chunk
  const rare = events.rare.map(event =>
    event.kind === 'market' || event.kind === 'joined' ? { ...event, market: terms(event.market) } : event,
  )
  const changed: EventColumns = { ...events, rare }
  return { ...chunk, events: changed }
}

/** What recordings of an earlier version do not name: whose books they hold. null: Predict.fun's, or of more than one venue. */
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

/** Reads a recording once, puts its markets under the config's rules and puts it where every thread can read it. */
export async function shareRecording(recording: Recording, terms: WithRules): Promise<SharedRecording> {
  const shared: SharedChunk[] = []
  for await (const chunk of recording.chunks()) shared.push(shareChunk(withTerms(chunk, terms)))
  return { ...recording, chunks: shared }
}
