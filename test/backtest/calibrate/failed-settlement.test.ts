import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Calibration, calibrateModels } from '../../../backtest/calibrate/calibrate-models.js'
import { pessimistic } from '../../../src/exchange/core/fill-models.js'
import { Timestamp } from '../../../src/model/time.js'
import { createDecoder } from '../../../src/protocol/decode.js'
import { openInputLog } from '../../../src/recording/log/input-log.js'
import { inFolder } from '../../end-to-end/daemon.js'
import { bidCommand, bidFill, bookFrame, writeRunLog } from '../../recording/run-log.js'

const T0 = 1_786_410_060_000_000
const at = (ms: number): Timestamp => Timestamp.of(T0 + ms * 1_000)

const book = (ms: number, shares: number) => bookFrame(at(ms), T0 / 1_000 + ms, [[0.5, shares]])

const placed = {
  kind: 'mark',
  now: at(15),
  timer: false,
  commands: [bidCommand('1-1', 8, at(1e6))],
}
const report = (ms: number, what: object) => ({ kind: 'report', report: { at: at(ms), receivedAt: at(ms + 1), ...what } })
const accepted = report(20, { kind: 'accepted', order: '1-1', venueId: 'v', lockedUntil: null })
const fill = (ms: number, kind: 'matched' | 'settled' | 'failed', key: string, shares: number) =>
  report(ms, { kind, fill: bidFill({ key, order: '1-1', shares }) })

/** Eight shares of ours behind twenty of others, and what came of them. */
const calibrated = (happened: readonly object[]): Promise<Calibration> =>
  inFolder(folder => {
    const file = join(folder, 'input.ndjson.gz')
    writeRunLog(file, { startedAt: T0, records: [book(10, 20), placed, accepted, ...happened, book(900, 20)] })
    return calibrateModels({
      open: () => openInputLog(file),
      decoder: log => createDecoder(log.header.markets),
      models: [pessimistic],
      exchange: null,
    })
  })

describe('a fill whose settlement failed later', () => {
  test('was a fill: it is compared, and its settlement told apart', async () => {
    const invalidated = report(200, { kind: 'ended', order: '1-1', how: 'invalidated', why: 'settlement-failed' })
    const { orders, models, failedSettlements, notes } = await calibrated([
      fill(50, 'matched', 'a', 3),
      fill(200, 'failed', 'a', 3),
      invalidated,
    ])
    expect([orders, failedSettlements]).toEqual([1, { fills: 1, shares: 3 }])
    expect(models[0]).toMatchObject({ hits: { runOnly: 1, neither: 0 }, shares: { run: 3, model: 0, error: 3 } })
    expect(notes).toEqual([expect.stringMatching(/^1 order was filled, but a settlement failed later/)])
  })

  test('may be heard of by its failure alone', async () => {
    const { models, failedSettlements } = await calibrated([fill(200, 'failed', 'a', 3)])
    expect([models[0]?.shares.run, failedSettlements.fills]).toEqual([3, 1])
  })

  test('ends what is compared of its order: what came back is as good as another order', async () => {
    const { models, failedSettlements } = await calibrated([
      fill(50, 'matched', 'a', 8),
      fill(200, 'failed', 'a', 8),
      fill(300, 'matched', 'b', 8),
      fill(400, 'settled', 'b', 8),
    ])
    expect(models[0]?.shares.run).toBe(8)
    expect(failedSettlements).toEqual({ fills: 1, shares: 8 })
  })

  test('is none where every settlement came', async () => {
    const { failedSettlements, notes } = await calibrated([fill(50, 'matched', 'a', 8), fill(200, 'settled', 'a', 8)])
    expect([failedSettlements, notes]).toEqual([{ fills: 0, shares: 0 }, []])
  })
})
