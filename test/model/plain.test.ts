import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromJson, toJson } from '../../src/model/plain.js'

/** As `toJson`, by a function that `JSON.stringify` calls for each value. */
const slowTwin = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'bigint') return { $wei: each.toString() }
    return each instanceof Map ? { $map: [...each] } : each
  })

const { value: plain } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.bigInt(), fc.constant(null), fc.constant(undefined)),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', '$wei', '$map', '7')), tie('value')),
    fc.array(fc.tuple(fc.oneof(fc.integer(), fc.string()), tie('value'))).map(entries => new Map(entries)),
  ),
}))

test('plain data is written as a slower way writes it, and is left as it was', () => {
  fc.assert(
    fc.property(plain, value => {
      const before = slowTwin([value])
      expect(toJson([value])).toBe(before)
      expect(slowTwin([value])).toBe(before)
    }),
  )
})

test('what JSON cannot express is read back as it was', () => {
  const state = {
    cash: -(10n ** 30n),
    orders: new Map([['a', { left: 3, fee: 1n }]]),
    none: null,
    deep: [[new Map([[1, 2n]])]],
  }
  expect(fromJson(toJson(state))).toEqual(state)
  expect(toJson(7n)).toBe('{"$wei":"7"}')
})
