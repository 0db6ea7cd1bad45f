import { of, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { eachOf } from '../../../src/venues/wires/each-of.js'

test('an event becomes what is made of it, in order and at once', () => {
  const seen: (number | string)[] = []
  of(2, 0, 1)
    .pipe(eachOf(count => Array.from({ length: count }, (_, at) => count * 10 + at)))
    .subscribe({ next: value => seen.push(value), complete: () => seen.push('end') })
  expect(seen).toEqual([20, 21, 10, 'end'])
})

test('what throws ends the stream with its error, and the source is let go', () => {
  const source = new Subject<number>()
  const seen: unknown[] = []
  source
    .pipe(
      eachOf(value => {
        if (value === 2) throw new Error('no two')
        return [value]
      }),
    )
    .subscribe({ next: value => seen.push(value), error: (error: Error) => seen.push(error.message) })
  for (const value of [1, 2, 3]) source.next(value)
  expect(seen).toEqual([1, 'no two'])
  expect(source.observed).toBe(false)
})
