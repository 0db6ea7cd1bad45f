import { duration, money } from '../../../backtest/report/format.js'
import { progressLine } from '../screen/progress-line.js'
import type { Follow } from './run-trials.js'

/** Follows trials for a person: how many, how fast, how long still, and the best so far. */
export interface TrialProgress {
  say(text: string): void
  /** Begins to count trials; `what` stands before the counts. */
  begin(what: string, trials: number): ReturnType<Follow>
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
      return ({ done, known, best }) => {
        const seconds = (performance.now() - startedAt) / 1_000
        const left = ((trials - known - done) * seconds) / done
        const found = best === null ? '' : `, best ${money(Number(best.result.profit.total))}`
        line.say(
          `${what}: ${known + done} of ${trials} trials, ${(done / seconds).toFixed(1)} a second, about ${duration(left)} left${found}`,
        )
      }
    },
  }
}
