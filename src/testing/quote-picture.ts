import type { z } from 'zod'
import type { StrategyDefinition } from '../strategy/strategy.js'
import { drawnStage, type QuotePictureOptions } from './drawn-stage.js'
import { quoteSamples } from './quote-samples.js'
import { quotesSvg } from './quotes-svg.js'

/**
 * Draws a strategy's quotes as SVG: the book of all others with the quotes now, then the quotes as its position, the time left and (if it reads one)
 * the reference change. A minute of books and prints comes before, for strategies that measure. The same strategy and options give the same text.
 * Throws what the strategy throws, and a `ZodError` if the parameters are invalid.
 */
export const quotePicture = <S extends z.ZodType>(
  strategy: StrategyDefinition<S>,
  options: QuotePictureOptions<S> = {},
): string => {
  const stage = drawnStage(strategy, options)
  return quotesSvg({ name: strategy.name, book: stage.book, samples: quoteSamples(strategy, stage) })
}
