import type { CoreAnswer, RewardSpan, RewardTerms } from './command.js'

/** Millionths of a point an hour: sums over years stay exact in a double. */
const HOURLY_MAX = 1e12
const MULTIPLIER_MAX = 100

/** Why these reward terms are refused, or `null` if they are valid. */
export function rewardRefusal(terms: RewardTerms): CoreAnswer | null {
  const { spreadThreshold, shareThreshold, boost } = terms
  const spans = [...terms.schedule].sort((a, b) => a.from - b.from)
  if (!(spreadThreshold >= 0 && spreadThreshold <= 1))
    return refuse(`a spread threshold must be between 0 and 1, found ${spreadThreshold}`)
  if (!(shareThreshold >= 0 && shareThreshold <= 1e7))
    return refuse(`a share threshold must be between 0 and ten million, found ${shareThreshold}`)
  for (const [index, span] of spans.entries()) {
    const words = spanRefusal(span, spans[index + 1])
    if (words !== null) return refuse(words)
  }
  if (boost === undefined || boost === null) return null
  if (!(boost.from < boost.to)) return refuse(`a boost must begin before it ends, found ${boost.from} to ${boost.to}`)
  return boost.multiplier > 0 && boost.multiplier <= MULTIPLIER_MAX
    ? null
    : refuse(`a boost's multiplier must be at most ${MULTIPLIER_MAX}, found ${boost.multiplier}`)
}

const spanRefusal = ({ from, to, microPointsPerHour }: RewardSpan, next: RewardSpan | undefined): string | null => {
  if (!(from < to)) return `a span must begin before it ends, found ${from} to ${to}`
  if (!(Number.isSafeInteger(microPointsPerHour) && microPointsPerHour >= 0 && microPointsPerHour <= HOURLY_MAX))
    return `a pool must be a whole number of millionths of a point up to ${HOURLY_MAX}, found ${microPointsPerHour}`
  return next !== undefined && next.from < to ? `spans must not overlap; two overlap at ${next.from}` : null
}

const refuse = (note: string): CoreAnswer => ({ kind: 'refused', reason: 'out-of-range', note })
