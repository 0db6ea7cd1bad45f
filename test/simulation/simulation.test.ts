import { expect, test } from 'vitest'
import { simulate } from './simulate.js'

const SEEDS = [1, 2, 3, 5, 8, 13]
const EVENTS = 2_500

test.each(SEEDS)('holds every promise to the exchange through the faults of seed %i', async seed => {
  const { failure, events } = await simulate({ seed, events: EVENTS, lines: 40 })
  const story = failure === null ? '' : [...failure.lastLines, failure.message, again(seed)].join('\n')
  expect(story).toBe('')
  expect(events).toBeGreaterThanOrEqual(EVENTS)
})

test('gives the same events for the same seed, and others for another', async () => {
  const first = await simulate({ seed: 21, events: 1_500, lines: 1 })
  const second = await simulate({ seed: 21, events: 1_500, lines: 1 })
  const other = await simulate({ seed: 22, events: 1_500, lines: 1 })
  expect(second.hash).toBe(first.hash)
  expect(second.virtualSeconds).toBe(first.virtualSeconds)
  expect(other.hash).not.toBe(first.hash)
})

const again = (seed: number): string => `again: npm run simulate -- --seed ${seed} --seeds 1 --events ${EVENTS}`
