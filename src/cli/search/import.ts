import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { counted } from '../../model/counted.js'
import { Timestamp } from '../../model/time.js'
import { clockText } from '../../recording/columns/clock-offset.js'
import type { Manifest } from '../../recording/columns/parquet-manifest.js'
import { RecordingError } from '../../recording/columns/recording-error.js'
import type { UnknownFile } from '../../recording/files-by-format.js'
import { formatNames, formatOf } from '../../recording/formats/formats.js'
import { importRecording } from '../../recording/import-recording.js'
import { oldestPart } from '../../recording/log/log-parts.js'
import { INPUT_LOG, inputLogOf } from '../../recording/open-by-content.js'
import { isCutShort } from '../../recording/text/is-cut-short.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { intoFolder } from '../config/into-folder.js'
import { loadFormat } from '../config/load-format.js'
import { runDecoders } from '../config/run-decoders.js'
import { printText } from '../screen/print-text.js'
import { progressLine } from '../screen/progress-line.js'

/** Options beside the files. */
export interface ImportFlags {
  readonly out: string
  readonly json?: boolean
  readonly journal?: string
  readonly skipUnknown?: boolean
}

/** Imports files and reports their contents. Rejects with an `ExitError` of code 2 for a wrong call, or with a `RecordingError`. */
export async function importFiles(format: string, files: readonly string[], flags: ImportFlags): Promise<ExitCode> {
  // Reader threads load built-in formats by their names.
  const isNamed = format === 'auto' || formatNames().includes(format)
  const read = isNamed ? format : await loadFormat(format, '.')
  const paths = files.flatMap(dataFiles)
  const startedAt = performance.now()
  const skipped: UnknownFile[] = []
  const progress = progressLine()
  const onProgress = (events: number): void =>
    progress.say(`${events} events, ${Math.round((events * 1_000) / (performance.now() - startedAt))} a second`)
  const options = {
    files: paths.map(file => resolve(file)),
    format: read,
    decoders: runDecoders,
    folder: resolve(flags.out),
    ...(flags.journal !== undefined && { journal: inputLogOf(resolve(flags.journal)) }),
    ...(flags.skipUnknown === true && { skipUnknown: (unknown: UnknownFile) => skipped.push(unknown) }),
    onProgress,
  }
  const manifest = await intoFolder(flags.out, () => importRecording(options)).catch(async (error: unknown) => {
    throw await withOtherFormat(format, options.files, error)
  })
  progress.clear()
  const cutShort = manifest.coverage.dropped === 0 ? [] : await cutShortOf(paths)
  const imported = { manifest, skipped, cutShort, seconds: (performance.now() - startedAt) / 1_000 }
  printText(flags.json === true ? `${jsonOf(imported)}\n` : textOf(imported, flags))
  return ExitCode.DONE
}

/** Adds to the error of a recording that one of its files looks like another format than the named one. */
async function withOtherFormat(named: string, files: readonly string[], error: unknown): Promise<unknown> {
  if (!(error instanceof RecordingError) || !formatNames().includes(named)) return error
  for (const file of files) {
    const found = await formatOf(file).catch(() => null)
    if (found === null || found.name === named) continue
    return new RecordingError(`${error.message}; ${file} looks like ${found.name}: name that format, or auto`)
  }
  return error
}

/** A file that was cut short almost always ends within a line, which is dropped: without a dropped line no file is read again. */
async function cutShortOf(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of paths) if (path.endsWith('.gz') && (await isCutShort(path))) found.push(path)
  return found
}

interface Imported {
  readonly manifest: Manifest
  readonly skipped: readonly UnknownFile[]
  /** Gzip files that end too early. */
  readonly cutShort: readonly string[]
  readonly seconds: number
}

const rate = ({ coverage }: Manifest, seconds: number): number => Math.round(coverage.events / Math.max(seconds, 1e-3))
const iso = (time: Timestamp | null): string | null => (time === null ? null : Timestamp.iso(time))

function jsonOf({ manifest, skipped, cutShort, seconds }: Imported): string {
  const { coverage, markets, format, references, joining, quoted, netted, feesUnknown, clocks, fingerprint } = manifest
  const gaps = coverage.gaps.map(({ from, to, market }) => ({ from: iso(from), to: iso(to), market }))
  return JSON.stringify({
    events: coverage.events,
    markets: markets.length,
    seconds: Math.round(seconds * 1_000) / 1_000,
    eventsPerSecond: rate(manifest, seconds),
    coverage: { ...coverage, from: iso(coverage.from), to: iso(coverage.to), gaps },
    format,
    references,
    joining,
    quoted,
    netted,
    feesUnknown,
    clocks,
    skipped,
    cutShort,
    fingerprint,
  })
}

function textOf({ manifest, skipped, cutShort, seconds }: Imported, { out, journal }: ImportFlags): string {
  const { coverage, markets, references, joining, quoted, netted, feesUnknown, clocks, format } = manifest
  const { events, trades, printsPaired, dropped, duplicates, repaired, clamped, crossed, ignored, gaps } = coverage
  const paired =
    printsPaired === null ? 'no prints' : `${trades} prints, ${(printsPaired * 100).toFixed(1)} % with their decrease`
  const lines = [
    `${out}: ${counted(events, 'event')} of ${counted(markets.length, 'market')} (${format}) in ${seconds.toFixed(1)} s, ${rate(manifest, seconds)} a second`,
    `${iso(coverage.from) ?? '-'} to ${iso(coverage.to) ?? '-'}, ${gaps.length} gaps, ${paired}`,
    `${dropped} lines dropped, ${duplicates} told twice, ${repaired} repaired, ${ignored} ignored, ${clamped} venue times moved, ${crossed} crossed books`,
    `venue clock ${clockText(clocks)}`,
    ...skipped.map(({ why }) => `skipped ${why}`),
    ...cutShort.map(path => `${path} is cut short: its compressed data end too early, so what followed is missing`),
    ...(joining.length > 0 ? [`${counted(joining.length, 'market')} joined while it was recorded`] : []),
    ...(references.length > 0 ? [`${references.length} markets are a reference only: nothing is filled against them`] : []),
    ...(feesUnknown.length > 0
      ? [`the fees of ${counted(feesUnknown.length, 'market')} are not known: a backtest's config names them`]
      : []),
    ...(netted.length > 0 ? [`the recorder's own orders were taken out of ${counted(netted.length, 'market')}`] : []),
    ...(journal !== undefined && netted.length === 0
      ? [`no order of ${journal} was found in these books, so none was taken out: name the run that quoted at the same time`]
      : []),
    ...(quoted.length > 0 ? [`${counted(quoted.length, 'market')} may contain orders of the recorder itself`] : []),
  ]
  return `${lines.join('\n')}\n`
}

const DATA = /\.(?:ndjson|jsonl|csv)(?:\.gz)?$/

/**
 * The files of a path: the file itself; for a run's folder, the first part of its input log, which leads to the others; for any other folder, all
 * market data in it and its subfolders, sorted by name. Throws an `ExitError` of code 2 if there are none.
 */
export function dataFiles(path: string): readonly string[] {
  if (!existsSync(path)) throw new ExitError(ExitCode.USAGE, `there is no file ${path}`)
  if (!statSync(path).isDirectory()) return [path]
  const first = oldestPart(join(path, INPUT_LOG))
  if (first !== null) return [first]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(name => DATA.test(name))
  if (names.length > 0) return names.toSorted().map(name => join(path, name))
  throw new ExitError(
    ExitCode.USAGE,
    `${path} holds no market data: expected files that end with .ndjson, .jsonl or .csv, plain or with .gz`,
  )
}
