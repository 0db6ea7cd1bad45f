import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/** `toEqual` for loops of many thousands: the matcher, which costs more than most of what it looks at, is asked only where something differs. */
export const expectSame = (found: unknown, expected: unknown): void => {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected)
}
