import type { Turn } from '../engine/news.js'
import type { Batch } from '../model/batch.js'
import type { JournalEntry } from '../model/journal-entry.js'
import type { Report } from '../model/report.js'
import { pluginFrame } from './plugin-frame.js'

/**
 * What a turn learned and decided, as journal entries: controls, reports, markets that joined and left, results, failed fills, refusals, faults, a
 * halt. Its commands follow when they are carried out. Left out are reports that concern only this run, and those without news.
 */
export function turnEntries(batch: Batch, turn: Turn): readonly JournalEntry[] {
  const { refusals, faults, failures, paid, joined, forgotten } = turn
  const decided = refusals.length + faults.length + failures.length + paid.length + joined.length + forgotten.length
  const count = batch.reports.length + batch.controls.length + decided
  if (count === 0 && turn.halt === null) return NONE
  const at = batch.now
  const entries: JournalEntry[] = batch.controls.map(control => ({ kind: 'control', at, control }))
  let repeated = 0
  for (const report of batch.reports) {
    // Repeats are in the batch's order.
    if (report === turn.repeats[repeated]) repeated++
    else if (!OF_THIS_RUN.has(report.kind)) entries.push({ kind: 'report', at, report })
  }
  for (const { id, index } of joined) entries.push({ kind: 'joined', at, market: { id, index } })
  for (const { market, yes } of paid) entries.push({ kind: 'result', at, market, yes })
  for (const market of forgotten) entries.push({ kind: 'left', at, market })
  for (const failure of failures) entries.push({ kind: 'failure', at, ...failure })
  for (const refusal of refusals) entries.push({ kind: 'refusal', at, refusal })
  for (const fault of faults) entries.push({ kind: 'fault', at, fault, where: pluginFrame(fault.stack) })
  if (turn.halt !== null) entries.push({ kind: 'halt', at, ...turn.halt })
  return entries
}

/** Reports about rate limits, clocks and the stream of this run. */
const OF_THIS_RUN: ReadonlySet<Report['kind']> = new Set(['rate', 'offset', 'heard'])

const NONE: readonly JournalEntry[] = []
