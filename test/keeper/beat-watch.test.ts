import { expect, test } from 'vitest'
import { createBeatWatch } from '../../src/keeper/beat-watch.js'

const beating = (unattendedMaxMs: number) => {
  let [now, lost] = [0, 0]
  const attention = createBeatWatch(unattendedMaxMs, () => {
    lost++
  })
  const beat = (times: number, everyMs = 500): void => {
    for (let count = 0; count < times; count++) attention.beat((now += everyMs))
  }
  attention.beat(now)
  return { attention, beat, lost: () => lost }
}

test('a keeper that answers no beat for as long as a daemon may be unattended is lost, once', () => {
  const { attention, beat, lost } = beating(5_000)
  beat(9)
  attention.heard()
  beat(9)
  expect(lost()).toBe(0)
  beat(1)
  expect(lost()).toBe(1)
  beat(20)
  attention.heard()
  beat(20)
  expect(lost()).toBe(1)
})

test('time in which the daemon itself stood still is not the keeper’s silence', () => {
  const { beat, lost } = beating(5_000)
  beat(9, 60_000)
  expect(lost()).toBe(0)
  beat(1)
  expect(lost()).toBe(1)
})
