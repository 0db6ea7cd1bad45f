import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from 'oddsmith/engine'
import { expect, test } from 'vitest'
import { quoteRecording } from '../../examples/drivers/quote-a-recording.js'
import { tradeOnPaper } from '../../examples/drivers/trade-on-paper.js'

const SAMPLE = join(resolve(import.meta.dirname, '../..'), 'data/sample/harbour.ndjson.gz')

test('a driver hands a recording to a desk, which does the same each time', async () => {
  const first = await quoteRecording(SAMPLE, 'two-sided', { sizeShares: 20 })
  expect(first.orders).toBeGreaterThan(100)
  expect(first.cancels).toBeGreaterThan(100)
  expect(await quoteRecording(SAMPLE, 'two-sided', { sizeShares: 20 })).toEqual(first)
})

test('a driver trades on the embedded exchange and leaves nothing open', async () => {
  const enough = async (session: Session): Promise<void> => {
    while (session.desk.summary().counts.placed < 4) await pause(20)
  }
  const { placed, open } = await tradeOnPaper('two-sided', enough)
  expect(placed).toBeGreaterThanOrEqual(4)
  expect(open).toBe(0)
})
