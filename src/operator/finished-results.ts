import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Decimal } from 'decimal.js'
import { counted } from '../model/counted.js'

/** A finished run, or the result of a backtest, a sweep or a walk-forward. */
export interface FinishedResult {
  /** Its folder relative to the daemon's working folder, such as `runs/20260101-120000`. */
  readonly id: string
  readonly kind: 'run' | 'backtest' | 'sweep' | 'walk-forward'
  readonly name: string
  /** When it was written, in microseconds. */
  readonly at: number
  readonly hasReport: boolean
  /** Its outcome in short; empty: unknown. */
  readonly text: string
}

/** The files of a result in its folder. */
interface ResultFiles {
  readonly kind: FinishedResult['kind']
  readonly report: string
  readonly summary: string
}

/** Folders of results. Beside runs, the files in a folder say what it holds: a sweep has backtests of its best trials below it. */
const PLACES = ['runs', 'backtests', 'sweeps', 'walks']
const RUN: ResultFiles = { kind: 'run', report: 'report.html', summary: 'summary.json' }
const OTHERS: readonly ResultFiles[] = [
  { ...RUN, kind: 'backtest' },
  { kind: 'sweep', report: 'sweep.html', summary: 'sweep.json' },
  { kind: 'walk-forward', report: 'walk-forward.html', summary: 'walk-forward.json' },
]
const DEPTH_MAX = 2
const RESULTS_MAX = 500
/** The size limit for a summary; that of a run in a thousand markets is well below this. */
const SUMMARY_MAX = 4_000_000

/** Finished results under a working folder, newest first. A run in progress has no summary yet and is left out. */
export function finishedResults(home: string): readonly FinishedResult[] {
  const found = PLACES.flatMap(place => under(home, [place], DEPTH_MAX))
  return found.toSorted((a, b) => b.at - a.at).slice(0, RESULTS_MAX)
}

/** The report of a result by its id; null: it has none, or the list has no such id, so an id can never be an arbitrary path. */
export function reportOf(home: string, id: string): string | null {
  const result = finishedResults(home).find(each => each.id === id)
  return result?.hasReport === true ? join(home, id, filesOf(result).report) : null
}

/** What the summary of a result says; null: the list has no such id. Throws if the summary cannot be read. */
export function summaryOf(home: string, id: string): unknown {
  const result = finishedResults(home).find(each => each.id === id)
  return result === undefined ? null : JSON.parse(readFileSync(join(home, id, filesOf(result).summary), 'utf8'))
}

const filesOf = ({ kind }: FinishedResult): ResultFiles => OTHERS.find(files => files.kind === kind) ?? RUN

function under(home: string, path: readonly string[], depth: number): readonly FinishedResult[] {
  const folder = join(home, ...path)
  const own = resultIn(folder, path)
  const below = depth === 0 ? [] : foldersIn(folder).flatMap(name => under(home, [...path, name], depth - 1))
  return own === null ? below : [own, ...below]
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(({ name }) => name)
  } catch {
    // The folder does not exist, so it has no results.
    return []
  }
}

function resultIn(folder: string, path: readonly string[]): FinishedResult | null {
  const has = (file: string): boolean => existsSync(join(folder, file))
  const files = (path[0] === 'runs' ? [RUN] : OTHERS).find(({ report, summary }) => has(report) || has(summary))
  if (files === undefined) return null
  const { kind } = files
  const [report, summary] = [join(folder, files.report), join(folder, files.summary)]
  const hasReport = existsSync(report)
  const { mtimeMs } = statSync(hasReport ? report : summary)
  const name = path.slice(1).join('/') || path.join('/')
  return { id: path.join('/'), kind, name, at: Math.round(mtimeMs * 1_000), hasReport, text: shortText(summary) }
}

/** The outcome by a summary; empty: it cannot be read, or is of another version. */
function shortText(file: string): string {
  try {
    return statSync(file).size > SUMMARY_MAX ? '' : outcomeOf(JSON.parse(readFileSync(file, 'utf8')) as Summary)
  } catch {
    return ''
  }
}

/** For a run, its profit and fills; for a backtest, the profit by fill model; for a search, what it found. */
function outcomeOf({ pnl, fills, seconds, bestProfit, trials, pooled }: Summary): string {
  if (pooled !== undefined) return `out of sample ${rounded(pooled.outOfSample)} over ${counted(pooled.events, 'event')}`
  if (bestProfit !== undefined) return `best profit ${rounded(bestProfit)} of ${counted(Number(trials), 'trial')}`
  if (pnl === undefined) return ''
  if (typeof pnl.total === 'string')
    return `profit ${rounded(pnl.total)}, ${counted(Number(fills), 'fill')}, ${seconds?.toFixed(0)} s`
  return Object.entries(pnl)
    .map(([model, parts]) => `${model} ${rounded((parts as { total: string }).total)}`)
    .join(', ')
}

/** The fields of a summary that are read here: a run has one profit, a backtest one for each fill model. */
interface Summary {
  readonly pnl?: { readonly total?: string; readonly [model: string]: unknown }
  readonly fills?: unknown
  readonly seconds?: number
  /** Of a sweep. */
  readonly bestProfit?: number
  readonly trials?: number
  /** Of a walk-forward. */
  readonly pooled?: { readonly outOfSample: string; readonly events: number }
}

const rounded = (amount: string | number): string => new Decimal(amount).toFixed(2)
