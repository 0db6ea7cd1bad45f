import { contractSet } from '../../../protocol/contracts.js'
import type { ChainSide } from './chain-side.js'

/** A neg-risk group as its adapter knows it. */
export interface GroupOnChain {
  /** The core's name of the group. */
  readonly name: string
  /** Its markets, by the places of their questions. */
  readonly questions: readonly number[]
}

/** The group with this id at the adapter `to`; null: it has none. The questions of a group are numbered without gaps. */
export const groupOnChain = ({ reads }: ChainSide, to: string, id: string): GroupOnChain | null => {
  const { catalog } = reads.markets
  const category = catalog.group(id)
  if (category === null || contractSet(reads.chainId, category).adapter !== to) return null
  const places = new Map(category.marketIds.map(market => [catalog.market(market)?.questionIndex ?? -1, market]))
  const questions = category.marketIds.flatMap((_, place) => places.get(place) ?? [])
  return questions.length === category.marketIds.length ? { name: category.slug, questions } : null
}
