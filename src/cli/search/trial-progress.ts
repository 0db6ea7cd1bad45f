import { duration, money } from '../../../backtest/report/format.js'
import { counted } from '../../model/counted.js'
import { progressLine } from '../screen/progress-line.js'
import type { Follow } from './run-trials.js'

/** Shows the progress of trials: number, speed, remaining time, and the best so far. */
export interface TrialProgress {
  say(text: string): void
  /** Starts counting trials; `what` is printed before the counts. */
  begin(what: string, trials: number): ReturnType<Follow>
  clear(): void
}

/** Prints a line on the terminal, if there is one. */
export function trialProgress(): TrialProgress {
  const line = progressLine()
  return {
    say: line.say,
    clear: line.clear,
    begin: (what, trials) => {
      const startedAt = performance.now()
      line.say(`${what}: ${counted(trials, 'trial')}`)
      return ({ done, known, best }) => {
        const seconds = (performance.now() - startedAt) / 1_000
        const left = ((trials - known - done) * seconds) / done
        const found = best === null ? '' : `, best ${money(Number(best.result.profit.total))}`
        line.say(
          `${what}: ${known + done} of ${counted(trials, 'trial')}, ${(done / seconds).toFixed(1)} a second, about ${duration(left)} left${found}`,
        )
      }
    },
  }
}
