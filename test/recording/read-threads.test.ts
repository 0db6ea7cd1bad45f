import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importRecording } from '../../src/recording/import-recording.js'
import { writeKalshiFile } from './kalshi-files.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('an import by several threads', () => {
  test('writes the same rows, and counts the same, however many read', async () => {
    const files = [0, 1, 2, 3, 4].map(seed =>
      writeKalshiFile(folder, `KXTEST-${seed}`, { startMs: seed * 12_000, lines: 2_000, seed }),
    )
    const [alone, ...others] = await Promise.all(
      [0, 1, 3].map(threads =>
        importRecording({ files, format: 'auto', folder: join(folder, `out-${threads}`), threads, chunkRows: 3_200 }),
      ),
    )
    expect(alone?.coverage).toMatchObject({ dropped: 0, crossed: 0, printsPaired: 1 })
    expect(alone?.coverage.events).toBeGreaterThan(10_000)
    expect(alone?.files.length).toBeGreaterThan(2)
    for (const other of others) expect(other).toEqual(alone)
  })

  test('refuses a damaged file by name, as one thread does', async () => {
    const file = writeKalshiFile(folder, 'KXTEST-0', { startMs: 0, lines: 9_000, seed: 1 })
    const bytes = readFileSync(file)
    bytes.fill(7, 50_000, 50_400)
    writeFileSync(file, bytes)
    for (const threads of [0, 2]) {
      const importing = importRecording({ files: [file], format: 'auto', folder: join(folder, 'out'), threads })
      await expect(importing).rejects.toThrow('KXTEST-0.ndjson.gz cannot be read')
    }
  })
})
