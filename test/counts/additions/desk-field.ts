import type { Addition } from '../addition.js'

const PROOF = `import { expect, test } from 'vitest'
import { parseConfig } from '../../src/cli/config/config.js'
import { deskSettingsOf } from '../../src/cli/config/desk-settings-of.js'
import { SideSums } from '../../src/engine/side-sums.js'
import { START, market } from '../engine/desk-bench.js'

test('a field of the desk reaches the rule by which orders are renewed', async () => {
  const renewBefore = async (requote: string): Promise<number> => {
    const text = 'venue: { name: predict, embedded: {} }\\nstrategies: [{ strategy: watch }]\\nrequote: ' + requote + '\\n'
    const { settings } = deskSettingsOf(await parseConfig('bot.yaml', text), 1, true)
    const { rule } = new SideSums('bid')
    rule.set(market(0), settings, { now: START, room: 0 })
    return START - rule.renewBefore
  }
  expect(await renewBefore('{ orderLifeSeconds: 100 }')).toBe(50_000_000)
  expect(await renewBefore('{ orderLifeSeconds: 100, renewAtPercent: 80 }')).toBe(80_000_000)
})
`

export const deskField: Addition = {
  what: 'a field of the desk',
  isNew: 'its test',
  beginWith: '`src/model/requote-options.ts`',
  sourceMax: 4,
  files: { 'test/additions/desk-field.test.ts': PROOF },
  edits: [
    {
      file: 'src/model/requote-options.ts',
      after: '  readonly orderLifeSeconds: number\n',
      put: '  /** The share of its life after which an order is renewed. Absent: half. */\n  readonly renewAtPercent?: number\n',
    },
    {
      file: 'src/engine/side-sums.ts',
      after: 'this.renewBefore = now - requote.orderLifeSeconds * 500_000',
      put: ' * ((requote.renewAtPercent ?? 50) / 50)',
    },
    {
      file: 'src/cli/config/config-schema.ts',
      after: "    .default('auto'),\n",
      put: '  renewAtPercent: positive.max(100).default(50),\n',
    },
    {
      file: 'docs/running.md',
      after: '| `sizeHysteresisPercent` | 20 | an order stays if its size differs from the target by at most this |\n',
      put: '| `renewAtPercent` | 50 | an order is renewed after this share of its life |\n',
    },
  ],
  // The guide must name each field of a config.
  proofs: ['test/additions/desk-field.test.ts', 'test/cli/running-guide.test.ts'],
}
