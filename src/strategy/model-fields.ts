import { z } from 'zod'

/** Parameters of a model's order sizes, for a strategy's own schema: `...sizeFields`. */
export const sizeFields = {
  sizeShares: z.number().positive().max(900_000).default(20).describe('size of each quote, in shares'),
  positionMaxShares: z.number().positive().max(1e9).default(100).describe('net position that no quote may pass, in shares'),
}

/** For a strategy's own schema: `horizonSeconds: horizonParameter`. */
export const horizonParameter = z
  .number()
  .min(1)
  .max(31_536_000)
  .default(300)
  .describe('longest time that a position is expected to be held, in seconds; where less is left, that counts')

/** For a strategy's own schema: `halfSpreadMinTicks: halfSpreadMinParameter`. */
export const halfSpreadMinParameter = z
  .number()
  .min(0)
  .max(100)
  .default(1)
  .describe('least distance of a quote from the reservation price, in ticks; 0 switches it off')
