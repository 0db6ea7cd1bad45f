import { expect, test } from 'vitest'
import { termsOf } from '../../src/strategy/terms-of.js'

test('terms are the fields of all parts, numbers with six decimals', () => {
  expect(termsOf([{ fair: 0.5, form: 'paper' }, { half: 1 / 3 }])).toEqual({
    fair: '0.500000',
    form: 'paper',
    half: '0.333333',
  })
  expect(termsOf([])).toEqual({})
})
