import { counted, plural } from '../../src/model/counted.js'
import { money } from '../report/format.js'
import { RESOLUTIONS_MIN } from '../report/verdict.js'
import { deflatedSharpe, expectedMaximum, scatter, sharpePerEvent } from './noise.js'
import { hasEffect, type RankedTrial } from './rank.js'

/** How much of the best trial's profit is explained by the search itself. */
export interface Doubt {
  /** Every known try at the same question, of this search and earlier ones. */
  readonly tries: number
  readonly bestProfit: number
  /** The expected profit of the best of this many trials if each were zero-mean noise with the same deviation. */
  readonly bestOfNoise: number
  /** Independent events with a known result, of the best trial. */
  readonly resolutions: number
  /** The probability that the best trial's profit per event exceeds that of the best of this many noise trials; null: unknown. */
  readonly deflatedSharpe: number | null
  readonly verdict: string
}

/** How the best was found. */
interface Tries {
  /** Every try at the same question, with and without a fill. */
  readonly tries: number
  /** How many of the first trials were chosen without looking at results. */
  readonly blind: number
}

/**
 * What is left of the best trial when its selection is taken into account. A trial without a fill counts as a try and says nothing about the
 * deviation of luck. In a search that concentrates on good regions the deviation shrinks, though its luck is the same: then the deviation of its
 * blind part is used, if that is larger. null if there is no trial.
 */
export function doubtOf(ranked: readonly RankedTrial[], { tries, blind }: Tries): Doubt | null {
  const [best] = ranked
  if (best === undefined) return null
  const alive = ranked.filter(({ result }) => hasEffect(result))
  const widest = (of: (trial: RankedTrial) => number): readonly number[] => {
    const [all, first] = [alive.map(of), alive.filter(({ number }) => number <= blind).map(of)]
    return scatter(first) > scatter(all) ? first : all
  }
  const { eventProfits, profit } = best.result
  const resolutions = eventProfits.length
  const found = {
    tries,
    bestProfit: Number(profit.total),
    bestOfNoise: scatter(widest(({ result }) => Number(result.profit.total))) * expectedMaximum(tries),
    resolutions,
    deflatedSharpe:
      resolutions < RESOLUTIONS_MIN
        ? null
        : deflatedSharpe({
            profits: eventProfits,
            sharpes: widest(({ result }) => sharpePerEvent(result.eventProfits)),
            trials: tries,
          }),
  }
  return {
    ...found,
    verdict: alive.length === 0 ? `No verdict: none of ${ranked.length} trials had a fill.` : verdictOf(found),
  }
}

/** Below this probability, a finding is called chance. */
const SURE = 0.95

function verdictOf({ tries, resolutions, deflatedSharpe, bestProfit, bestOfNoise }: Omit<Doubt, 'verdict'>): string {
  const events = `${resolutions} independent resolution ${plural(resolutions, 'event')}`
  const search = `the best of ${counted(tries, 'trial')}`
  const noise = `${search} earned ${money(bestProfit)}; of noise as scattered as these trials, the best of as many would earn ${money(bestOfNoise)}`
  if (resolutions < RESOLUTIONS_MIN)
    return `No verdict: ${events}, and no verdict is given below ${RESOLUTIONS_MIN}. ${upper(noise)}.`
  if (deflatedSharpe === null) return `No verdict: over ${events} the profit of every event is the same.`
  const chance = `over ${events} ${search} is better than the best of that many guesses with a probability of ${deflatedSharpe.toFixed(2)}`
  return deflatedSharpe < SURE
    ? `${upper(chance)}: that is not distinguishable from luck. ${upper(noise)}.`
    : `${upper(chance)}, on this recording. ${upper(noise)}.`
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
