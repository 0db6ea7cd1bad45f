import { type Doubt, doubtOf } from '../../backtest/sweep/doubt.js'
import { type RankedTrial, rankTrials } from '../../backtest/sweep/rank.js'
import type { SharedRecording } from '../../backtest/sweep/shared-recording.js'
import type { FailedTrial } from '../../backtest/sweep/trial.js'
import type { TrialRow, TrialTable } from '../../backtest/sweep/trial-table.js'
import { reasonOf } from './exit.js'
import { questionOf } from './trial-key.js'
import type { TrialPool } from './trial-pool.js'
import { type TrialSource, trialTask } from './trial-task.js'
import type { TrialTask } from './trial-worker.js'

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
  readonly follow: (missing: number) => (done: number, best: TrialRow | null) => void
}

/** What a search found. */
export interface Found {
  readonly ranked: readonly RankedTrial[]
  /** Not ranked, and not in the table: the next start tries them again. */
  readonly failed: readonly FailedTrial[]
  readonly doubt: Doubt | null
  /** How many were in the table already. */
  readonly known: number
}

/** Runs the trials that are not in the table yet and ranks them all. What comes out depends on neither threads nor on how often it was interrupted. */
export async function runTrials(search: Search, trials: Trials): Promise<Found> {
  const { table, setup } = search
  const question = questionOf(setup, trials.recording)
  const { tasks, refused } = tasksOf(search, trials)
  const missing = tasks.filter(({ task }) => table.get(task.key) === undefined)
  const failed = await runMissing(search, { missing, question, follow: trials.follow(missing.length) })
  const rows = tasks.flatMap(({ number, task: { key, parameters } }) => {
    const row = table.get(key)
    return row === undefined ? [] : [{ ...row, parameters, number }]
  })
  const ranked = rankTrials(rows, setup.config.sweep.rankBy)
  return {
    ranked,
    failed: [...refused, ...failed].toSorted((a, b) => a.number - b.number),
    doubt: doubtOf(ranked, Math.max(rows.length, table.tries(question))),
    known: tasks.length - missing.length,
  }
}

interface NumberedTask {
  /** From 1, in the order of the space. */
  readonly number: number
  readonly task: TrialTask
}

/** A schema's own rules may throw, as a strategy may. */
function tasksOf(
  search: Search,
  { points, ...data }: Trials,
): { readonly tasks: readonly NumberedTask[]; readonly refused: readonly FailedTrial[] } {
  const tasks: NumberedTask[] = []
  const refused: FailedTrial[] = []
  for (const [at, parameters] of points.entries()) {
    const number = at + 1
    try {
      tasks.push({ number, task: trialTask(search, { ...data, parameters }) })
    } catch (error) {
      refused.push({ number, parameters, message: reasonOf(error) })
    }
  }
  return { tasks, refused }
}

interface Missing {
  readonly missing: readonly NumberedTask[]
  readonly question: string
  readonly follow: ReturnType<Trials['follow']>
}

/** Writes down each result as it comes. Answers what failed. */
async function runMissing({ pool, table }: Search, { missing, question, follow }: Missing): Promise<readonly FailedTrial[]> {
  const numbers = new Map(missing.map(({ number, task }) => [task.key, number]))
  const failed: FailedTrial[] = []
  let best: TrialRow | null = null
  let done = 0
  const tasks = missing.map(({ task }) => task)
  await pool.run(tasks, ({ key, parameters }, outcome) => {
    if (outcome.kind === 'failed') failed.push({ number: numbers.get(key) ?? 0, parameters, message: outcome.message })
    else {
      const row = { key, question, parameters, result: outcome.result }
      table.add(row)
      best = better(row, best)
    }
    follow(++done, best)
  })
  return failed
}

const better = (row: TrialRow, best: TrialRow | null): TrialRow =>
  best === null || Number(row.result.profit.total) > Number(best.result.profit.total) ? row : best
