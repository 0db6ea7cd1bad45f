import type { Addition } from '../addition.js'

const STRATEGY = `import { Price, pull, Size, type StrategyDefinition, z } from 'oddsmith'

const parameters = z.strictObject({ sizeShares: z.number().positive().default(10).describe('size of each quote, in shares') })

/** Quotes one tick behind the touch. */
export const strategy = {
  name: 'behind-the-touch',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ sizeShares }) => ({
    decide({ book, market }) {
      if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
      const size = Size.ofShares(sizeShares)
      const { bid, ask } = book.touch
      return book.quote({
        bid: { price: Price.floor(bid - market.tick, market.tick), size },
        ask: { price: Price.ceil(ask + market.tick, market.tick), size },
      })
    },
  }),
} satisfies StrategyDefinition<typeof parameters>
`

const PROOF = `import { resolve } from 'node:path'
import { backtest } from 'oddsmith/research'
import { expect, test } from 'vitest'

test('a strategy in a file of its own runs in a backtest', async () => {
  const { summary } = await backtest({
    recording: resolve('data/sample/harbour.ndjson.gz'),
    strategy: resolve('examples/additions/behind-the-touch.ts'),
    models: ['pessimistic'],
    limits: { positionMaxShares: 100 },
  })
  const [account] = Object.values(summary.accounts)
  expect(account?.orders.placed).toBeGreaterThan(0)
})
`

export const strategy: Addition = {
  what: 'a strategy',
  isNew: 'one file anywhere, named in a config',
  beginWith: '[docs/writing-a-strategy.md](docs/writing-a-strategy.md)',
  sourceMax: 0,
  files: { 'examples/additions/behind-the-touch.ts': STRATEGY, 'test/additions/strategy.test.ts': PROOF },
  edits: [],
  proofs: ['test/additions/strategy.test.ts'],
}
