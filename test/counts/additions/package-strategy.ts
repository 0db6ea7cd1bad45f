import type { Addition } from '../addition.js'

const STRATEGY = `import { pull, Size, type StrategyDefinition, z } from 'oddsmith'

const parameters = z.strictObject({ sizeShares: z.number().positive().default(10).describe('size of each quote, in shares') })

/** Quotes at the touch, on the bid only. */
export const strategy = {
  name: 'bid-only',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ sizeShares }) => ({
    decide({ book }) {
      if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
      return book.quote({ bid: { price: book.touch.bid, size: Size.ofShares(sizeShares) }, ask: null })
    },
  }),
} satisfies StrategyDefinition<typeof parameters>
`

const PROOF = `import { resolve } from 'node:path'
import { strategyContract } from 'oddsmith/testing'
import { expect, test } from 'vitest'
import { builtInStrategies, loadStrategy } from '../../src/cli/config/load-strategy.js'

test('a file in strategies/ is a built-in strategy', () => expect(builtInStrategies()).toContain('bid-only'))

const strategy = await loadStrategy('bid-only', '.')
for (const { name, run } of strategyContract({ strategy, file: resolve('strategies/bid-only.ts') })) test(name, run)
`

const SECTION = `### bid-only

Quotes at the touch, on the bid only. It has one parameter, \`sizeShares\` (10).

`

export const packageStrategy: Addition = {
  what: 'a strategy that comes with the package',
  isNew: '`strategies/NAME.ts` and its test',
  beginWith: '`strategies/two-sided.ts`',
  sourceMax: 0,
  files: { 'strategies/bid-only.ts': STRATEGY, 'test/strategies/bid-only.test.ts': PROOF },
  edits: [{ file: 'docs/strategies.md', after: '## The strategies of the package\n\n', put: SECTION }],
  proofs: ['test/strategies/bid-only.test.ts'],
}
