import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRfc3339 } from '../../../src/recording/text/rfc3339.js'

test('a moment is the same one whatever offset it is written with', () => {
  const base = Date.UTC(2026, 7, 11, 1, 1) * 1_000
  for (const text of [
    '2026-08-11T01:01:00Z',
    '2026-08-11T01:01:00+00:00',
    '2026-08-11T01:01:00-00:00',
    '2026-08-11t01:01:00z',
    '2026-08-11 01:01:00Z',
    '2026-08-11T06:46:00+05:45',
    '2026-08-10T21:01:00.000-04:00',
  ])
    expect(readRfc3339(text), text).toBe(base)
  expect(readRfc3339('2026-08-11T01:01:00.123456789+00:00')).toBe(base + 123_456)
})

test('it is what the calendar of the runtime says, to the millisecond', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1980-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
      fc.integer({ min: -14 * 60, max: 14 * 60 }),
      (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
        const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
        expect(readRfc3339(`${local}${offset}`)).toBe(date.getTime() * 1_000)
      },
    ),
    { numRuns: 500, seed: 3 },
  )
})

test('what is no moment is none', () => {
  for (const text of [
    '',
    '2026-08-11T01:01:00',
    '2026-08-11',
    '2026-02-30T00:00:00Z',
    '2026-08-11T24:00:00Z',
    '2026-08-11T01:01:60Z',
    '2026-08-11T01:01:00+24:00',
    '2026-08-11T01:01:00.Z',
    '2026-08-11T01:01:00+0000',
  ])
    expect(readRfc3339(text), text).toBeNull()
})
