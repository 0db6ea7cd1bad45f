import type { Payout } from '../../model/payout.js'
import type { CoreAnswer, MarketSpec } from './command.js'
import type { MarketState, World } from './world.js'

/** The other markets of a market's group; empty where it belongs to no group. */
export function othersOf(world: World, spec: MarketSpec): MarketState[] {
  const group = spec.group ?? null
  if (group === null) return []
  return [...world.markets.values()].filter(other => other.spec.group === group && other.spec.id !== spec.id)
}

/** Why a market of a group cannot get this result, or `null` if it can: exactly one market of a group pays a whole dollar for YES. */
export function groupRefusal(world: World, spec: MarketSpec, yes: Payout): CoreAnswer | null {
  if ((spec.group ?? null) === null) return null
  if (yes > 0 && yes < 1) return refuse(`group ${spec.group} needs exactly one Yes, so no market of it can pay halves`)
  const others = othersOf(world, spec)
  const winner = others.find(isYes)
  if (yes === 1) return winner === undefined ? null : refuse(`market ${winner.spec.id} of group ${spec.group} is Yes already`)
  if (winner !== undefined || others.some(other => other.result === null)) return null
  return refuse(`market ${spec.id} is the last open one of group ${spec.group}, of which no other is Yes: it can only be Yes`)
}

/** Why a market cannot be removed from its group, or `null` if it can: the others need a market that can be Yes. */
export function removalRefusal(world: World, spec: MarketSpec): CoreAnswer | null {
  const others = othersOf(world, spec).filter(other => other.status !== 'REMOVED')
  const isLeft = others.length === 0 || others.some(other => other.result === null || isYes(other))
  return isLeft ? null : refuse(`market ${spec.id} is the last that can be the Yes of group ${spec.group}`)
}

/** Why a market cannot join its group, or `null` if it can. */
export function joinRefusal(world: World, spec: MarketSpec): CoreAnswer | null {
  if ((spec.group ?? null) === null) return null
  if (spec.resolvesTo === 0.5) return groupRefusal(world, spec, 0.5)
  const winner = othersOf(world, spec).find(isYes)
  return winner === undefined ? null : refuse(`market ${winner.spec.id} of group ${spec.group} is Yes already`)
}

const isYes = (market: MarketState): boolean => market.result === 1

const refuse = (note: string): CoreAnswer => ({ kind: 'refused', reason: 'group', note })
