import type { Limits, SumLimits } from '../model/limits.js'
import type { DeskClock } from './desk-clock.js'
import type { Ledger } from './ledger.js'
import { HELD_LOSSES, worstLosses } from './losses.js'
import type { SharedRisk } from './risk-look.js'
import { isAny, Scope, type ScopeReads } from './scope.js'
import type { Slot } from './slot.js'
import type { ScopeStance } from './stance.js'

const NO_LIMITS: SumLimits = { positionMaxUsdt: null, openNotionalMaxUsdt: null, worstCaseLossMaxUsdt: null }
const NONE: readonly ScopeStance[] = Object.freeze([])

/** The limits that several markets share: of a strategy, a neg-risk group, and the account. */
export class Scopes {
  readonly #all: Scope
  readonly #strategies = new Map<number, Scope>()
  #account: SumLimits | null = null
  #group: SumLimits | null = null
  #hasStrategies = false
  readonly #reads: ScopeReads
  /** The same for held shares only. */
  readonly #held: ScopeReads

  constructor(limits: Limits, ledger: Ledger, clock: Readonly<DeskClock>) {
    const { group, strategies = [] } = limits
    const countsVoid = group?.countsVoid ?? true
    this.#all = new Scope({ whose: 'account', name: 'all markets', limits: NO_LIMITS, countsVoid })
    strategies.forEach((own, at) => {
      this.#strategies.set(at, new Scope({ whose: 'strategy', name: own.name, limits: own, countsVoid }))
    })
    this.limit(limits)
    this.#reads = { ledger, losses: worstLosses(clock), sizeOf: group => this.#all.sizeOf(group) }
    this.#held = { ...this.#reads, losses: HELD_LOSSES }
  }

  /** Applies changed limits. Whether a group can be voided is fixed when the desk is created. */
  limit({ account: own, group, strategies = [] }: Limits): void {
    // The collateral of all markets together has a limit of its own.
    const account: SumLimits = { ...NO_LIMITS, ...own }
    const worstCaseLossMaxUsdt = group?.worstCaseLossMaxUsdt ?? null
    this.#account = isAny(account) ? account : null
    this.#group = worstCaseLossMaxUsdt === null ? null : { ...NO_LIMITS, worstCaseLossMaxUsdt }
    this.#all.limit(account)
    this.#hasStrategies = false
    for (const [at, scope] of this.#strategies) {
      scope.limit(strategies[at] ?? NO_LIMITS)
      this.#hasStrategies ||= scope.isLimited
    }
  }

  /** Whether there are any. Without one, no market is looked at because of another. */
  get isLimited(): boolean {
    return this.#account !== null || this.#group !== null || this.#hasStrategies
  }

  join(slot: Slot): void {
    this.#all.join(slot)
    this.#ofStrategy(slot)?.join(slot)
  }

  /** The desk has forgotten a market; its held shares still count. */
  leave(slot: Slot): void {
    this.#all.leave(slot)
    this.#ofStrategy(slot)?.leave(slot)
  }

  /** The stances of all scopes of a market before an order in it: the narrowest first. */
  stand(slot: Slot): readonly ScopeStance[] {
    return this.isLimited ? this.#stand(slot, this.#reads) : NONE
  }

  /** The same for held shares only, without orders. */
  standHeld(slot: Slot): readonly ScopeStance[] {
    return this.isLimited ? this.#stand(slot, this.#held) : NONE
  }

  /** What markets have at risk together, for people. */
  look(): SharedRisk {
    return {
      groups: this.#all.groups(this.#reads),
      strategies: new Map([...this.#strategies].map(([place, scope]) => [place, scope.look(this.#reads)])),
      account: this.#all.look(this.#reads),
    }
  }

  #stand(slot: Slot, reads: ScopeReads): readonly ScopeStance[] {
    const stances: ScopeStance[] = []
    const strategy = this.#ofStrategy(slot)
    if (strategy?.isLimited === true) stances.push(strategy.stand(slot, reads))
    const group = this.#group === null ? null : this.#all.standOfGroup(slot, this.#group, reads)
    if (group !== null) stances.push(group)
    if (this.#account !== null) stances.push(this.#all.stand(slot, reads))
    return stances
  }

  #ofStrategy({ assignment }: Slot): Scope | undefined {
    return assignment?.stanza === undefined ? undefined : this.#strategies.get(assignment.stanza)
  }
}
