import { expect, test } from 'vitest'
import { runsOf } from '../runs-of.js'
import { simulate } from './simulate.js'

const EVENTS = 2_500
/** Seeds, and how many events of each. */
const RUNS: readonly (readonly [seed: number, events: number])[] = [
  ...[1, 2, 3, 5, 8, 13].slice(0, runsOf(6, 1)).map(seed => [seed, EVENTS] as const),
  // Stops while nothing is answered: its last pause went on beyond the ninth second.
  [661, 5_750],
]

test.each(RUNS)('holds every promise to the exchange through the faults of seed %i', async (seed, most) => {
  const { failure, events } = await simulate({ seed, events: most, lines: 40 })
  const story = failure === null ? '' : [...failure.lastLines, failure.message, again(seed, most)].join('\n')
  expect(story).toBe('')
  expect(events).toBeGreaterThanOrEqual(most)
})

test('gives the same events for the same seed, and others for another', async () => {
  const first = await simulate({ seed: 21, events: 700, lines: 1 })
  const second = await simulate({ seed: 21, events: 700, lines: 1 })
  const other = await simulate({ seed: 22, events: 700, lines: 1 })
  expect(second.hash).toBe(first.hash)
  expect(second.virtualSeconds).toBe(first.virtualSeconds)
  expect(other.hash).not.toBe(first.hash)
})

const again = (seed: number, events: number): string => `again: npm run simulate -- --seed ${seed} --seeds 1 --events ${events}`
