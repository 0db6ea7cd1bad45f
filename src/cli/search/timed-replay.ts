import type { BacktestResult } from '../../../backtest/result.js'
import type { Backtest } from '../../../backtest/run.js'
import type { Chunk } from '../../recording/columns/recording.js'

/** A backtest that measures its replay time, without the time it waits between chunks. */
export class TimedReplay {
  readonly #backtest: Backtest
  #spentNs = 0

  constructor(backtest: Backtest) {
    this.#backtest = backtest
  }

  /** Replay time so far. */
  get seconds(): number {
    return this.#spentNs / 1e9
  }

  add(chunk: Chunk): void {
    this.#timed(() => this.#backtest.add(chunk))
  }

  finish(): BacktestResult {
    return this.#timed(() => this.#backtest.finish())
  }

  #timed<T>(work: () => T): T {
    // Loading `performance` would take ten milliseconds.
    const startedAt = process.hrtime.bigint()
    const answer = work()
    this.#spentNs += Number(process.hrtime.bigint() - startedAt)
    return answer
  }
}
