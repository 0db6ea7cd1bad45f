import type { Control } from '../model/batch.js'
import type { Halt } from '../model/halt.js'
import type { Timestamp } from '../model/time.js'
import type { Limits } from './desk-options.js'
import type { DeskState } from './desk-state.js'
import type { LossMarks } from './loss-marks.js'
import type { SettlementLog } from './settlement-log.js'
import type { Stops } from './stops.js'

const LOSS_RULES: ReadonlySet<string> = new Set<keyof Limits>([
  'lossPerDayMaxUsdt',
  'lossPerDayMaxPercent',
  'drawdownMaxUsdt',
  'drawdownMaxPercent',
])

/** What begins again with a resume. */
interface Resumed {
  readonly marks: LossMarks
  readonly settlements: SettlementLog
  readonly stops: Stops
}

/** Whether the desk is halted or paused: the only writer of `halt` and `isPaused`. */
export class Latch {
  readonly #state: Pick<DeskState, 'halt' | 'isPaused'>
  readonly #parts: Resumed

  constructor(state: Pick<DeskState, 'halt' | 'isPaused'>, parts: Resumed) {
    this.#state = state
    this.#parts = parts
  }

  control({ what, who, at }: Control): void {
    // A fault stops one market's strategy, which is no state of the desk: the next run makes a new one.
    if (what === 'fault') return
    if (what === 'resume') return this.#resume()
    if (what === 'halt') this.halt({ rule: `asked by ${who}`, limit: 0, found: 0 }, at)
    else this.#state.isPaused = true
  }

  /** The first reason stands until it is cleared. */
  halt({ rule, limit, found, note }: Halt, at: Timestamp): void {
    this.#state.halt ??= { rule, limit, found, ...(note !== undefined && { note }), at }
  }

  /**
   * Clears the halt and the pause. After a halt by a limit of loss the next mark sets peak and start of the day again, because the loss that
   * halted would halt again at once: with `drawdownMaxUsdt` 50 a wallet falls from +80 to +25 and halts (found 55); it is resumed at +25,
   * which is now the peak, and halts next below -25. Limits in per cent then go by the equity of that mark. A halt by failed settlements
   * empties their window. Sides that are stopped by their markout may trade again. Any other resume leaves all of them, so that no restart forgets a loss.
   */
  #resume(): void {
    const rule = this.#state.halt?.rule
    if (rule !== undefined && LOSS_RULES.has(rule)) this.#parts.marks.restart()
    if (rule === 'settlementFailPercentMax') this.#parts.settlements.restartWindow()
    this.#parts.stops.lift()
    this.#state.halt = null
    this.#state.isPaused = false
  }
}
