import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathAndValue, pathPart, pathParts } from '../../../../src/cli/trade/door/path-parts.js'

test('a path is read into the parts that it was written from, whatever they are called', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), parts => {
      const path = parts.map(pathPart).join('.')
      expect(pathParts(path)).toEqual(parts)
      expect(pathAndValue(`${path}=5=6`)).toEqual({ path, value: '5=6' })
    }),
  )
})

test('plain names stand as they are', () => {
  expect(['two-sided', '1001', 'two.sided', 'a "b"'].map(pathPart)).toEqual(['two-sided', '1001', '"two.sided"', '"a \\"b\\""'])
})

test.each(['', '.', 'a.', '.a', 'a..b', '"a', 'a"b', 'a."".b', String.raw`"\q"`, '"a"b'])('%j is no path', path => {
  expect(pathParts(path)).toBeNull()
})

test.each(['limits', '=5', '"limits=5'])('%j is no path with a value', pair => {
  expect(pathAndValue(pair)).toBeNull()
})
