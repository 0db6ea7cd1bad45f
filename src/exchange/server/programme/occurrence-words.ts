import type { VariantDetails } from '../markets/market-words.js'
import type { Draw } from './draw.js'
import { gameWords } from './game-words.js'
import { type OccurrenceWords, PRACTICE, timed, withoutFeed } from './occurrence-parts.js'
import type { Span } from './plan-market.js'
import type { ProgrammeSeries, SeriesOf } from './programme-seed.js'

/** The words of one occurrence of a series. */
export const occurrenceWords = (series: ProgrammeSeries, span: Span, draw: Draw): OccurrenceWords => {
  switch (series.kind) {
    case 'question':
      return questionWords(series, span)
    case 'group':
      return groupWords(series, span)
    case 'tweet-count':
      return tweetWords(series, span)
    default:
      return gameWords(series, span, draw)
  }
}

const POSTS = { ...PRACTICE, id: '6', name: 'Post counts' }
const PLAIN = {
  teams: null,
  tags: [PRACTICE],
  variantDetails: null,
  resolutionProvider: 'PREDICT_DOT_FUN',
} as const satisfies Partial<OccurrenceWords>

const questionWords = (series: SeriesOf<'question'>, span: Span): OccurrenceWords => {
  const { outcomes } = series
  const question = timed(series.question, span)
  return {
    ...PLAIN,
    title: timed(series.title, span),
    isNegRisk: series.isNegRisk ?? false,
    markets: [
      {
        question,
        title: timed(series.title, span),
        description: timed(series.description ?? series.question, span),
        ...(outcomes !== undefined && { outcomes }),
      },
    ],
  }
}

const groupWords = (series: SeriesOf<'group'>, span: Span): OccurrenceWords => ({
  ...PLAIN,
  title: timed(series.title, span),
  isNegRisk: true,
  markets: series.options.map(option => ({
    title: option,
    question: timed(series.question, span).replaceAll('{option}', option),
  })),
})

const tweetWords = ({ account, from }: SeriesOf<'tweet-count'>, span: Span): OccurrenceWords => {
  const details = (least: number, most: number | null): VariantDetails => ({
    tweetCount: { account, from: least, to: most },
  })
  return {
    title: timed(`Posts of ${account}, {start} to {end}`, span),
    isNegRisk: true,
    teams: null,
    tags: [PRACTICE, POSTS],
    variantDetails: details(from[0] ?? 0, null),
    resolutionProvider: 'PREDICT_DOT_FUN',
    markets: from.map((least, index) => {
      const next = from[index + 1]
      const range = next === undefined ? `${least} or more` : `${least} to ${next - 1}`
      return {
        title: range,
        question: timed(`Will ${account} post ${range} times from {start} to {end}?`, span),
        marketVariant: 'TWEET_COUNT' as const,
        variantData: withoutFeed('TWEET_COUNT'),
        variantDetails: details(least, next === undefined ? null : next - 1),
      }
    }),
  }
}
