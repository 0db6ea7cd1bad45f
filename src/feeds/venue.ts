import { z } from 'zod'
import type { FeedDefinition } from './feed-definition.js'

const config = z.strictObject({
  /** The venue's name of the price, such as BTC. */
  feed: z.string().regex(/^[A-Za-z0-9._-]{1,80}$/, 'expected the name of a price, such as BTC'),
})

/** A price that the run's venue publishes, as the embedded exchange and Predict.fun do for crypto rounds. */
export const feed: FeedDefinition<typeof config> = {
  name: 'venue',
  version: 1,
  config,
  open: (options, { venue: { prices } }) => {
    if (prices === null) throw new Error('the venue of this run publishes no prices')
    return prices(options.feed)
  },
  reader:
    (_, { readPrice }) =>
    text => {
      if (readPrice === null) throw new Error('the venue of this run publishes no prices')
      return readPrice(text)
    },
}
