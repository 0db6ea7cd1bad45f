import { isSameClosing } from '../model/closing.js'
import type { ControlScope, Pause } from '../model/control-scope.js'
import type { DeskState } from './desk-state.js'

/** Pauses by a person, kept until a person resumes, also over restarts. The only writer of `pauses`. */
export class Pauses {
  readonly #state: Pick<DeskState, 'pauses'>

  constructor(state: Pick<DeskState, 'pauses'>) {
    this.#state = state
  }

  /** The pause that applies to a market with this strategy: one in which nothing is placed before one that closes, then the widest. null: none. */
  of(market: string, strategy: string): Pause | null {
    const all = this.#state.pauses
    if (all === undefined || all.size === 0) return null
    const found = [all.get('all'), all.get(`strategy:${strategy}`), all.get(`market:${market}`)].filter(
      each => each !== undefined,
    )
    return found.find(({ closing }) => closing === undefined) ?? found[0] ?? null
  }

  /** Whether nothing is placed in any market. */
  get isAll(): boolean {
    const pause = this.#state.pauses?.get('all')
    return pause !== undefined && pause.closing === undefined
  }

  /** The first pause of a scope is kept until it is lifted, or until one of another kind replaces it. */
  pause(scope: ControlScope, { who, at, closing }: Pause): void {
    const all = (this.#state.pauses ??= new Map())
    const known = all.get(scope)
    if (known === undefined || !isSameClosing(known.closing ?? null, closing ?? null))
      all.set(scope, { who, at, ...(closing !== undefined && { closing: { crossTicks: closing.crossTicks } }) })
  }

  /** Lifts one pause; `all` lifts every one. */
  lift(scope: ControlScope): void {
    if (scope === 'all') this.#state.pauses?.clear()
    else this.#state.pauses?.delete(scope)
  }
}
