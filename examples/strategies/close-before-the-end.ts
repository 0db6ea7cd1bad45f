import { keep, Price, pull, Size, type StrategyDefinition, z } from 'oddsmith'

const parameters = z.strictObject({
  closeSeconds: z
    .number()
    .positive()
    .default(60)
    .describe('how long before the end what is held begins to be sold, in seconds'),
  sizeShares: z.number().positive().default(10).describe('size of each quote, in shares'),
})

/**
 * Makes a market until shortly before its end, then sells what it holds into the book. It teaches takes: an order that trades at once or goes, at a
 * price no worse than the one it names; and `keep`, which changes nothing.
 */
export const strategy = {
  name: 'close-before-the-end',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ closeSeconds, sizeShares }) => {
    const size = Size.ofShares(sizeShares)
    let isClosing = false
    return {
      decide({ book, position, secondsLeft }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const { bid, ask } = book.touch
        if (secondsLeft === null || secondsLeft > closeSeconds)
          return book.quote({ bid: { price: bid, size }, ask: { price: ask, size } })
        // First the quotes go, so that nothing of ours meets the take.
        if (!isClosing) {
          isClosing = true
          return pull('the end is near')
        }
        const { yes, no } = position.sellable
        if (yes > 0) return book.take('yes', 'sell', { price: bid, size: Size.min(yes, book.touch.bidSize) })
        // A NO share is sold to those who offer YES: at 1 less their price.
        const best = book.best('ask')
        if (no > 0 && best !== null)
          return book.take('no', 'sell', { price: Price.complement(best.price), size: Size.min(no, best.size) })
        return keep()
      },
    }
  },
} satisfies StrategyDefinition<typeof parameters>
