import type { z } from 'zod'
import type { StrategyDefinition } from '../strategy/strategy.js'
import { drawnStage, type QuotePictureOptions } from './drawn-stage.js'
import { quoteSamples } from './quote-samples.js'
import { quotesSvg } from './quotes-svg.js'

/**
 * Draws what a strategy wants to rest as SVG: the book of all others with the quotes as the market stands, then the quotes while its position, the time left
 * and, where it reads one, the reference change. A minute of books and prints comes before, for what it measures. The same strategy and options give the
 * same text. Throws what the strategy throws, and a `ZodError` where the parameters are wrong.
 */
export const quotePicture = <S extends z.ZodType>(
  strategy: StrategyDefinition<S>,
  options: QuotePictureOptions<S> = {},
): string => {
  const stage = drawnStage(strategy, options)
  return quotesSvg({ name: strategy.name, book: stage.book, samples: quoteSamples(strategy, stage) })
}
