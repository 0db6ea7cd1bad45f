import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { replay } from '../../backtest/replay.js'
import { createBacktest } from '../../backtest/run.js'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { unpackEvent } from '../../src/model/columns.js'
import type { MarketEvent } from '../../src/model/event.js'
import { createDecoder } from '../../src/protocol/decode.js'
import { importRecording } from '../../src/recording/import-recording.js'
import { loadRecording } from '../../src/recording/load-recording.js'
import { openInputLog } from '../../src/recording/log/input-log.js'
import type { LogRecord } from '../../src/recording/log/log-record.js'
import { writeInputLog } from '../../src/recording/log/write-input-log.js'
import { always, level, optionsOf } from '../backtest/try-backtest.js'
import { START, settings } from '../engine/desk-bench.js'
import { WanderingMarkets } from '../engine/wandering-markets.js'

const folder = mkdtempSync(join(tmpdir(), 'oddsmith-joined-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const wandering = new WanderingMarkets(21).run(500)
const joins = wandering.bench.inputs.flatMap(record => {
  if (record.kind !== 'frame' || !('event' in record.frame)) return []
  const { event } = record.frame
  return event.kind === 'joined' ? [event.market.id] : []
})

/** The log that a runtime would have written of it, in one file or from some record on in another. */
async function write(name: string, records: readonly LogRecord[] = wandering.bench.inputs): Promise<string> {
  const file = join(folder, `${name}.ndjson.gz`)
  const { bench } = wandering
  const writer = writeInputLog({
    file,
    onProblem: text => {
      throw new Error(text)
    },
    header: {
      startedAt: START,
      oddsmith: '0.1.0',
      nodeMajor: 20,
      venue: 'predict',
      markets: bench.markets,
      settings: settings({ desk: { graceMs: 3_000 }, requote: { requoteEveryMs: 0 } }),
      assignments: [{ market: 0, strategy: 'test', folder: null, parameters: {} }],
      state: freshDeskState(7),
    },
  })
  for (const record of records) {
    if (record.kind === 'mark') writer.mark(record)
    else if (record.kind === 'frame' || record.kind === 'report') writer.input(record)
  }
  await writer.close({ at: bench.now, stateHash: bench.desk.stateHash() })
  return file
}

const rowsOf = async (path: string): Promise<readonly MarketEvent[]> => {
  const found: MarketEvent[] = []
  for await (const { events } of (await loadRecording(path)).chunks())
    for (let row = 0; row < events.length; row++) found.push(unpackEvent(events, row))
  return found
}

describe('the log of a run in which markets joined and left', () => {
  test('replays to the same commands and the same state', async () => {
    const log = await openInputLog(await write('replayed'))
    const assignments = wandering.bench.markets.map(wandering.bench.assign)
    const decoder = createDecoder(log.header.markets)
    const replayed = await replay({ log, decoder, assignments, assign: wandering.bench.assign })
    expect(replayed).toMatchObject({ firstDifference: null, turns: wandering.bench.turns, isCutShort: false })
    expect(replayed.stateHash).toBe(wandering.bench.desk.stateHash())
    expect(replayed.commands).toBeGreaterThan(100)
  })

  test('is a recording with an index for each market, whatever indexes the run gave them', async () => {
    const file = await write('recorded')
    const { markets, joining } = await loadRecording(file)
    expect(markets.map(({ index }) => index)).toEqual([...markets.keys()])
    expect([...joining].toSorted()).toEqual([...new Set(joins)].filter(id => id !== 'm0').toSorted())
    const here = new Set([0])
    for (const event of await rowsOf(file)) {
      if (event.kind === 'joined') {
        expect(markets[event.market.index]?.id).toBe(event.market.id)
        expect(here.has(event.market.index)).toBe(false)
        here.add(event.market.index)
      } else if (event.kind === 'left') expect(here.delete(event.market)).toBe(true)
      else if ('market' in event && event.kind !== 'market') expect(here.has(event.market)).toBe(true)
    }
  })

  test('is the same recording once it is imported, and a backtest quotes what joins', async () => {
    const file = await write('imported')
    const out = join(folder, 'out')
    await importRecording({ files: [file], format: 'auto', folder: out })
    const [raw, imported] = [await loadRecording(file), await loadRecording(out)]
    expect([imported.markets, imported.joining, imported.fingerprint]).toEqual([raw.markets, raw.joining, raw.fingerprint])
    const results = []
    for (const recording of [raw, imported]) {
      const { markets, joining } = recording
      const options = optionsOf(always({ bid: level(0.45, 20) }), { markets, joining: new Set(joining), keepsOrders: true })
      const running = createBacktest(options)
      for await (const chunk of recording.chunks()) running.add(chunk)
      results.push(running.finish())
    }
    expect(results[0]).toEqual(results[1])
    const quoted = new Set(results[0]!.accounts[0]!.sent.map(({ market }) => market))
    expect(quoted.size).toBeGreaterThan(joins.length / 2)
  })
})
