import { pull, Size, type StrategyDefinition, z } from 'oddsmith'

const parameters = z.strictObject({
  sizeShares: z.number().positive().default(20).describe('size of each quote, in shares'),
  positionMaxShares: z.number().positive().default(100).describe('net position at which the side that adds to it is pulled'),
})

/** Joins the best price of each side, whatever it is. A model that is not better than this is useless. */
export const strategy = {
  name: 'join',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ sizeShares, positionMaxShares }) => {
    const size = Size.ofShares(sizeShares)
    const full = Size.ofShares(positionMaxShares)
    return {
      decide({ book, position }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const { bid, ask } = book.touch
        return book.quote({
          bid: position.net < full ? { price: bid, size } : null,
          ask: position.net > -full ? { price: ask, size } : null,
        })
      },
    }
  },
} satisfies StrategyDefinition<typeof parameters>
