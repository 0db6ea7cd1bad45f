import { countText } from '../report/format.js'
import { binsOf } from './bins.js'
import { hasEffect, type RankedTrial } from './rank.js'

/** With fewer trials without a fill, no claim is made about a value. */
const TRIALS_MIN = 2

/** For each parameter the values with which no trial had a fill, one sentence each. Empty if no trial had a fill at all. */
export function deadRegions(ranked: readonly RankedTrial[], names: readonly string[]): readonly string[] {
  if (!ranked.some(({ result }) => hasEffect(result))) return []
  return names.flatMap(name => {
    const { labels, places } = binsOf(ranked, name)
    const dead = labels
      .map((label, bin) => ({ label, trials: ranked.filter((_, at) => places[at] === bin) }))
      .filter(({ trials }) => trials.length >= TRIALS_MIN && !trials.some(({ result }) => hasEffect(result)))
    if (dead.length === 0) return []
    const trials = dead.reduce((sum, bin) => sum + bin.trials.length, 0)
    return [`none of the ${countText(trials)} trials with ${name} ${orWords(dead.map(({ label }) => label))} had a fill`]
  })
}

const orWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
