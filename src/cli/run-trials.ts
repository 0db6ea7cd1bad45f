import { type Doubt, doubtOf } from '../../backtest/sweep/doubt.js'
import { type RankedTrial, rankTrials } from '../../backtest/sweep/rank.js'
import type { SharedRecording } from '../../backtest/sweep/shared-recording.js'
import type { TrialRow, TrialTable } from '../../backtest/sweep/trial-table.js'
import { questionOf } from './trial-key.js'
import type { TrialPool } from './trial-pool.js'
import { type TrialSource, trialTask } from './trial-task.js'

type Parameters = TrialRow['parameters']

/** What a search stands on. */
export interface Search extends TrialSource {
  readonly pool: TrialPool
  readonly table: TrialTable
}

/** What is tried over what. */
export interface Trials {
  readonly recording: SharedRecording
  /** Indexes of the markets to quote; null: those of the config. */
  readonly quoted: readonly number[] | null
  readonly points: readonly Parameters[]
  /** Called with how many are to be run; what it answers is called as they end, with how many did and the best so far. */
  readonly follow: (missing: number) => (done: number, best: TrialRow) => void
}

/** What a search found. */
export interface Found {
  readonly ranked: readonly RankedTrial[]
  readonly doubt: Doubt | null
  /** How many were in the table already. */
  readonly known: number
}

/** Runs the trials that are not in the table yet and ranks them all. What comes out depends on neither threads nor on how often it was interrupted. */
export async function runTrials(search: Search, trials: Trials): Promise<Found> {
  const { table, pool, setup } = search
  const question = questionOf(setup, trials.recording)
  const tasks = trials.points.map(parameters => trialTask(search, { ...trials, parameters }))
  const missing = tasks.filter(({ key }) => table.get(key) === undefined)
  const follow = trials.follow(missing.length)
  let best: TrialRow | null = null
  let done = 0
  await pool.run(missing, ({ key, parameters }, result) => {
    const row = { key, question, parameters, result }
    table.add(row)
    done++
    if (best === null || Number(row.result.profit.total) > Number(best.result.profit.total)) best = row
    follow(done, best)
  })
  const rows = tasks.flatMap(({ key, parameters }) => {
    const row = table.get(key)
    return row === undefined ? [] : [{ ...row, parameters }]
  })
  const ranked = rankTrials(rows, setup.config.sweep.rankBy)
  return { ranked, doubt: doubtOf(ranked, Math.max(rows.length, table.tries(question))), known: tasks.length - missing.length }
}
