import type { Halt } from '../model/halt.js'
import type { Limits } from '../model/limits.js'
import { Wei } from '../model/money.js'
import type { DeskState } from './desk-state.js'

const DAY = 86_400_000_000

/** The UTC day of a wall time, as a count of days. */
export const dayOf = (wall: number): number => Math.floor(wall / DAY)

/** The profits and the equity that loss limits compare with: the only writer of `marks` and `startEquity`. */
export class LossMarks {
  readonly #state: Pick<DeskState, 'marks' | 'startEquity' | 'adjusted'>

  constructor(state: Pick<DeskState, 'marks' | 'startEquity' | 'adjusted'>) {
    this.#state = state
  }

  /** The next mark sets peak, start of the day and start equity. */
  restart(): void {
    this.#state.marks = this.#state.startEquity = null
  }

  /** A run that begins on another day than the last mark uses its own equity. */
  beginRun(wall: number): void {
    if (this.#state.marks?.day !== dayOf(wall)) this.#state.startEquity = null
  }

  /** Records profit for the day's start and the peak, and returns the loss limit that it exceeds. The day is UTC, by the wall clock. */
  mark(profit: Wei, wall: number, limits: Limits): Halt | null {
    const state = this.#state
    const day = dayOf(wall)
    state.marks ??= { peak: profit, day, dayStart: profit }
    if (state.marks.day !== day) state.marks = { ...state.marks, day, dayStart: profit }
    const { marks } = state
    marks.peak = Wei.max(marks.peak, profit)
    const equity = Wei.add(profit, state.adjusted)
    // Percentages need a positive equity.
    if (equity > 0n) state.startEquity ??= equity
    const ofDay = Wei.toNumber(Wei.sub(marks.dayStart, profit))
    const ofPeak = Wei.toNumber(Wei.sub(marks.peak, profit))
    const start = state.startEquity === null ? 0 : Wei.toNumber(state.startEquity)
    return (
      passed('lossPerDayMaxUsdt', limits.lossPerDayMaxUsdt, ofDay) ??
      passed('drawdownMaxUsdt', limits.drawdownMaxUsdt, ofPeak) ??
      passedPercent('lossPerDayMaxPercent', limits.lossPerDayMaxPercent, { lost: ofDay, start }) ??
      passedPercent('drawdownMaxPercent', limits.drawdownMaxPercent, { lost: ofPeak, start })
    )
  }
}

const passed = (rule: keyof Limits, limit: number | null, found: number): Halt | null =>
  limit !== null && found > limit ? { rule, limit, found } : null

function passedPercent(
  rule: keyof Limits,
  limit: number | null,
  { lost, start }: { readonly lost: number; readonly start: number },
): Halt | null {
  if (limit === null || start === 0 || lost <= (start * limit) / 100) return null
  // Rounded up, so that the value found never reads like the limit.
  const found = Math.ceil((10_000 * lost) / start) / 100
  return { rule, limit, found, note: `${lost.toFixed(2)} USDT lost of ${start.toFixed(2)} USDT equity at the start` }
}
