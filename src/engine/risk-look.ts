import type { MarketId } from '../model/ids.js'
import type { Account } from './account.js'
import { Bundle } from './bundle.js'
import { worstLosses } from './losses.js'
import type { Slot } from './slot.js'

/** What some markets have at risk together. Money in 1e-10. */
export interface RiskLook {
  readonly heldCost: number
  /** Collateral behind resting buys. */
  readonly reserved: number
  readonly worstCase: number
}

/** A neg-risk group. */
export interface GroupLook {
  readonly group: string
  readonly markets: readonly MarketId[]
  readonly worstCase: number
}

export interface SharedRisk {
  readonly groups: readonly GroupLook[]
  /** By the place of a strategy in the config. */
  readonly strategies: ReadonlyMap<number, RiskLook>
  readonly account: RiskLook
}

/** Sums up what markets have at risk together, whether there is a limit for it or not. Of the markets that the desk has now: what it holds of those that left is not in it. */
export function sharedRisk({
  slots,
  ledger,
  clock,
  settings,
}: Pick<Account, 'slots' | 'ledger' | 'clock' | 'settings'>): SharedRisk {
  const losses = worstLosses(clock)
  const countsVoid = settings.limits.group?.countsVoid ?? true
  const all = bundlesOf(slots, countsVoid)
  const riskOf = (some: readonly Slot[]): RiskLook => ({
    heldCost: sum(some, ({ inventory, id }) => inventory.heldCost(id, ledger)),
    reserved: sum(some, ({ sums }) => sums.reserved),
    worstCase: sum([...bundlesOf(some, countsVoid)], ([key, bundle]) =>
      bundle.worst(losses, bundle.members.length === all.get(key)?.members.length),
    ),
  })
  const groups = [...all].filter(([, { isGroup }]) => isGroup)
  return {
    groups: groups.map(([group, bundle]) => ({
      group,
      markets: bundle.members.map(({ id }) => id),
      worstCase: bundle.worst(losses, true),
    })),
    strategies: new Map([...byStanza(slots)].map(([stanza, own]) => [stanza, riskOf(own)])),
    account: riskOf(slots),
  }
}

/** Groups by their names, and every other market as one of its own. */
function bundlesOf(slots: readonly Slot[], countsVoid: boolean): ReadonlyMap<string, Bundle> {
  const bundles = new Map<string, Bundle>()
  for (const slot of slots) {
    const { group } = slot.market
    const isGroup = group?.isNegRisk === true
    const key = isGroup ? group.id : `market ${slot.id}`
    const bundle = bundles.get(key) ?? new Bundle({ isGroup, countsVoid })
    bundles.set(key, bundle)
    bundle.add(slot)
  }
  return bundles
}

function byStanza(slots: readonly Slot[]): ReadonlyMap<number, readonly Slot[]> {
  const places = new Map<number, Slot[]>()
  for (const slot of slots) {
    const stanza = slot.assignment?.stanza
    if (stanza === undefined) continue
    const own = places.get(stanza)
    if (own === undefined) places.set(stanza, [slot])
    else own.push(slot)
  }
  return places
}

const sum = <T>(all: readonly T[], of: (each: T) => number): number => all.reduce((total, each) => total + of(each), 0)
