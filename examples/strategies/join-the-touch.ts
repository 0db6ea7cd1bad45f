import { pull, Size, type StrategyDefinition, z } from 'oddsmith'

const parameters = z.strictObject({ sizeShares: z.number().positive().default(10).describe('size of each quote, in shares') })

/** The least that a maker can be. It teaches quotes: what shall rest, from a book that is live; what is sent for that is worked out for you. */
export const strategy = {
  name: 'join-the-touch',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ sizeShares }) => {
    const size = Size.ofShares(sizeShares)
    return {
      decide({ book }) {
        // The compiler does not let a price be read from a book that is dark.
        if (book.state !== 'live') return pull(book.why)
        if (book.touch === null) return pull('a side is empty')
        const { bid, ask } = book.touch
        return book.quote({ bid: { price: bid, size }, ask: { price: ask, size } })
      },
    }
  },
} satisfies StrategyDefinition<typeof parameters>
