import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchDoorThread } from '../../../../src/cli/trade/door/watch-door-thread.js'
import { createBeats, DOOR_BEATS } from '../../../../src/operator/door-task.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const HUNG_AFTER_MS = 2_000

function watched() {
  const beats = createBeats()
  const told: string[] = []
  const watch = watchDoorThread({
    ...{ beats, hungAfterMs: HUNG_AFTER_MS },
    onHung: () => told.push('hung'),
    onWell: () => told.push('well'),
  })
  return {
    told,
    beat: () => void Atomics.add(beats, DOOR_BEATS, 1),
    pass: (ms: number, everyMs = 100) => {
      for (let passed = 0; passed < ms; passed += everyMs) {
        vi.advanceTimersByTime(everyMs)
        watch.look()
      }
    },
  }
}

test('a door that does not turn is told of once, and once more when it turns again', () => {
  const { told, beat, pass } = watched()
  beat()
  pass(HUNG_AFTER_MS)
  expect(told).toEqual([])
  pass(HUNG_AFTER_MS * 3)
  expect(told).toEqual(['hung'])
  beat()
  pass(100)
  expect(told).toEqual(['hung', 'well'])
})

test('a door that never began to turn is told of too', () => {
  const { told, pass } = watched()
  pass(HUNG_AFTER_MS)
  expect(told).toEqual(['hung'])
})

test('a computer that slept does not count as a door that hangs', () => {
  const { told, beat, pass } = watched()
  beat()
  pass(100)
  pass(3_600_000, 3_600_000)
  expect(told).toEqual([])
  beat()
  pass(100)
  expect(told).toEqual([])
})
