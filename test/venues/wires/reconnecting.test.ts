import { asyncScheduler, concat, defer, NEVER, Observable, of, throwError } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reconnecting } from '../../../src/venues/wires/reconnecting.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const options = { lost: () => ['lost'], firstMs: 100, longestMs: 400, wires: { scheduler: asyncScheduler, random: () => 1 } }
const broken = throwError(() => new Error('broken'))

test('a break is told at once and the link is tried again later', () => {
  const seen: string[] = []
  let attempts = 0
  const link = defer(() => (++attempts === 1 ? concat(of('a'), broken) : concat(of('b'), NEVER)))
  const subscription = reconnecting(link, options).subscribe(text => seen.push(text))
  expect(seen).toEqual(['a', 'lost'])
  vi.advanceTimersByTime(99)
  expect(attempts).toBe(1)
  vi.advanceTimersByTime(1)
  expect(seen).toEqual(['a', 'lost', 'b'])
  subscription.unsubscribe()
})

test('each failure doubles the wait up to the longest, and a success makes it short again', () => {
  const startedAt: number[] = []
  const link = defer(() => {
    startedAt.push(Date.now())
    return startedAt.length === 6 ? concat(of('a'), broken) : broken
  })
  const subscription = reconnecting(link, options).subscribe()
  vi.advanceTimersByTime(2_000)
  const waits = startedAt.slice(1, 8).map((at, index) => at - (startedAt[index] ?? 0))
  expect(waits).toEqual([100, 200, 400, 400, 400, 100, 200])
  subscription.unsubscribe()
})

test('unsubscribing ends the waiting too', () => {
  let attempts = 0
  const link = new Observable<string>(subscriber => {
    attempts++
    subscriber.error(new Error('broken'))
  })
  reconnecting(link, options).subscribe().unsubscribe()
  vi.advanceTimersByTime(10_000)
  expect(attempts).toBe(1)
})

test('a server that sends its clients on is left at once, and no sooner than others where it does so again', () => {
  const startedAt: number[] = []
  const link = defer(() => {
    startedAt.push(Date.now())
    return broken
  })
  const subscription = reconnecting(link, { ...options, isSentOn: () => true }).subscribe()
  vi.advanceTimersByTime(300)
  expect(startedAt.map(at => at - (startedAt[0] ?? 0))).toEqual([0, 50, 250])
  subscription.unsubscribe()
})
