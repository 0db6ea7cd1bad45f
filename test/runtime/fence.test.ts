import { expect, test } from 'vitest'
import { createFence } from '../../src/runtime/fence.js'

const fenced = () => {
  const now = { monotonic: 1_000, wall: 50_000 }
  const fence = createFence(5_000, { monotonic: () => now.monotonic, wall: () => now.wall })
  return { now, fence }
}

test('is shut until something is well, and shuts when that is too long ago', () => {
  const { now, fence } = fenced()
  expect(fence.mayOpen()).toBe(false)
  fence.well()
  now.monotonic += 4_999
  now.wall += 4_999
  expect([fence.mayOpen(), fence.shuts]).toEqual([true, 0])
  now.monotonic += 1
  expect([fence.mayOpen(), fence.shuts]).toEqual([false, 1])
})

test('stays shut until it is opened, though the clock is set back', () => {
  const { now, fence } = fenced()
  fence.well()
  now.wall += 3_600_000
  expect(fence.mayOpen()).toBe(false)
  now.wall -= 3_600_000
  expect(fence.mayOpen()).toBe(false)
  fence.well()
  expect(fence.mayOpen()).toBe(true)
})

test('shuts after a machine’s sleep, which only the wall clock counts', () => {
  const { now, fence } = fenced()
  fence.well()
  now.wall += 60_000
  now.monotonic += 10
  expect(fence.mayOpen()).toBe(false)
})

test('is not opened again once it was ended', () => {
  const { fence } = fenced()
  fence.well()
  fence.end()
  fence.well()
  expect(fence.mayOpen()).toBe(false)
})
