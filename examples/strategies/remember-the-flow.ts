import { Price, pull, Size, type StrategyDefinition, Timestamp, z } from 'oddsmith'

const parameters = z.strictObject({
  halfLifeSeconds: z.number().positive().default(10).describe('a print counts half after this time'),
  flowShares: z
    .number()
    .positive()
    .default(50)
    .describe('remembered flow, in shares, at which the side that it would hit is pulled'),
  sizeShares: z.number().positive().default(10).describe('size of each quote, in shares'),
})

/**
 * Steps aside while others sell or buy in a row. It teaches memory: what `create` keeps lives as long as the process, and time is `view.now`, so a replay
 * remembers the same.
 */
export const strategy = {
  name: 'remember-the-flow',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ halfLifeSeconds, flowShares, sizeShares }) => {
    const size = Size.ofShares(sizeShares)
    const most = Size.ofShares(flowShares)
    let flow = 0
    let seenAt: Timestamp | null = null
    return {
      decide({ book, trades, now, market: { tick } }) {
        const passed = seenAt === null ? 0 : Timestamp.secondsBetween(seenAt, now)
        seenAt = now
        flow *= 0.5 ** (passed / halfLifeSeconds)
        // A bid that was hit is a sale.
        for (const trade of trades) flow += trade.side === 'bid' ? -trade.size : trade.size
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const { bid, ask } = book.touch
        return book.quote({
          bid: flow > -most ? { price: Price.floor(bid, tick), size } : null,
          ask: flow < most ? { price: Price.ceil(ask, tick), size } : null,
        })
      },
      terms: () => ({ flowShares: (flow / Size.SHARE).toFixed(2) }),
    }
  },
} satisfies StrategyDefinition<typeof parameters>
