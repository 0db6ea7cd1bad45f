import type { MarketSeed } from './market-seed.js'

/**
 * The markets of an exchange when its options name none: three, with prices of two and three decimals. A market's number decides whether its
 * contracts are negative-risk, yield-bearing, both or neither.
 */
export const defaultMarkets = (firstId: number): readonly MarketSeed[] =>
  QUESTIONS.map((seed, index) => {
    const kind = (firstId + index - FIRST_KIND) % 4
    return { ...seed, isNegRisk: kind % 2 === 1, isYieldBearing: kind >= 2 }
  })

/** The number of a market of the plain kind. */
const FIRST_KIND = 1_001

const QUESTIONS: readonly MarketSeed[] = [
  {
    question: 'Will the northern harbour log more arrivals than departures today?',
    title: 'More arrivals than departures',
    description: 'Resolves to Yes if the harbour log of the day counts more ships in than out.',
    category: { slug: 'harbour-log', title: 'Harbour log' },
  },
  {
    question: 'Will the evening ferry leave within five minutes of its time?',
    title: 'Ferry on time',
    description: 'Resolves to Yes if the log of the day shows the evening ferry off at most five minutes late.',
    category: { slug: 'ferry-times', title: 'Ferry times' },
  },
  {
    question: 'Will the lighthouse measure gusts above twenty metres a second today?',
    title: 'Gusts above twenty',
    description: 'Resolves to Yes if the lighthouse writes down a gust of more than twenty metres a second.',
    category: { slug: 'lighthouse-gusts', title: 'Lighthouse gusts' },
    decimals: 3,
  },
]
