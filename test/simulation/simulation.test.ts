import { expect, test } from 'vitest'
import { simulate } from './simulate.js'

const SEEDS = [1, 2, 3, 5, 8, 13]
const EVENTS = 2_500

test.each(SEEDS)('holds every promise to the exchange through the faults of seed %i', async seed => {
  const { failure, events } = await simulate(seed, EVENTS)
  const story = failure === null ? '' : [...failure.lastLines, failure.message, again(seed)].join('\n')
  expect(story).toBe('')
  expect(events).toBeGreaterThanOrEqual(EVENTS)
})

test('gives the same events for the same seed, and others for another', async () => {
  const first = await simulate(21, 1_500)
  const second = await simulate(21, 1_500)
  const other = await simulate(22, 1_500)
  expect(second.hash).toBe(first.hash)
  expect(second.virtualSeconds).toBe(first.virtualSeconds)
  expect(other.hash).not.toBe(first.hash)
})

const again = (seed: number): string => `again: npm run simulate -- --seed ${seed} --seeds 1 --events ${EVENTS}`
