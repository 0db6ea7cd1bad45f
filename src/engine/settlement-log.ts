import type { DeskState } from './desk-state.js'
import { FAILED, SETTLED, SETTLEMENTS_KEPT } from './settlement-gate.js'

/** Counts the settlement results of matched fills. */
export class SettlementLog {
  readonly #counts: DeskState['settlement']

  constructor({ settlement }: Pick<DeskState, 'settlement'>) {
    this.#counts = settlement
  }

  close(kind: 'settled' | 'failed'): void {
    const counts = this.#counts
    counts[kind]++
    counts.recent += kind === 'failed' ? FAILED : SETTLED
    // Cutting a string copies it, so twice as much is kept between two cuts.
    if (counts.recent.length > 2 * SETTLEMENTS_KEPT) counts.recent = recentOf(counts)
  }

  /** Counts a failed fill by the move of its mark since the match; positive: in our favour. */
  failure(moved: number): void {
    if (moved > 0) this.#counts.failedWinning++
    else if (moved < 0) this.#counts.failedLosing++
  }

  /** Empties the window of the gate; the sums stay. */
  restartWindow(): void {
    this.#counts.recent = ''
  }
}

/** The recent results. */
export const recentOf = ({ recent }: DeskState['settlement']): string => recent.slice(-SETTLEMENTS_KEPT)
