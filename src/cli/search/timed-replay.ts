import type { BacktestResult } from '../../../backtest/result.js'
import type { Backtest } from '../../../backtest/run.js'
import type { Chunk } from '../../recording/columns/recording.js'

/** A backtest whose clock runs for the replay alone; what is waited for between two chunks is not part of it. */
export class TimedReplay {
  readonly #backtest: Backtest
  #spentNs = 0

  constructor(backtest: Backtest) {
    this.#backtest = backtest
  }

  /** How long it has replayed so far. */
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
    // `performance` loads a module of ten milliseconds.
    const startedAt = process.hrtime.bigint()
    const answer = work()
    this.#spentNs += Number(process.hrtime.bigint() - startedAt)
    return answer
  }
}
