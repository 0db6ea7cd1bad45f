import { keep, type StrategyDefinition, z } from 'oddsmith'

const parameters = z.strictObject({})

/** Looks and never trades: for recording a market, or for seeing what the others do. */
export const strategy = {
  name: 'watch',
  version: 1,
  watches: 'touch',
  parameters,
  create: () => ({ decide: keep }),
} satisfies StrategyDefinition<typeof parameters>
