import { z } from 'zod'

/** The body of every refusal. */
export const errorBody = z.object({
  success: z.literal(false),
  code: z.number().int().describe('the HTTP status'),
  error: z.string().describe('a stable word; switch on it'),
  message: z.string(),
  timestamp: z.string().describe("the exchange's clock"),
  trace: z.string(),
})
