import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unpackEvent } from '../../../src/model/columns.js'
import { Timestamp } from '../../../src/model/time.js'
import { importRecording } from '../../../src/recording/import-recording.js'
import { loadRecording } from '../../../src/recording/load-recording.js'
import { bidCommand, bidFill, bookFrame, writeRunLog } from '../run-log.js'

const T0 = 1_786_410_060_000_000
const at = (ms: number): Timestamp => Timestamp.of(T0 + ms * 1_000)

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function log(name: string, records: readonly object[], isRun = true): string {
  const file = join(folder, name, 'input.ndjson.gz')
  writeRunLog(file, { startedAt: T0, records, isRun })
  return file
}
const book = (ms: number, bids: [number, number][]) => bookFrame(at(ms), T0 / 1_000 + ms - 1, bids)
const mark = (ms: number, commands: readonly object[] = []) => ({ kind: 'mark', now: at(ms), timer: false, commands })
const submit = (id: string, shares: number) => bidCommand(id, shares, at(1e6))
const report = (ms: number, what: object) => ({ kind: 'report', report: { at: at(ms), receivedAt: at(ms), ...what } })
const fill = (order: string, shares: number) => ({ kind: 'matched', fill: bidFill({ key: 'k', order, shares }) })

/** What the recording holds of others at our level, as it changes. */
async function levels(path: string): Promise<string[]> {
  const found: string[] = []
  for await (const { events } of (await loadRecording(path)).chunks())
    for (let row = 0; row < events.length; row++) {
      const event = unpackEvent(events, row)
      if (event.kind === 'level' && event.price === 5_000) found.push(`${(event.receivedAt - T0) / 1_000} ${event.size / 1e6}`)
    }
  return found
}

const BOOKS = [book(10, [[0.5, 20]]), book(30, [[0.5, 28]]), book(60, [[0.5, 25]]), book(80, [[0.5, 18]])] as const
/** We rest 8 shares from 20 on, of which 3 are taken at 50, and remove the rest at 70; another trader takes 2 away at 80. */
const OURS = [
  mark(15, [submit('1-1', 8)]),
  report(25, { kind: 'accepted', order: '1-1', venueId: 'v', lockedUntil: null }),
  report(55, fill('1-1', 3)),
  report(70, { kind: 'removal', order: '1-1', answer: 'removed' }),
] as const

describe('a recording made while we quoted', () => {
  test('holds the sizes of others: our orders are taken out by the log of the run', async () => {
    const file = log('run', [
      BOOKS[0],
      OURS[0],
      BOOKS[1],
      OURS[1],
      mark(31),
      BOOKS[2],
      OURS[2],
      mark(60),
      OURS[3],
      BOOKS[3],
      mark(80),
    ])
    const { netted, quoted } = await importRecording({ files: [file], format: 'auto', folder: join(folder, 'out') })
    expect([netted, quoted]).toEqual([['1001'], []])
    // Others had 20 throughout. Where the book is there before the venue's answer to us, the sizes are unknown until the next book.
    expect(await levels(join(folder, 'out'))).toEqual(['10 20', '30 28', '60 17', '80 18'])
  })

  test('by another process is freed of them by the journal that is named', async () => {
    const run = log('run', [...OURS, mark(80)])
    const recorded = log('raw', [BOOKS[0], mark(10), BOOKS[1], mark(31), BOOKS[2], mark(60), BOOKS[3], mark(80)], false)
    const asItIs = join(folder, 'as-it-is')
    expect((await importRecording({ files: [recorded], format: 'auto', folder: asItIs })).netted).toEqual([])
    expect(await levels(asItIs)).toEqual(['10 20', '30 28', '60 25', '80 18'])
    const freed = join(folder, 'freed')
    expect((await importRecording({ files: [recorded], format: 'auto', folder: freed, journal: run })).netted).toEqual(['1001'])
    expect(await levels(freed)).toEqual(['10 20', '80 18'])
  })

  test('is not said to be freed of them by the journal of a run that had ended before', async () => {
    const run = log('run', [...OURS, mark(80)])
    const recorded = log('raw', [book(100, [[0.5, 20]]), mark(100)], false)
    const out = join(folder, 'out')
    expect((await importRecording({ files: [recorded], format: 'auto', folder: out, journal: run })).netted).toEqual([])
    expect(await levels(out)).toEqual(['100 20'])
  })

  test('is marked where the venue never said what became of an order', async () => {
    const unanswered = report(25, { kind: 'unanswered', order: '1-1', what: 'submit' })
    const file = log('run', [BOOKS[0], OURS[0], unanswered, BOOKS[1], mark(31)])
    expect(await loadRecording(file)).toMatchObject({ quoted: ['1001'], netted: [] })
  })
})
