import type { DeskClock } from './desk-clock.js'
import type { Limits, SumLimits } from './desk-options.js'
import type { Ledger } from './ledger.js'
import { HELD_LOSSES, worstLosses } from './losses.js'
import { Scope, type ScopeReads } from './scope.js'
import type { Slot } from './slot.js'
import type { ScopeStance } from './stance.js'

const NO_LIMITS: SumLimits = { positionMaxUsdt: null, openNotionalMaxUsdt: null, worstCaseLossMaxUsdt: null }
const NONE: readonly ScopeStance[] = Object.freeze([])

/** The limits that several markets have together: of a strategy, a neg-risk group, and the account. */
export class Scopes {
  readonly #all: Scope
  readonly #strategies = new Map<number, Scope>()
  readonly #account: SumLimits | null
  readonly #group: SumLimits | null
  readonly #reads: ScopeReads
  /** The same of what is held alone. */
  readonly #held: ScopeReads

  constructor(limits: Limits, ledger: Ledger, clock: Readonly<DeskClock>) {
    const { group, strategies = [] } = limits
    // The collateral of all markets together is limited by the field beside.
    const account: SumLimits = { ...NO_LIMITS, ...limits.account }
    const countsVoid = group?.countsVoid ?? true
    this.#account = isAny(account) ? account : null
    this.#group =
      group === undefined || group.worstCaseLossMaxUsdt === null
        ? null
        : { ...NO_LIMITS, worstCaseLossMaxUsdt: group.worstCaseLossMaxUsdt }
    this.#all = new Scope({ whose: 'account', name: 'all markets', limits: account, countsVoid })
    strategies.forEach((own, at) => {
      if (isAny(own)) this.#strategies.set(at, new Scope({ whose: 'strategy', name: own.name, limits: own, countsVoid }))
    })
    this.#reads = { ledger, losses: worstLosses(clock), sizeOf: group => this.#all.sizeOf(group) }
    this.#held = { ...this.#reads, losses: HELD_LOSSES }
  }

  /** Whether there are any. Without one no market is looked at for another. */
  get isLimited(): boolean {
    return this.#account !== null || this.#group !== null || this.#strategies.size > 0
  }

  join(slot: Slot): void {
    if (!this.isLimited) return
    this.#all.join(slot)
    this.#ofStrategy(slot)?.join(slot)
  }

  /** The desk has forgotten a market; what is held of it still counts. */
  leave(slot: Slot): void {
    if (!this.isLimited) return
    this.#all.leave(slot)
    this.#ofStrategy(slot)?.leave(slot)
  }

  /** Where all scopes of a market stand before an order in it: the narrowest first. */
  stand(slot: Slot): readonly ScopeStance[] {
    return this.isLimited ? this.#stand(slot, this.#reads) : NONE
  }

  /** The same of what is held alone, without any order. */
  standHeld(slot: Slot): readonly ScopeStance[] {
    return this.isLimited ? this.#stand(slot, this.#held) : NONE
  }

  #stand(slot: Slot, reads: ScopeReads): readonly ScopeStance[] {
    const stances: ScopeStance[] = []
    const strategy = this.#ofStrategy(slot)
    if (strategy !== undefined) stances.push(strategy.stand(slot, reads))
    const group = this.#group === null ? null : this.#all.standOfGroup(slot, this.#group, reads)
    if (group !== null) stances.push(group)
    if (this.#account !== null) stances.push(this.#all.stand(slot, reads))
    return stances
  }

  #ofStrategy({ assignment }: Slot): Scope | undefined {
    return assignment?.stanza === undefined ? undefined : this.#strategies.get(assignment.stanza)
  }
}

const isAny = ({ positionMaxUsdt, openNotionalMaxUsdt, worstCaseLossMaxUsdt }: SumLimits): boolean =>
  positionMaxUsdt !== null || openNotionalMaxUsdt !== null || worstCaseLossMaxUsdt !== null
