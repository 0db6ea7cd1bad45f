import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { importRecording } from '../src/recording/import-recording.js'
import type { Bench, Row } from './bench.js'
import { onCoreNs } from './rounds.js'

/** A folder with the user's own recordings. */
const FOLDER = process.env['ODDSMITH_RECORDINGS']
const SAMPLE = fileURLToPath(new URL('../../data/sample/harbour.ndjson.gz', import.meta.url))

/** Import of files into Parquet, compared in turn with the least work that reading them needs: unzipping each and parsing its lines, on one core. */
export const bench: Bench = {
  name: 'import',
  run: async ({ isQuick, note }) => {
    const files = filesToImport()
    note(`${files.length} files, ${Math.round(bytesOf(files) / 1e6)} MB packed`)
    const rounds = isQuick ? 1 : 5
    const [least, ours] = [new Best(), new Best()]
    let events = 0
    // The first round warms up the compiler and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const floor = await measured(async () => readAll(files))
      const imported = await measured(async () => {
        events = await importAll(files)
      })
      if (round === 0) continue
      least.add(floor)
      ours.add(imported)
    }
    note(`on the cores: ${(ours.onCoreNs / least.onCoreNs).toFixed(2)}x of the floor's work, by all threads together`)
    return rowsOf(events, least, ours)
  },
}

function filesToImport(): readonly string[] {
  if (FOLDER === undefined || !existsSync(FOLDER)) return [SAMPLE]
  return readdirSync(FOLDER)
    .filter(name => name.endsWith('.gz'))
    .map(name => join(FOLDER, name))
}

const bytesOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + statSync(file).size, 0)

function readAll(files: readonly string[]): void {
  for (const file of files)
    for (const line of gunzipSync(readFileSync(file)).toString('latin1').split('\n')) if (line !== '') JSON.parse(line)
}

async function importAll(files: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
  try {
    return (await importRecording({ files, format: 'auto', folder: join(folder, 'out') })).coverage.events
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Reading {
  readonly seconds: number
  readonly onCoreNs: number
}

/** The minimum of each, so that load from neighbours in one round does not count. */
class Best {
  seconds = Number.POSITIVE_INFINITY
  onCoreNs = Number.POSITIVE_INFINITY

  add(reading: Reading): void {
    this.seconds = Math.min(this.seconds, reading.seconds)
    this.onCoreNs = Math.min(this.onCoreNs, reading.onCoreNs)
  }
}

async function measured(work: () => Promise<void>): Promise<Reading> {
  const startedAt = performance.now()
  const from = onCoreNs()
  await work()
  return { seconds: (performance.now() - startedAt) / 1_000, onCoreNs: onCoreNs() - from }
}

function rowsOf(events: number, least: Best, ours: Best): readonly Row[] {
  const speed = least.seconds / ours.seconds
  return [
    { what: 'gunzip + JSON.parse, one core', value: events / least.seconds, unit: 'events/s', ...NO_BUDGET },
    {
      what: `import to Parquet, ${events} events`,
      value: events / ours.seconds,
      unit: 'events/s',
      ratio: speed,
      against: 'gunzip + JSON.parse',
      budget: '>= 1x, goal 2x',
      holds: speed >= 1,
    },
  ]
}

const NO_BUDGET = { ratio: null, against: null, budget: null, holds: null } as const
