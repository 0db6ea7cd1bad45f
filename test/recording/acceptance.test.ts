import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBooks } from '../../src/engine/books.js'
import { readParquet } from '../../src/recording/columns/parquet-read.js'
import { importRecording } from '../../src/recording/import-recording.js'
import { kalshiEvents } from '../kalshi-events.js'

const { files, isSkipped, why } = kalshiEvents

test.skipIf(isSkipped)(
  `the Kalshi files import whole, with no crossed book and every print paired, and replay whole${why}`,
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
    try {
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
