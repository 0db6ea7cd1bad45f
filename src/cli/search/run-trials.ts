import { type Doubt, doubtOf } from '../../../backtest/sweep/doubt.js'
import { hasEffect, type NumberedTrial, type RankedTrial, rankTrials, scoreOf } from '../../../backtest/sweep/rank.js'
import type { SharedRecording } from '../../../backtest/sweep/shared-recording.js'
import type { FailedTrial } from '../../../backtest/sweep/trial.js'
import type { TrialRow, TrialTable } from '../../../backtest/sweep/trial-table.js'
import { reasonOf } from '../../model/reason-of.js'
import type { SweepPoints } from './sweep-points.js'
import { questionOf } from './trial-key.js'
import type { TrialPool } from './trial-pool.js'
import type { TrialTask } from './trial-task.js'
import { type TrialSource, trialTask } from './trial-task.js'

type Parameters = TrialRow['parameters']

/** The parts of a search. */
export interface Search extends TrialSource {
  readonly pool: TrialPool
  readonly table: TrialTable
}

/** The parameters to try, and the recording. */
export interface Trials {
  readonly recording: SharedRecording
  /** Indexes of the markets to quote; null: those of the config. */
  readonly quoted: readonly number[] | null
  readonly points: Pick<SweepPoints, 'begin' | 'blind' | 'count'>
  readonly follow: Follow
}

/** The progress of a search. */
export interface Progress {
  /** Trials that this process has run. */
  readonly done: number
  /** Trials that were already in the table. */
  readonly known: number
  /** The best trial that this process has run; null: there is none yet. */
  readonly best: TrialRow | null
}

/** Called with the number of trials; the function that it returns is called when a trial ends. */
export type Follow = (trials: number) => (progress: Progress) => void

/** The result of a search. */
export interface Found {
  readonly ranked: readonly RankedTrial[]
  /** Not ranked, and not written into the table, so that the next start tries them again. */
  readonly failed: readonly FailedTrial[]
  readonly doubt: Doubt | null
  /** Number of trials that were already in the table. */
  readonly known: number
}

/** Runs the trials that are not in the table yet and ranks all of them. The result depends neither on threads nor on interruptions. */
export async function runTrials(search: Search, { points, follow, ...data }: Trials): Promise<Found> {
  const { table, setup } = search
  const { rankBy } = setup.config.sweep
  const run = new TrialRun(search, data, follow(points.count))
  const batches = points.begin()
  let scores: readonly (number | null)[] = []
  for (let step = batches.next(scores); step.done !== true; step = batches.next(scores)) {
    const rows = await run.batch(step.value)
    scores = rows.map(row => (row === null ? null : scoreOf(row.result, rankBy)))
  }
  const ranked = rankTrials(run.rows, rankBy)
  return {
    ranked,
    failed: run.failed.toSorted((a, b) => a.number - b.number),
    doubt: doubtOf(ranked, { tries: Math.max(run.rows.length, table.tries(run.question)), blind: points.blind }),
    known: run.known,
  }
}

interface NumberedTask {
  /** From 1, in the order of the space. */
  readonly number: number
  readonly task: TrialTask
}

/** The trials of a search so far. */
class TrialRun {
  readonly rows: NumberedTrial[] = []
  readonly failed: FailedTrial[] = []
  readonly question: string
  /** Number of trials that were already in the table. */
  known = 0
  readonly #search: Search
  readonly #data: TrialsData
  readonly #tell: ReturnType<Follow>
  #numbered = 0
  #done = 0
  #best: TrialRow | null = null

  constructor(search: Search, data: TrialsData, tell: ReturnType<Follow>) {
    this.#search = search
    this.#data = data
    this.#tell = tell
    this.question = questionOf(search.setup, data.recording)
  }

  /** Runs the trials that are not in the table. Returns the rows in the order of the points; null: that trial failed. */
  async batch(points: readonly Parameters[]): Promise<readonly (NumberedTrial | null)[]> {
    const { table } = this.#search
    const tasks = points.map(parameters => this.#taskOf(++this.#numbered, parameters))
    const missing = tasks.filter(each => each !== null).filter(({ task }) => table.get(task.key) === undefined)
    this.known += tasks.filter(each => each !== null).length - missing.length
    await this.#run(missing)
    const rows = tasks.map(each => this.#rowOf(each))
    this.rows.push(...rows.filter(row => row !== null))
    return rows
  }

  /** Null if the strategy's schema throws, as its own rules may. */
  #taskOf(number: number, parameters: Parameters): NumberedTask | null {
    try {
      return { number, task: trialTask(this.#search, { ...this.#data, parameters }) }
    } catch (error) {
      this.failed.push({ number, parameters, message: reasonOf(error) })
      return null
    }
  }

  #rowOf(each: NumberedTask | null): NumberedTrial | null {
    if (each === null) return null
    const { number, task } = each
    const row = this.#search.table.get(task.key)
    return row === undefined ? null : { ...row, parameters: task.parameters, number }
  }

  /** Writes each result when it arrives. */
  async #run(missing: readonly NumberedTask[]): Promise<void> {
    const numbers = new Map(missing.map(({ number, task }) => [task.key, number]))
    const tasks = missing.map(({ task }) => task)
    await this.#search.pool.run(tasks, ({ key, parameters }, outcome) => {
      if (outcome.kind === 'failed') this.failed.push({ number: numbers.get(key) ?? 0, parameters, message: outcome.message })
      else {
        const row = { key, question: this.question, parameters, result: outcome.result }
        this.#search.table.add(row)
        this.#best = better(row, this.#best)
      }
      this.#tell({ done: ++this.#done, known: this.known, best: this.#best })
    })
  }
}

type TrialsData = Pick<Trials, 'recording' | 'quoted'>

const better = (row: TrialRow, best: TrialRow | null): TrialRow | null =>
  hasEffect(row.result) && (best === null || Number(row.result.profit.total) > Number(best.result.profit.total)) ? row : best
