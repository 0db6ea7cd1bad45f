import type { MarketId } from '../model/ids.js'
import type { SumLimits } from '../model/limits.js'
import { Bundle } from './bundle.js'
import type { Ledger } from './ledger.js'
import type { Losses } from './losses.js'
import type { GroupLook, RiskLook } from './risk-look.js'
import type { Slot } from './slot.js'
import type { ScopeStance } from './stance.js'

interface ScopeParts extends Pick<ScopeStance, 'whose' | 'name' | 'limits'> {
  readonly countsVoid: boolean
}

/** What reading a scope needs. */
export interface ScopeReads {
  readonly ledger: Ledger
  /** Which losses of each market are summed. */
  readonly losses: Losses
  /** How many markets of a group the desk has, including those that left. */
  readonly sizeOf: (group: string) => number
}

/** Markets that share limits: all of an account, or those of one strategy. */
export class Scope {
  readonly #parts: ScopeParts
  #limits: SumLimits
  readonly #bundles = new Map<string, Bundle>()
  /** The bundle of each market. A market stays in the group with which it joined. */
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

  /** Its stance before an order in one of its markets. Only sums with a limit are computed. */
  stand(slot: Slot, reads: ScopeReads): ScopeStance {
    const { whose, name } = this.#parts
    const limits = this.#limits
    const own = this.#ownOf(slot)
    if (own === undefined) throw new RangeError(`market ${slot.id} has not joined ${whose} ${name}`)
    const wants = { worst: limits.worstCaseLossMaxUsdt !== null, cost: limits.positionMaxUsdt !== null }
    const { worst: rest, heldCost, reserved } = this.#sum(reads, wants, own)
    const { ifWins, ifLoses, ifVoid } = own.beside(slot, reads.losses, isWhole(own, this.#keys.get(slot.id) ?? '', reads))
    return { whose, name, limits, ifWins, ifLoses, ifVoid, rest, heldCost, reserved }
  }

  /** What its markets have at risk together, for people. */
  look(reads: ScopeReads): RiskLook {
    const { worst, heldCost, reserved } = this.#sum(reads, { worst: true, cost: true }, null)
    return { heldCost, reserved, worstCase: worst }
  }

  /** Its neg-risk groups, for people. */
  groups({ losses }: ScopeReads): readonly GroupLook[] {
    return [...this.#bundles]
      .filter(([, { isGroup }]) => isGroup)
      .map(([group, bundle]) => ({
        group,
        markets: bundle.members.map(({ id }) => id),
        worstCase: bundle.worst(losses, true),
      }))
  }

  /** The sums over its markets. `without`: a bundle whose worst case is summed elsewhere; null: none. */
  #sum(reads: ScopeReads, wants: { readonly worst: boolean; readonly cost: boolean }, without: Bundle | null) {
    let worst = 0
    let heldCost = 0
    let reserved = 0
    for (const [key, bundle] of this.#bundles) {
      if (wants.worst && bundle !== without) worst += bundle.worst(reads.losses, isWhole(bundle, key, reads))
      for (let i = 0; i < bundle.members.length; i++) {
        const { inventory, id, sums } = bundle.members[i]!
        if (wants.cost) heldCost += inventory.heldCost(id, reads.ledger)
        reserved += sums.reserved
      }
    }
    return { worst, heldCost, reserved }
  }

  /** The stance of a market's group under the group limits. null: the market is in no group. */
  standOfGroup(slot: Slot, limits: SumLimits, { losses }: ScopeReads): ScopeStance | null {
    const own = this.#ownOf(slot)
    const name = this.#keys.get(slot.id)
    if (own === undefined || name === undefined || !own.isGroup) return null
    const { ifWins, ifLoses, ifVoid } = own.beside(slot, losses, true)
    return { whose: 'group', name, limits, ifWins, ifLoses, ifVoid, rest: 0, heldCost: 0, reserved: 0 }
  }

  /** Drops bundles that left and can lose nothing any more. */
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

/** Whether a bundle has every market of its group that the desk has. */
const isWhole = (bundle: Bundle, key: string, { sizeOf }: ScopeReads): boolean => bundle.members.length === sizeOf(key)

/** Whether any of the limits is set. */
export const isAny = ({ positionMaxUsdt, openNotionalMaxUsdt, worstCaseLossMaxUsdt }: SumLimits): boolean =>
  positionMaxUsdt !== null || openNotionalMaxUsdt !== null || worstCaseLossMaxUsdt !== null

/** The neg-risk group of a market. In other categories, all markets may win. */
const groupOf = ({ market: { group } }: Slot): string | null => (group?.isNegRisk === true ? group.id : null)
