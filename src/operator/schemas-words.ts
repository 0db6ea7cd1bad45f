import { z } from 'zod'

// Words that the schemas of the door share. All that is shown is plain JSON, and none of it changes once it is made.

/** An object with exactly these fields. */
export const row = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape).readonly()

export const list = <S extends z.ZodType>(each: S) => z.array(each).readonly()

/** Money, as a decimal string of collateral. */
export const amount = z.string().regex(/^-?\d+(\.\d+)?$/, 'expected a decimal number in a text')

/** Microseconds since the epoch. */
export const time = z.number().int()

/** Of collateral for a share. */
export const price = z.number()

/** Of an order or a level. */
export const shares = z.number()

export const count = z.number().int().nonnegative()
export const ms = z.number()
export const bookSide = z.enum(['bid', 'ask'])
export const outcome = z.enum(['yes', 'no'])

/** Seconds in which quotes were wanted, a side counting half, and those in which none of ours stood, by reason. */
export const dark = row({ wantedSeconds: z.number(), reasons: z.record(z.string(), z.number()).readonly() })

/** What an action reaches, and what a pause holds. */
export const scope = z
  .union([
    z.literal('all'),
    z.templateLiteral([z.literal('market:'), z.string().min(1)]),
    z.templateLiteral([z.literal('strategy:'), z.string().min(1)]),
  ])
  .describe('all, market:ID or strategy:NAME')

/** What an action is about: all, one market, or one strategy. */
export type ActionScope = z.output<typeof scope>
