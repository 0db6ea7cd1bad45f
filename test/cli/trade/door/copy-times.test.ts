import { expect, test } from 'vitest'
import { type CopyWant, createCopyTimes, NOTHING_WANTED } from '../../../../src/cli/trade/door/copy-times.js'
import { Timestamp } from '../../../../src/model/time.js'

const LETTERS = { true: 'W', false: 'l' }

/** What is due at turns every 50 ms: `W` a whole copy, `l` a ladder, `.` nothing. */
function due(turns: number, want: CopyWant): string {
  const times = createCopyTimes()
  times.want(want)
  return Array.from({ length: turns }, (_, turn) => {
    const copy = times.at(Timestamp.of(1_000_000 + turn * 50_000))
    return copy === null ? '.' : LETTERS[`${copy.isWhole}`]
  }).join('')
}

test('nothing is copied while nothing is wanted', () => {
  expect(due(4, NOTHING_WANTED)).toBe('....')
})

test('a question gets whole copies, even if the timer is a tenth of a second early', () => {
  expect(due(4, { everyMs: 100, market: null })).toBe('WWWW')
})

test('watchers get the ladder four times a second, and the whole run once a second', () => {
  expect(due(24, { everyMs: 250, market: 'm' })).toBe('W..l..l..l..l..l..W..l..')
})

test('what is wanted can end and change', () => {
  const times = createCopyTimes()
  times.want({ everyMs: 250, market: 'm' })
  expect(times.at(Timestamp.ofSeconds(1))).toEqual({ isWhole: true, market: 'm' })
  times.want(NOTHING_WANTED)
  expect(times.at(Timestamp.ofSeconds(3))).toBeNull()
  times.want({ everyMs: 1_000, market: null })
  expect(times.at(Timestamp.ofSeconds(4))).toEqual({ isWhole: true, market: null })
})
