import type { DeskParts } from '../engine/desk.js'
import type { Turn } from '../engine/news.js'
import type { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import type { PlacedAssignment } from './stray-faults.js'

/** Returns the strategy for a market that joins; null: none. `stanza`: index of its strategy in the config. */
export type AssignMarket = (market: Market, stanza: number | null) => PlacedAssignment | null

/** The session's current markets and their strategies. A market that left stays until the desk has removed it. */
export class SessionMarkets {
  #all: readonly Market[]
  #assignments: readonly PlacedAssignment[]
  readonly #joining = new Map<MarketIndex, PlacedAssignment>()

  constructor(markets: readonly Market[], assignments: readonly PlacedAssignment[]) {
    this.#all = markets
    this.#assignments = assignments
  }

  /** Each as known when it joined the session. */
  get all(): readonly Market[] {
    return this.#all
  }

  get assignments(): readonly PlacedAssignment[] {
    return this.#assignments
  }

  at(index: MarketIndex): Market | undefined {
    return this.#all.find(market => market.index === index)
  }

  /** Wraps `assign` for the desk, and records its answers. */
  noting(assign: AssignMarket | undefined): DeskParts['assign'] {
    return (market, stanza) => {
      const assignment = assign?.(market, stanza) ?? null
      if (assignment !== null) this.#joining.set(market.index, assignment)
      return assignment
    }
  }

  /** Must be called with each turn before the markets are read. */
  onTurn({ joined, left }: Turn): void {
    if (joined.length + left.length === 0) return
    const isOver = ({ id, index }: Market): boolean => left.includes(index) || joined.some(market => market.id === id)
    const over = new Set(this.#all.filter(isOver).map(({ index }) => index))
    const assigned = joined.flatMap(({ index }) => this.#joining.get(index) ?? [])
    this.#all = [...this.#all.filter(({ index }) => !over.has(index)), ...joined]
    this.#assignments = [...this.#assignments.filter(({ market }) => !over.has(market)), ...assigned]
    this.#joining.clear()
  }
}
