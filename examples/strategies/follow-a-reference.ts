import { Price, pull, Size, type StrategyDefinition, z } from 'oddsmith'

const parameters = z.strictObject({
  reference: z.string().default('coin').describe('name of the feed in the config whose price decides the market'),
  strike: z.number().positive().describe('the market says yes where the reference ends above this'),
  scale: z
    .number()
    .positive()
    .default(500)
    .describe('distance from the strike at which yes is worth 73 %, in units of the reference'),
  halfSpreadTicks: z.number().min(1).default(2).describe('distance of each quote from the fair price, in ticks'),
  sizeShares: z.number().positive().default(10).describe('size of each quote, in shares'),
})

/**
 * Quotes around a fair price that comes from outside. It teaches references: the strategy declares which it reads, is asked when it changes, and the
 * compiler lets nothing be read from one that is dark.
 */
export const strategy = {
  name: 'follow-a-reference',
  version: 1,
  watches: 'touch',
  parameters,
  references: ({ reference }) => [reference],
  create: ({ strike, scale, halfSpreadTicks, sizeShares }) => {
    const size = Size.ofShares(sizeShares)
    return {
      decide({ book, reference, parameters, market: { tick } }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const coin = reference(parameters.reference)
        if (coin.state !== 'live') return pull(coin.why)
        const fair = Price.ONE / (1 + Math.exp((strike - coin.value) / scale))
        const half = halfSpreadTicks * tick
        const { bid, ask } = book.touch
        return book.quote({
          bid: { price: Price.floor(Math.min(fair - half, ask - tick), tick), size },
          ask: { price: Price.ceil(Math.max(fair + half, bid + tick), tick), size },
        })
      },
    }
  },
} satisfies StrategyDefinition<typeof parameters>
