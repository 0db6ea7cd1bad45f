import type { Addition } from '../addition.js'

const PROOF = `import { expect, test } from 'vitest'
import { parseConfig } from '../../src/cli/config/config.js'
import { deskSettingsOf } from '../../src/cli/config/desk-settings-of.js'
import { ruleRows } from '../../src/cli/search/explained-rows.js'
import { review } from '../../src/engine/risk.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import { Timestamp } from '../../src/model/time.js'
import { level, stanceOf } from '../engine/desk-bench.js'

const place: Place = {
  ...({ kind: 'place', market: MarketIndex.of(0), outcome: 'yes', side: 'buy', style: 'post-only' } as const),
  ...{ ...level(0.5, 20), expiresAt: Timestamp.NEVER },
}

test('a limit of a config refuses an order by its name, and the explanation of an order shows it', async () => {
  const loaded = await parseConfig(
    'bot.yaml',
    'venue: { name: predict, embedded: {} }\\nstrategies: [{ strategy: watch }]\\nlimits: { orderMaxUsdt: 8 }\\n',
  )
  const stance = stanceOf({ limits: deskSettingsOf(loaded, 1, true).settings.limits })
  const verdict = review(place, stance)
  expect(verdict).toMatchObject({ rule: 'orderMaxUsdt', limit: 8, found: 10 })
  expect(review({ ...place, ...level(0.4, 20) }, stance)).not.toHaveProperty('rule')
  const rows = ruleRows({ place, stance, verdict, taper: 1 })
  expect(rows.find(({ rule }) => rule === 'orderMaxUsdt')).toEqual({ rule: 'orderMaxUsdt', limit: 8, found: 10 })
})
`

export const limit: Addition = {
  what: 'a limit of risk',
  isNew: 'its test',
  beginWith: '`src/engine/risk.ts`',
  sourceMax: 4,
  files: { 'test/additions/limit.test.ts': PROOF },
  edits: [
    {
      file: 'src/model/limits.ts',
      after: '  readonly orderMinUsdt: number\n',
      put: '  /** The greatest value of one order. Absent: no such limit. */\n  readonly orderMaxUsdt?: number | null\n',
    },
    {
      file: 'src/engine/risk.ts',
      after: "    below('orderMinUsdt', limits.orderMinUsdt, value / UNITS) ??\n",
      put: "    above('orderMaxUsdt', orNone(limits.orderMaxUsdt ?? null), value / UNITS) ??\n",
    },
    {
      file: 'src/cli/config/limits-schema.ts',
      after: '  orderMinUsdt: z.number().nonnegative().max(EXACT_MAX_USDT).default(1),\n',
      put: '  orderMaxUsdt: none,\n',
    },
    {
      file: 'src/cli/search/explained-rows.ts',
      after: 'const NO_LIMITS = {\n',
      put: '  orderMaxUsdt: null,\n',
    },
    {
      file: 'docs/orders-and-risk.md',
      after: "**`orderMinUsdt`**: the least value of an order, besides the venue's own.\n\n",
      put: '**`orderMaxUsdt`**: the greatest value of an order.\n\n',
    },
    {
      file: 'docs/running.md',
      after:
        "| `orderMinUsdt` | 1 | least value of an order, besides the venue's own. In a backtest's own config the default is 0 |\n",
      put: '| `orderMaxUsdt` | none | greatest value of an order |\n',
    },
  ],
  // Both guides must name each limit.
  proofs: ['test/additions/limit.test.ts', 'test/cli/risk-guide.test.ts', 'test/cli/running-guide.test.ts'],
}
