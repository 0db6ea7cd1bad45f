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

/** Folders of results, with the kind of results in each. */
const PLACES = { runs: 'run', backtests: 'backtest', sweeps: 'sweep', walks: 'walk-forward' } as const
const DEPTH_MAX = 2
const RESULTS_MAX = 500
/** The size limit for a summary; that of a run in a thousand markets is well below this. */
const SUMMARY_MAX = 4_000_000
export const REPORT = 'report.html'
const SUMMARY = 'summary.json'

/** Finished results under a working folder, newest first. A run in progress has no summary yet and is left out. */
export function finishedResults(home: string): readonly FinishedResult[] {
  const found = Object.entries(PLACES).flatMap(([place, kind]) => under(home, [place], kind, DEPTH_MAX))
  return found.toSorted((a, b) => b.at - a.at).slice(0, RESULTS_MAX)
}

/** The folder of a result by its id; null: the list has no such id, so an id can never be an arbitrary path. */
export function folderOf(home: string, id: string): string | null {
  return finishedResults(home).some(result => result.id === id) ? join(home, id) : null
}

/** What a result's summary says. Throws if the summary cannot be read. */
export const summaryOf = (folder: string): unknown => JSON.parse(readFileSync(join(folder, SUMMARY), 'utf8'))

function under(home: string, path: readonly string[], kind: FinishedResult['kind'], depth: number): readonly FinishedResult[] {
  const folder = join(home, ...path)
  const own = resultIn(folder, path, kind)
  if (own !== null) return [own]
  return depth === 0 ? [] : foldersIn(folder).flatMap(name => under(home, [...path, name], kind, depth - 1))
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

function resultIn(folder: string, path: readonly string[], kind: FinishedResult['kind']): FinishedResult | null {
  const [report, summary] = [join(folder, REPORT), join(folder, SUMMARY)]
  const hasReport = existsSync(report)
  if (!hasReport && !existsSync(summary)) return null
  const { mtimeMs } = statSync(hasReport ? report : summary)
  const name = path.slice(1).join('/') || path.join('/')
  return { id: path.join('/'), kind, name, at: Math.round(mtimeMs * 1_000), hasReport, text: shortText(summary) }
}

/** For a run, its profit and fills; for a backtest, the profit by fill model. */
function shortText(file: string): string {
  try {
    if (statSync(file).size > SUMMARY_MAX) return ''
    const { pnl, fills, seconds } = JSON.parse(readFileSync(file, 'utf8')) as Summary
    if (pnl === undefined) return ''
    if (typeof pnl.total === 'string')
      return `profit ${rounded(pnl.total)}, ${counted(Number(fills), 'fill')}, ${seconds?.toFixed(0)} s`
    return Object.entries(pnl)
      .map(([model, parts]) => `${model} ${rounded((parts as { total: string }).total)}`)
      .join(', ')
  } catch {
    // Without a readable summary, or with one of another version, only name and time are shown.
    return ''
  }
}

/** The fields of a summary that are read here: a run has one profit, a backtest one for each fill model. */
interface Summary {
  readonly pnl?: { readonly total?: string; readonly [model: string]: unknown }
  readonly fills?: unknown
  readonly seconds?: number
}

const rounded = (amount: string): string => new Decimal(amount).toFixed(2)
