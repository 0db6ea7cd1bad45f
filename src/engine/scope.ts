import type { MarketId } from '../model/ids.js'
import type { SumLimits } from '../model/limits.js'
import { Bundle } from './bundle.js'
import type { Ledger } from './ledger.js'
import type { Losses } from './losses.js'
import type { Slot } from './slot.js'
import type { ScopeStance } from './stance.js'

interface ScopeParts extends Pick<ScopeStance, 'whose' | 'name' | 'limits'> {
  readonly countsVoid: boolean
}

/** What a scope is read with. */
export interface ScopeReads {
  readonly ledger: Ledger
  /** What of each market is summed up. */
  readonly losses: Losses
  /** How many markets of a group the desk has, those included that left. */
  readonly sizeOf: (group: string) => number
}

/** Markets that have limits together: all of an account, or those of one strategy. */
export class Scope {
  readonly #parts: ScopeParts
  #limits: SumLimits
  readonly #bundles = new Map<string, Bundle>()
  /** In which bundle each market is. A market stays in the group with which it joined. */
  readonly #keys = new Map<MarketId, string>()

  constructor(parts: ScopeParts) {
    this.#parts = parts
    this.#limits = parts.limits
  }

  get isLimited(): boolean {
    return isAny(this.#limits)
  }

  limit(limits: SumLimits): void {
    this.#limits = limits
  }

  join(slot: Slot): void {
    const key = groupOf(slot) ?? `market ${slot.id}`
    const before = this.#keys.get(slot.id)
    if (before !== undefined && before !== key) this.#bundles.get(before)?.remove(slot.id)
    this.#keys.set(slot.id, key)
    const known = this.#bundles.get(key)
    const bundle = known ?? new Bundle({ isGroup: groupOf(slot) !== null, countsVoid: this.#parts.countsVoid })
    if (known === undefined) this.#bundles.set(key, bundle)
    bundle.add(slot)
  }

  leave(slot: Slot): void {
    this.#ownOf(slot)?.leave(slot)
    this.#forgetOver()
  }

  /** How many markets of a group it has. */
  sizeOf(group: string): number {
    return this.#bundles.get(group)?.members.length ?? 0
  }

  /** Where it stands before an order in one of its markets. */
  stand(slot: Slot, { ledger, losses, sizeOf }: ScopeReads): ScopeStance {
    const { whose, name } = this.#parts
    const limits = this.#limits
    const own = this.#ownOf(slot)
    if (own === undefined) throw new RangeError(`market ${slot.id} has not joined ${whose} ${name}`)
    const isWhole = (bundle: Bundle, key: string): boolean => bundle.members.length === sizeOf(key)
    const isLimited = limits.worstCaseLossMaxUsdt !== null
    let rest = 0
    let heldCost = 0
    let reserved = 0
    for (const [key, bundle] of this.#bundles) {
      if (isLimited && bundle !== own) rest += bundle.worst(losses, isWhole(bundle, key))
      for (let i = 0; i < bundle.members.length; i++) {
        const { inventory, id, sums } = bundle.members[i]!
        if (limits.positionMaxUsdt !== null) heldCost += inventory.heldCost(id, ledger)
        reserved += sums.reserved
      }
    }
    const { ifWins, ifLoses, ifVoid } = own.beside(slot, losses, isWhole(own, this.#keys.get(slot.id) ?? ''))
    return { whose, name, limits, ifWins, ifLoses, ifVoid, rest, heldCost, reserved }
  }

  /** Where the group of a market stands, by the limits of one group. null: the market is in none. */
  standOfGroup(slot: Slot, limits: SumLimits, { losses }: ScopeReads): ScopeStance | null {
    const own = this.#ownOf(slot)
    const name = this.#keys.get(slot.id)
    if (own === undefined || name === undefined || !own.isGroup) return null
    const { ifWins, ifLoses, ifVoid } = own.beside(slot, losses, true)
    return { whose: 'group', name, limits, ifWins, ifLoses, ifVoid, rest: 0, heldCost: 0, reserved: 0 }
  }

  /** Lets go of what left and can lose nothing any more. */
  #forgetOver(): void {
    for (const [key, bundle] of this.#bundles) {
      if (!bundle.isGone || !bundle.isOver) continue
      this.#bundles.delete(key)
      for (const { id } of bundle.members) this.#keys.delete(id)
    }
  }

  #ownOf({ id }: Slot): Bundle | undefined {
    const key = this.#keys.get(id)
    return key === undefined ? undefined : this.#bundles.get(key)
  }
}

/** Whether any of the limits is set. */
export const isAny = ({ positionMaxUsdt, openNotionalMaxUsdt, worstCaseLossMaxUsdt }: SumLimits): boolean =>
  positionMaxUsdt !== null || openNotionalMaxUsdt !== null || worstCaseLossMaxUsdt !== null

/** The neg-risk group that a market is in. Markets of other categories may all win. */
const groupOf = ({ market: { group } }: Slot): string | null => (group?.isNegRisk === true ? group.id : null)
