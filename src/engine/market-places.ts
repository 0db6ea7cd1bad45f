import { frozenCopy } from '../model/frozen-copy.js'
import type { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Depth } from './depth.js'
import { NetBook } from './net-book.js'

/** A change of the set of markets in a batch, with what a desk needs. */
export type RosterChange =
  | { readonly kind: 'joined'; readonly depth: Depth; readonly stanza: number | null }
  /** From here on the book is dark, and no more rows come. */
  | { readonly kind: 'left'; readonly depth: Depth }
  /** A definition of a market that left: its result may still be paid. */
  | { readonly kind: 'told'; readonly market: Market }

/** The books of open markets by index. The index of a market that left is reused, so memory is bounded by the open markets. */
export class MarketPlaces {
  /** undefined: the index is free. */
  readonly depths: (Depth | undefined)[] = []
  readonly faces: (NetBook | undefined)[] = []

  constructor(markets: readonly Market[]) {
    for (const market of markets) this.join(market)
  }

  /** Definitions of all open markets, by index. */
  markets(): readonly Market[] {
    return this.depths.flatMap(depth => (depth === undefined ? [] : [depth.market]))
  }

  /** Throws a RangeError if the index is taken. */
  join(market: Market): Depth {
    const { index, id } = market
    const other = this.depths[index]
    if (other !== undefined) throw new RangeError(`market ${id} joins at index ${index}, which ${other.market.id} has`)
    while (this.depths.length <= index) this.#free(this.depths.length)
    const depth = new Depth(frozenCopy(market))
    this.depths[index] = depth
    this.faces[index] = new NetBook(depth)
    return depth
  }

  /** Returns the removed book. Throws a RangeError if there is none. */
  leave(index: MarketIndex, at: Depth['since']): Depth {
    const depth = this.depths[index]
    if (depth === undefined) throw new RangeError(`no market has index ${index}, so none can leave it`)
    depth.tell('lost', 'the market left', at)
    this.#free(index)
    return depth
  }

  #free(index: number): void {
    this.depths[index] = undefined
    this.faces[index] = undefined
  }
}
