import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { type RunningExchange, startExchange } from '../../src/exchange.js'
import type { Market } from '../../src/model/market.js'
import { openInputLog } from '../../src/recording/log/input-log.js'
import { writeInputLog } from '../../src/recording/log/write-input-log.js'
import { recordAsTheyOpen } from '../../src/runtime/record-as-they-open.js'
import { createSystemClock } from '../../src/runtime/system-clock.js'
import { createPredictVenue, type PredictVenue } from '../../src/venues/predict/predict-venue.js'

const clock = createSystemClock()
const question = (name: string, endsInMinutes: number) => ({ question: name, endsInMinutes, resolvesTo: 1 as const })

let folder = ''
let exchange: RunningExchange
let venue: PredictVenue
let notices: string[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
  notices = []
  const markets = [question('Is it short?', 0.02), question('Is it long?', 60), question('Is it longer?', 90)]
  exchange = await startExchange({ crowd: { kind: 'none' }, markets, rateLimits: null })
  venue = createPredictVenue({ ...exchange, clock })
})
afterEach(async () => {
  venue.close()
  await exchange.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (markets: readonly Market[]) =>
  writeInputLog({
    file: join(folder, `${markets.map(({ id }) => id).join('+')}.ndjson.gz`),
    onProblem: text => notices.push(text),
    header: {
      startedAt: clock.now(),
      oddsmith: '0.1.0',
      nodeMajor: 20,
      venue: 'predict',
      markets,
      settings: {},
      assignments: [],
      state: freshDeskState(0),
    },
  })

/** Records what the looks find, one after another; an error is thrown by its look. */
const record = async (looks: readonly (readonly string[] | Error)[], everyMs: number | null) => {
  const all = await venue.markets({ open: true })
  let look = 0
  const counts = { frames: 0, events: 0, logs: 0 }
  const recorder = await recordAsTheyOpen({
    venue,
    clock,
    open,
    counts,
    everyMs,
    rotateEvery: 3_600_000_000,
    list: async () => {
      const found = looks[Math.min(look++, looks.length - 1)] ?? []
      if (found instanceof Error) throw found
      return all.filter(market => found.includes(market.question))
    },
    onFailure: error => notices.push(String(error)),
    onNotice: (_, text) => notices.push(text),
  })
  return {
    recorder,
    counts,
    fileOf: (name: string) => join(folder, `${all.find(market => market.question === name)?.id}.ndjson.gz`),
  }
}

test('a look that fails is told, and the next one finds what opened meanwhile', async () => {
  const { recorder, counts } = await record([['Is it long?'], new Error('no answer'), ['Is it long?', 'Is it longer?']], 50)
  expect(recorder.markets()).toBe(1)
  while (recorder.markets() < 2) await wait(20)
  await wait(100)
  await recorder.stop()
  expect(notices).toEqual(['a look for markets that opened failed', 'recording 1 more markets'])
  expect(counts.logs).toBe(2)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a first look that fails is an error, and without a pause there is no second', async () => {
  await expect(record([new Error('no answer')], null)).rejects.toThrow('no answer')
  const { recorder } = await record([['Is it long?'], ['Is it longer?']], null)
  await wait(100)
  expect(recorder.markets()).toBe(1)
  await recorder.stop()
})

test('the log of markets whose results are all known is closed while others go on', async () => {
  const { recorder, fileOf } = await record([['Is it short?'], ['Is it short?', 'Is it long?']], 50)
  const isWhole = async (): Promise<boolean> => {
    try {
      const log = await openInputLog(fileOf('Is it short?'))
      for await (const records of log.records()) expect(records).toBeDefined()
      return !log.isCutShort
    } catch {
      // Its header is not on disk yet.
      return false
    }
  }
  while (!(await isWhole())) await wait(100)
  expect(recorder.markets()).toBe(2)
  await recorder.stop()
})
