import { expect, test } from 'vitest'
import { createOnceAMinute } from '../../src/model/once-a-minute.js'
import { Timestamp } from '../../src/model/time.js'

test('one event of a kind passes in a minute, with the number of those that were held back before it', () => {
  const passes = createOnceAMinute()
  const at = (seconds: number) => Timestamp.ofSeconds(1_700_000_000 + seconds)
  expect([0, 1, 59.9, 60, 61, 119.9, 121].map(seconds => passes('a', at(seconds)))).toEqual([0, null, null, 2, null, null, 2])
  expect([passes('b', at(1)), passes('b', at(2)), passes('b', at(90))]).toEqual([0, null, 1])
})
