import { expect, test } from 'vitest'
import { dateOf, durationOf } from '../../../src/cli/config/duration.js'

test.each([
  ['30s', 30_000],
  ['500ms', 500],
  ['1.5h', 5_400_000],
  ['2m', 120_000],
  ['1d', 86_400_000],
])('%s is %i ms', (text, ms) => {
  expect(durationOf('--for', text)).toBe(ms)
})

test.each(['30', 's', '-1s', '1 week', ''])('"%s" is refused with what a duration looks like', text => {
  expect(() => durationOf('--for', text)).toThrow(`--for: expected a duration such as 30s, 5m or 1.5h, found "${text}"`)
})

test.each(['0s', '0.1ms'])('%s is refused: nothing would run', text => {
  expect(() => durationOf('--for', text)).toThrow(`--for: expected a duration above 0, found "${text}"`)
})

test('an option has its own limits', () => {
  const limits = { min: '200ms', max: '24h' }
  expect(durationOf('--follow', '1d', limits)).toBe(86_400_000)
  expect(() => durationOf('--follow', '199ms', limits)).toThrow('--follow: expected 200ms or more, found "199ms"')
  expect(() => durationOf('--follow', '2d', limits)).toThrow('--follow: expected 24h or less, found "2d"')
})

test.each(['2026-02-31', '2025-02-29', '2026-13-01', '2026-03-01T12:00', 'yesterday'])('%s is no date', text => {
  expect(() => dateOf('--before', text)).toThrow(`--before: expected a date such as 2026-03-01, found "${text}"`)
})

test.each([
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12-31T23:59:59.999Z'],
])('%s is a date', (text, time) => {
  expect(dateOf('--before', text)).toBe(Date.parse(time) * 1_000)
})
