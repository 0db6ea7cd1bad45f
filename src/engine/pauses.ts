import type { ControlScope, Pause } from '../model/control-scope.js'
import type { DeskState } from './desk-state.js'

/** Pauses by a person, kept until a person resumes, also over restarts. The only writer of `pauses`. */
export class Pauses {
  readonly #state: Pick<DeskState, 'pauses'>

  constructor(state: Pick<DeskState, 'pauses'>) {
    this.#state = state
  }

  /** The pause that applies to a market with this strategy: the widest first. null: none. */
  of(market: string, strategy: string): Pause | null {
    const all = this.#state.pauses
    if (all === undefined || all.size === 0) return null
    return all.get('all') ?? all.get(`strategy:${strategy}`) ?? all.get(`market:${market}`) ?? null
  }

  get isAll(): boolean {
    return this.#state.pauses?.has('all') ?? false
  }

  /** The first pause of a scope is kept until it is lifted. */
  pause(scope: ControlScope, pause: Pause): void {
    const all = (this.#state.pauses ??= new Map())
    if (!all.has(scope)) all.set(scope, { who: pause.who, at: pause.at })
  }

  /** Lifts one pause; `all` lifts every one. */
  lift(scope: ControlScope): void {
    if (scope === 'all') this.#state.pauses?.clear()
    else this.#state.pauses?.delete(scope)
  }
}
