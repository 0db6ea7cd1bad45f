import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseConfig } from '../../src/cli/config/config.js'
import { expectPossible } from '../../src/cli/config/expect-possible.js'
import { limitsSchema, strategyLimitsSchema } from '../../src/cli/config/limits-schema.js'
import { loadStanzas } from '../../src/cli/config/load-stanzas.js'

const guide = readFileSync(new URL('../../docs/orders-and-risk.md', import.meta.url), 'utf8')
const examples = [...guide.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => text ?? '')

test.each(examples)('an example of the guide is a config that can quote: %s', async text => {
  const strategies = /^strategies:/m.test(text) ? '' : 'strategies: [{ strategy: two-sided, parameters: { sizeShares: 20 } }]\n'
  const loaded = await parseConfig('guide.yaml', `venue: { name: predict, embedded: {} }\n${strategies}${text}`)
  const stanzas = await loadStanzas(loaded)
  expect(() => expectPossible(loaded, stanzas)).not.toThrow()
})

test('the guide has more than one example, and names every limit that there is', () => {
  expect(examples.length).toBeGreaterThan(1)
  const names = [...Object.keys(limitsSchema.shape), ...Object.keys(strategyLimitsSchema.shape)]
  expect(names.filter(name => !guide.includes(name) && !SMALL.has(name))).toEqual([])
})

/** Named beside their larger brothers. */
const SMALL = new Set(['lossPerDayMaxPercent', 'drawdownMaxPercent', 'settlementWindow'])
