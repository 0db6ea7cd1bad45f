import type { Control } from '../model/batch.js'
import { BY_RESTING } from '../model/closing.js'
import type { ControlScope } from '../model/control-scope.js'
import { askedHalt, type Halt } from '../model/halt.js'
import { MarketId } from '../model/ids.js'
import type { Limits } from '../model/limits.js'
import type { Timestamp } from '../model/time.js'
import type { DeskState } from './desk-state.js'
import type { LossMarks } from './loss-marks.js'
import { Pauses } from './pauses.js'
import type { SettlementLog } from './settlement-log.js'
import type { Stops } from './stops.js'

const LOSS_RULES: ReadonlySet<string> = new Set<keyof Limits>([
  'lossPerDayMaxUsdt',
  'lossPerDayMaxPercent',
  'drawdownMaxUsdt',
  'drawdownMaxPercent',
])

/** What a resume resets. */
interface Resumed {
  readonly marks: LossMarks
  readonly settlements: SettlementLog
  readonly stops: Stops
}

/** Whether the desk is halted or paused: the only writer of `halt` and `isPaused`. */
export class Latch {
  readonly #state: Pick<DeskState, 'halt' | 'isPaused'>
  readonly #parts: Resumed
  readonly pauses: Pauses

  constructor(state: Pick<DeskState, 'halt' | 'isPaused' | 'pauses'>, parts: Resumed) {
    this.#state = state
    this.pauses = new Pauses(state)
    this.#parts = parts
  }

  control(control: Control): void {
    const { who, at } = control
    switch (control.what) {
      // Not part of the desk's state: the next run creates its strategies and settings again.
      case 'fault':
      case 'restart':
      case 'set':
        return
      case 'resume':
        return this.#lift(control.scope)
      case 'halt':
        return this.halt(control.why ?? askedHalt(who), at)
      case 'close':
        return this.pauses.pause(control.scope ?? 'all', { who, at, closing: control.closing ?? BY_RESTING })
      case 'pause':
      case 'cancel-all':
        if (control.scope === undefined) this.#state.isPaused = true
        else this.pauses.pause(control.scope, { who, at })
        return
      default:
        control satisfies never
    }
  }

  /** The first reason is kept until it is cleared. */
  halt({ rule, limit, found, note }: Halt, at: Timestamp): void {
    this.#state.halt ??= { rule, limit, found, ...(note !== undefined && { note }), at }
  }

  #lift(scope: ControlScope | undefined): void {
    if (scope !== undefined) this.pauses.lift(scope)
    if (scope?.startsWith('market:') === true) this.#parts.stops.liftOf(MarketId.of(scope.slice('market:'.length)))
    if (scope === undefined || scope === 'all') this.#resume()
  }

  /**
   * Clears the halt and this run's pause. After a halt by a loss limit, the next mark resets peak and start of the day, because the same loss would
   * halt again at once: with `drawdownMaxUsdt` 50 a wallet falls from +80 to +25 and halts (found 55); it is resumed at +25, which is the new peak,
   * and halts next below -25. Limits in per cent then refer to the equity of that mark. After a halt by failed settlements their window is emptied.
   * Sides stopped by their markout may trade again. Any other resume resets none of these, so that no restart forgets a loss.
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
