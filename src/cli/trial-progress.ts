import { duration, money } from '../../backtest/report/format.js'
import type { TrialRow } from '../../backtest/sweep/trial-table.js'
import { progressLine } from './progress-line.js'

/** Follows trials for a person: how many, how fast, how long still, and the best so far. */
export interface TrialProgress {
  say(text: string): void
  /** Begins to count trials; `what` stands before the counts. */
  begin(what: string, trials: number): (done: number, best: TrialRow | null) => void
  clear(): void
}

/** A line on the terminal; silent where there is none. */
export function trialProgress(): TrialProgress {
  const line = progressLine()
  return {
    say: line.say,
    clear: line.clear,
    begin: (what, trials) => {
      const startedAt = performance.now()
      line.say(`${what}: ${trials} trials`)
      return (done, best) => {
        const seconds = (performance.now() - startedAt) / 1_000
        const left = ((trials - done) * seconds) / done
        const found = best === null ? '' : `, best ${money(Number(best.result.profit.total))}`
        line.say(
          `${what}: ${done} of ${trials} trials, ${(done / seconds).toFixed(1)} a second, about ${duration(left)} left${found}`,
        )
      }
    },
  }
}
