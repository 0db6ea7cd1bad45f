import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtInStrategies, loadStrategy } from '../../src/cli/load-strategy.js'

const folder = (): string => mkdtempSync(join(tmpdir(), 'oddsmith-strategy-'))

test('every built-in strategy loads by its name', async () => {
  expect(builtInStrategies()).toContain('two-sided')
  for (const name of builtInStrategies()) expect(await loadStrategy(name, '.')).toMatchObject({ name, version: 1 })
})

test('a misspelt name is answered with the right one', async () => {
  await expect(loadStrategy('two-sidet', '.')).rejects.toThrow('there is no strategy "two-sidet"; did you mean "two-sided"?')
})

test('a TypeScript file outside the package loads as it is, and its import of oddsmith is this package', async () => {
  const place = folder()
  writeFileSync(
    join(place, 'mine.ts'),
    `import { pull, type StrategyDefinition, z } from 'oddsmith'
     const parameters = z.strictObject({ size: z.number() })
     export const strategy = {
       name: 'mine', version: 1, watches: 'touch', parameters,
       create: () => ({ decide: () => pull('not today') }),
     } satisfies StrategyDefinition<typeof parameters>`,
  )
  const definition = await loadStrategy('./mine.ts', place)
  expect(definition.parameters.safeParse({ size: 1 }).success).toBe(true)
})

test('a file that is none is refused by its name and what was expected', async () => {
  const place = folder()
  writeFileSync(join(place, 'empty.js'), 'export const strategy = { name: "x" }')
  writeFileSync(join(place, 'broken.ts'), 'export const strategy = (')
  await expect(loadStrategy('./empty.js', place)).rejects.toThrow(/empty\.js: expected an export named "strategy"/)
  await expect(loadStrategy('./broken.ts', place)).rejects.toThrow(/broken\.ts cannot be loaded/)
  await expect(loadStrategy('./none.ts', place)).rejects.toThrow(/no strategy file at .*none\.ts/)
})
