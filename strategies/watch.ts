import { keep, type StrategyDefinition, z } from 'oddsmith'

const parameters = z.strictObject({})

/** Watches and never trades: to record a market, or to see what the others do. */
export const strategy = {
  name: 'watch',
  version: 1,
  watches: 'touch',
  parameters,
  create: () => ({ decide: keep }),
} satisfies StrategyDefinition<typeof parameters>
