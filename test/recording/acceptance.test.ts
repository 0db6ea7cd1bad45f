import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importRecording } from '../../src/recording/import-recording.js'

/** A folder of one's own Kalshi files, a market a file: 18 markets with 1,147,635 messages. */
const FOLDER = process.env['ODDSMITH_RECORDINGS'] ?? ''
const isThere = FOLDER !== '' && existsSync(FOLDER)
const why = isThere ? '' : ' (skipped: ODDSMITH_RECORDINGS names no folder)'

test.skipIf(!isThere)(
  `the Kalshi files import whole, with no crossed book and every print paired${why}`,
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
    try {
      const files = readdirSync(FOLDER).map(name => join(FOLDER, name))
      const { coverage, markets } = await importRecording({ files, format: 'kalshi', folder: join(folder, 'out') })
      expect(coverage).toMatchObject({ trades: 25_809, printsPaired: 1, crossed: 0, dropped: 0 })
      // Each of the 52 snapshots is a clear and its levels.
      expect(coverage.events).toBe(1_148_658)
      expect(coverage.clamped).toBeGreaterThan(100_000)
      expect(markets).toHaveLength(18)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
