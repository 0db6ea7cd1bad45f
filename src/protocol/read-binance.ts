import { z } from 'zod'

const decimal = z
  .string()
  .regex(/^\d{1,20}(\.\d{1,20})?$/)
  .transform(Number)
  .refine(value => value > 0, 'expected a price above 0')
/** An invalid time is ignored. */
const milliseconds = z.number().positive().max(1e14).optional().catch(undefined)

/** A row of `<symbol>@bookTicker`: best bid and ask. Spot streams have no time in it, futures do. */
export const bookTickerSchema = z.object({ s: z.string(), b: decimal, a: decimal, T: milliseconds, E: milliseconds })

/** A row of `<symbol>@trade`: one trade and its time. */
export const tradeSchema = z.object({ s: z.string(), p: decimal, T: milliseconds, E: milliseconds })
