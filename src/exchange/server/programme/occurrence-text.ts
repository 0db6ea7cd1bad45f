import type { VariantDetails } from '../text/market-text.js'
import type { Draw } from './draw.js'
import { gameText } from './game-text.js'
import { type OccurrenceText, PRACTICE, timed, withoutFeed } from './occurrence.js'
import type { Span } from './plan-market.js'
import type { ProgrammeSeries, SeriesOf } from './programme-seed.js'

/** The text of one occurrence of a series. */
export const occurrenceText = (series: ProgrammeSeries, span: Span, draw: Draw): OccurrenceText => {
  switch (series.kind) {
    case 'question':
      return questionText(series, span)
    case 'group':
      return groupText(series, span)
    case 'tweet-count':
      return tweetText(series, span)
    default:
      return gameText(series, span, draw)
  }
}

const POSTS = { ...PRACTICE, id: '6', name: 'Post counts' }
const PLAIN = {
  teams: null,
  tags: [PRACTICE],
  variantDetails: null,
  resolutionProvider: 'PREDICT_DOT_FUN',
} as const satisfies Partial<OccurrenceText>

const questionText = (series: SeriesOf<'question'>, span: Span): OccurrenceText => {
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

const groupText = (series: SeriesOf<'group'>, span: Span): OccurrenceText => ({
  ...PLAIN,
  title: timed(series.title, span),
  isNegRisk: true,
  markets: series.options.map(option => ({
    title: option,
    question: timed(series.question, span).replaceAll('{option}', option),
  })),
})

const tweetText = ({ account, from }: SeriesOf<'tweet-count'>, span: Span): OccurrenceText => {
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
