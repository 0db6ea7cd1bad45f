import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MarketEvent } from '../../src/model/event.js'
import { openByContent } from '../../src/recording/open-by-content.js'
import { bookFrame, writeRunLog } from './run-log.js'

test('a mode of the venue is told market by market in a recording, which may hold markets of other venues', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'oddsmith-modes-')), 'a.ndjson')
  const startedAt = 1_700_000_000_000_000
  const at = (ms: number): number => startedAt + ms * 1_000
  const mode = (ms: number, mode: string) => ({
    source: 'feed',
    receivedAt: at(ms),
    event: { kind: 'venue', mode, at: at(ms), receivedAt: at(ms) },
  })
  const mark = (ms: number) => ({ kind: 'mark', now: at(ms), timer: false, commands: [] })
  const book = (ms: number) => bookFrame(at(ms), at(ms) / 1_000, [[0.4, 5]])
  const records = [
    book(1),
    mark(1),
    mode(2, 'post-only'),
    mark(2),
    mode(3, 'restart'),
    mark(3),
    mode(4, 'open'),
    book(4),
    mark(4),
  ]
  writeRunLog(file, { startedAt, records, isRun: false })
  const events: MarketEvent[] = []
  for await (const moment of openByContent(file)) events.push(...moment)
  const told = events.map(event => (event.kind === 'market' ? event.market.trading : event.kind))
  expect(told.filter(kind => kind !== 'level' && kind !== 'clear')).toEqual(['post-only', 'cancel-only', 'feed', 'open'])
})
