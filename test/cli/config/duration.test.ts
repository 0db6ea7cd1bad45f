import { expect, test } from 'vitest'
import { parseDuration } from '../../../src/cli/config/duration.js'

test.each([
  ['30s', 30_000],
  ['500ms', 500],
  ['1.5h', 5_400_000],
  ['2m', 120_000],
  ['1d', 86_400_000],
])('%s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each(['30', 's', '-1s', '1 week', ''])('"%s" is refused with what a duration looks like', text => {
  expect(() => parseDuration(text)).toThrow(`a duration looks like 30s, 5m or 1.5h, found "${text}"`)
})
