import { Price, pull, Size, type StrategyDefinition, z } from 'oddsmith'

const parameters = z.strictObject({
  halfSpreadTicks: z.number().positive().default(1).describe('distance of each quote from the fair price, in ticks'),
  leanTicks: z.number().min(0).default(2).describe('how far the fair price leans against a full position, in ticks'),
  positionMaxShares: z.number().positive().default(100).describe('net position that counts as full, in shares'),
  sizeShares: z.number().positive().default(20).describe('size of each quote, in shares'),
})

/** Quotes both sides around the microprice, leaned against the position, and never reaches the other side's best price. */
export const strategy = {
  name: 'my-maker',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ halfSpreadTicks, leanTicks, positionMaxShares, sizeShares }) => {
    const size = Size.ofShares(sizeShares)
    const full = Size.ofShares(positionMaxShares)
    return {
      decide({ book, market: { tick }, position }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const { bid, ask, microprice } = book.touch
        const load = Math.max(-1, Math.min(1, position.net / full))
        const fair = microprice - leanTicks * tick * load
        const half = halfSpreadTicks * tick
        return book.quote({
          bid: load < 1 ? { price: Price.floor(Math.min(fair - half, ask - tick), tick), size } : null,
          ask: load > -1 ? { price: Price.ceil(Math.max(fair + half, bid + tick), tick), size } : null,
        })
      },
    }
  },
} satisfies StrategyDefinition<typeof parameters>
