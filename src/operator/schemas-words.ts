import { z } from 'zod'

// Fields that schemas of the door share. Copies are plain JSON and are not changed after they are made.

/** An object with exactly these fields. */
export const row = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape).readonly()

export const list = <S extends z.ZodType>(each: S) => z.array(each).readonly()

/** Money, as a decimal string of collateral. */
export const amount = z.string().regex(/^-?\d+(\.\d+)?$/, 'expected a decimal number in a text')

/** Microseconds since the epoch. */
export const time = z.number().int()

/** Collateral per share. */
export const price = z.number()

/** The size of an order or a level. */
export const shares = z.number()

export const count = z.number().int().nonnegative()
export const ms = z.number()
export const bookSide = z.enum(['bid', 'ask'])
export const outcome = z.enum(['yes', 'no'])

/** Seconds in which quotes were wanted, where one side counts half, and seconds in which no order of ours rested, by reason. */
export const dark = row({ wantedSeconds: z.number(), reasons: z.record(z.string(), z.number()).readonly() })

/** What an action applies to, and what a pause covers. */
export const scope = z
  .union([
    z.literal('all'),
    z.templateLiteral([z.literal('market:'), z.string().min(1)]),
    z.templateLiteral([z.literal('strategy:'), z.string().min(1)]),
  ])
  .describe('all, market:ID or strategy:NAME')

/** What an action applies to: everything, one market, or one strategy. */
export type ActionScope = z.output<typeof scope>
