import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createBooks } from '../../src/engine/books.js'
import { readParquet } from '../../src/recording/columns/parquet-read.js'
import { importRecording } from '../../src/recording/import-recording.js'

/** A folder of the 18 Kalshi markets, 1,147,635 messages in 19 files, with the table of their results in the folder above. */
const SHARED = fileURLToPath(new URL('../../../shared/data/kalshi-gold15m/events', import.meta.url))
const FOLDERS = [process.env['ODDSMITH_RECORDINGS'] ?? '', SHARED]
const FOLDER = FOLDERS.find(folder => folder !== '' && existsSync(folder)) ?? ''
const isAsked = process.env['ODDSMITH_ACCEPTANCE'] !== undefined
const why =
  FOLDER === '' ? ' (skipped: ODDSMITH_RECORDINGS names no folder)' : isAsked ? '' : ' (skipped: part of npm run acceptance)'

test.skipIf(FOLDER === '' || !isAsked)(
  `the Kalshi files import whole, with no crossed book and every print paired, and replay whole${why}`,
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
    try {
      const files = readdirSync(FOLDER).map(name => join(FOLDER, name))
      const { coverage, markets } = await importRecording({ files, format: 'kalshi', folder: join(folder, 'out') })
      // Messages that are not counted here are events of their own: 52 snapshots of a clear and its levels, ends and results.
      expect(coverage).toMatchObject({ trades: 25_809, printsPaired: 1, crossed: 0, dropped: 0, repaired: 0 })
      expect(coverage.clamped).toBe(53_433)
      expect(markets).toHaveLength(18)
      const books = createBooks(markets)
      let events = 0
      let results = 0
      for await (const chunk of readParquet(join(folder, 'out')).chunks()) {
        let from = 0
        for (const to of chunk.batchEnds) {
          const now = chunk.events.receivedAt[to - 1]!
          books.apply({ now, wallOffset: 0, events: chunk.events, from, to, reports: [], controls: [], timer: false })
          from = to
        }
        events += from
        results += chunk.events.rare.filter(event => event.kind === 'market' && event.market.result !== null).length
      }
      expect(events).toBe(coverage.events)
      expect(events - 2 * results).toBe(1_148_658)
      expect(results).toBe(18)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
