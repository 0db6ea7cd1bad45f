import { count } from '../report/format.js'
import { binsOf } from './bins.js'
import { isAlive, type RankedTrial } from './rank.js'

/** Of fewer trials that had no fill it is not said that there is none to be had. */
const TRIALS_MIN = 2

/** Of each parameter the values with which no trial had a fill, a sentence each. Nothing where no trial had one with any. */
export function deadRegions(ranked: readonly RankedTrial[], names: readonly string[]): readonly string[] {
  if (!ranked.some(({ result }) => isAlive(result))) return []
  return names.flatMap(name => {
    const { labels, places } = binsOf(ranked, name)
    const dead = labels
      .map((label, bin) => ({ label, trials: ranked.filter((_, at) => places[at] === bin) }))
      .filter(({ trials }) => trials.length >= TRIALS_MIN && !trials.some(({ result }) => isAlive(result)))
    if (dead.length === 0) return []
    const trials = dead.reduce((sum, bin) => sum + bin.trials.length, 0)
    return [`none of the ${count(trials)} trials with ${name} ${orWords(dead.map(({ label }) => label))} had a fill`]
  })
}

const orWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
