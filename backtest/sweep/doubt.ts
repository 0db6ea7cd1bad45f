import { money } from '../report/format.js'
import { RESOLUTIONS_MIN } from '../report/verdict.js'
import { deflatedSharpe, expectedMaximum, scatter, sharpeOf } from './noise.js'
import type { RankedTrial } from './rank.js'

/** How much of the best trial's profit the search itself explains. */
export interface Doubt {
  /** Every try at the same question that is known, this search's and earlier ones'. */
  readonly tries: number
  readonly bestProfit: number
  /** What the best of as many trials would earn if each were noise around nothing, as scattered as these are. */
  readonly bestOfNoise: number
  /** Independent events whose result is known, of the best trial. */
  readonly resolutions: number
  /** The probability that the best trial's profit an event is more than the best of so many trials of noise has; null: not to be said. */
  readonly deflatedSharpe: number | null
  readonly verdict: string
}

/** What is left of the best trial once it is remembered how it was found. Null where there is no trial. */
export function doubtOf(ranked: readonly RankedTrial[], tries: number): Doubt | null {
  const [best] = ranked
  if (best === undefined) return null
  const { eventProfits, profit } = best.result
  const resolutions = eventProfits.length
  const found = {
    tries,
    bestProfit: Number(profit.total),
    bestOfNoise: scatter(ranked.map(({ result }) => Number(result.profit.total))) * expectedMaximum(tries),
    resolutions,
    deflatedSharpe:
      resolutions < RESOLUTIONS_MIN
        ? null
        : deflatedSharpe({
            profits: eventProfits,
            sharpes: ranked.map(({ result }) => sharpeOf(result.eventProfits)),
            trials: tries,
          }),
  }
  return { ...found, verdict: verdictOf(found) }
}

/** Below that a finding is called chance. */
const SURE = 0.95

function verdictOf({ tries, resolutions, deflatedSharpe, bestProfit, bestOfNoise }: Omit<Doubt, 'verdict'>): string {
  const events = `${resolutions} independent resolution ${resolutions === 1 ? 'event' : 'events'}`
  const search = `the best of ${tries} ${tries === 1 ? 'trial' : 'trials'}`
  const noise = `${search} earned ${money(bestProfit)}; of noise as scattered as these trials, the best of as many would earn ${money(bestOfNoise)}`
  if (resolutions < RESOLUTIONS_MIN)
    return `No verdict: ${events}, and no verdict is given below ${RESOLUTIONS_MIN}. ${upper(noise)}.`
  if (deflatedSharpe === null) return `No verdict: over ${events} the profit of every event is the same.`
  const chance = `over ${events} ${search} is better than the best of so many guesses with a probability of ${deflatedSharpe.toFixed(2)}`
  return deflatedSharpe < SURE
    ? `${upper(chance)}: that is not distinguishable from luck. ${upper(noise)}.`
    : `${upper(chance)}, on this recording. ${upper(noise)}.`
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
