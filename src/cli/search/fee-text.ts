import type { ReportFees, ReportProfile } from '../../../backtest/report/about.js'
import { type FeeFunction, feesOf } from '../../model/fees.js'
import type { Market } from '../../model/market.js'
import { Wei } from '../../model/money.js'
import { PROFILES } from '../../model/venue-profiles.js'
import type { Recording } from '../../recording/columns/recording.js'
import type { BacktestTerms } from '../config/backtest-terms.js'
import { marketTerms } from './market-terms.js'

type Recorded = Pick<Recording, 'format' | 'references' | 'feesUnknown' | 'markets'>
type Chosen = Pick<BacktestTerms, 'profile' | 'fees'>

/** The fees of a backtest in words, and whether they are those of the recorded venue. */
export function feeText(config: Chosen, recording: Recorded): ReportFees {
  const own = recording.markets.map(marketTerms({ profile: undefined, fees: {} }, recording))
  const used = recording.markets.map(marketTerms(config, recording))
  if (used.every(({ fees }) => fees === undefined) && isRateNamed(config))
    return { schedule: `${config.fees.takerFeeBps} bps of a taker, by the config`, isOfRecordedVenue: false }
  if (used.every(({ fees }) => fees === undefined))
    return isAssumed(config, recording)
      ? { schedule: 'assumed to be none: the recording does not tell what its venue charges', isOfRecordedVenue: false }
      : { schedule: 'as the recording has it', isOfRecordedVenue: true }
  const schedule = several(used.map(market => scheduleOf(feesOf(market))))
  // Only venues are compared: rates differ within a venue, and rates that the config names are taken as the markets’ own.
  return {
    schedule: isRateNamed(config) ? `${schedule}, by rates of the config` : schedule,
    isOfRecordedVenue: !isAssumed(config, recording) && namesOf(own) === namesOf(used),
  }
}

/** The rules of a backtest, in words. */
export function profileText(config: Chosen, recording: Recorded): ReportProfile {
  const used = recording.markets.map(marketTerms(config, recording))
  const sources = Object.values(PROFILES)
    .filter(({ name }) => used.some(market => market.profile === name))
    .flatMap(profile => profile.sources)
  return {
    name: namesOf(used),
    orders: `${several(used.map(leastWords))}, prices in steps of ${several(used.map(stepWords))}`,
    sources,
  }
}

/** What a reader should know about the fees before trusting a result. */
export function feeWarnings(config: Chosen, recording: Recorded): readonly string[] {
  const { feesUnknown, markets } = recording
  if (isAssumed(config, recording)) {
    const which = feesUnknown.length === 1 ? `market ${feesUnknown[0]}` : `${feesUnknown.length} markets`
    return [`the recording does not tell the fees of ${which}: none are charged; name what the venue takes as fees.takerFeeBps`]
  }
  const isByCategory = markets.map(marketTerms(config, recording)).some(({ profile }) => profile === PROFILES.polymarket.name)
  if (!isByCategory || config.fees.takerFeeBps !== undefined) return []
  return [
    'Polymarket charges takers by category, which the recording does not tell: the highest rate is charged; name the right one as fees.takerFeeBps, such as 400 for politics',
  ]
}

const isRateNamed = ({ fees: { takerFeeBps, makerFeeBps } }: Chosen): boolean =>
  takerFeeBps !== undefined || makerFeeBps !== undefined

/** Whether a market is charged no fee only because neither the config nor the recording names one. */
function isAssumed(config: Chosen, recording: Recorded): boolean {
  if (config.fees.takerFeeBps !== undefined) return false
  const unknown = new Set(recording.feesUnknown)
  return recording.markets.map(marketTerms(config, recording)).some(({ id, fees }) => fees === undefined && unknown.has(id))
}

const namesOf = (markets: readonly Market[]): string => several(markets.map(({ profile }) => profile ?? PROFILES.predict.name))

const several = (words: readonly string[]): string => [...new Set(words)].join(' and ')

function scheduleOf({ curve, takerBps, makerBps, paidIn, unit, rounding }: FeeFunction): string {
  const weight = curve === 'quadratic' ? 'p × (1 − p)' : 'min(p, 1 − p)'
  const part = (bps: number): string => (bps === 0 ? 'nothing' : `${bps / 10_000} × ${weight} a share`)
  const paid = paidIn === 'cash' ? 'in collateral' : 'in what the order receives'
  const how =
    unit === 1n
      ? ''
      : rounding === 'up'
        ? `, rounded up to ${Wei.toNumber(unit)} over an order’s fills`
        : `, cut to ${Wei.toNumber(unit)}`
  return `a taker pays ${part(takerBps)}, a maker ${part(makerBps)}, ${paid}${how}`
}

function leastWords({ minValue, minSize, sizeStep }: Market): string {
  const least = minValue === 0n ? `${minSize / 1e6} shares` : `${Wei.toNumber(minValue)} USDT and ${minSize / 1e6} shares`
  const step = sizeStep === undefined ? '' : sizeStep === 1_000_000 ? ', whole shares' : `, sizes in steps of ${sizeStep / 1e6}`
  return `orders of at least ${least}${step}`
}

const stepWords = ({ tick, ticks }: Market): string =>
  ticks === undefined
    ? `${tick / 10_000}`
    : ticks.map(({ from, tick: each }) => `${each / 10_000} from ${from / 10_000}`).join(', ')
