import { Price, pull, Size, type StrategyDefinition, z } from 'oddsmith'

const parameters = z.strictObject({
  halfSpreadTicks: z.number().min(0).default(1).describe('distance of each quote from the fair price, in ticks'),
  leanTicks: z.number().min(0).default(2).describe('how far the fair price leans against a full position, in ticks'),
  positionMaxShares: z
    .number()
    .positive()
    .default(100)
    .describe('net position that counts as full; from there on the side that would add to it is pulled'),
  sizeShares: z.number().positive().default(20).describe('size of each quote, in shares'),
})

/**
 * Quotes both sides around the microprice, skewed against the position. Prices are rounded away from fair and never reach the other side's best
 * price or each other, so a quote only ever makes.
 */
export const strategy = {
  name: 'two-sided',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ sizeShares, positionMaxShares }) => {
    const size = Size.ofShares(sizeShares)
    const full = Size.ofShares(positionMaxShares)
    const last = { fair: 0, load: 0 }
    return {
      decide({ book, market, position, parameters: { halfSpreadTicks, leanTicks } }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const { tick } = market
        const { touch } = book
        const load = Math.max(-1, Math.min(1, position.net / full))
        const fair = touch.microprice - leanTicks * tick * load
        const half = halfSpreadTicks * tick
        last.fair = fair
        last.load = load
        const bid = load < 1 ? { price: Price.floor(Math.min(fair - half, touch.ask - tick), tick), size } : null
        const askMin = Math.max(touch.bid, bid?.price ?? 0) + tick
        return book.quote({
          bid,
          ask: load > -1 ? { price: Price.ceil(Math.max(fair + half, askMin), tick), size } : null,
        })
      },
      terms: () => ({ fair: (last.fair / 10_000).toFixed(6), load: last.load.toFixed(4) }),
    }
  },
} satisfies StrategyDefinition<typeof parameters>
