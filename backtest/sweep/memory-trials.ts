import type { TrialRow, TrialTable } from './trial-table.js'

/** A table of trials that is in no file. */
export function memoryTrials(): TrialTable {
  const rows = new Map<string, TrialRow>()
  return {
    get: key => rows.get(key),
    add: row => void rows.set(row.key, row),
    tries: question => [...rows.values()].filter(row => row.question === question).length,
    close: () => undefined,
  }
}
