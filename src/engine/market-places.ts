import { frozenCopy } from '../model/frozen-copy.js'
import type { MarketIndex } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { Depth } from './depth.js'
import { NetBook } from './net-book.js'

/** What a batch says of which markets there are, with what a desk needs of it. */
export type RosterChange =
  | { readonly kind: 'joined'; readonly depth: Depth; readonly stanza: number | null }
  /** The book is dark from here on, and no row comes any more. */
  | { readonly kind: 'left'; readonly depth: Depth }
  /** A definition of a market that is not here: it left, and its result may still be paid. */
  | { readonly kind: 'told'; readonly market: Market }

/** The books of the markets that are open, by index. The place of a market that left is used again, so that memory is bounded by what is open. */
export class MarketPlaces {
  /** undefined: the place is free. */
  readonly depths: (Depth | undefined)[] = []
  readonly faces: (NetBook | undefined)[] = []

  constructor(markets: readonly Market[]) {
    for (const market of markets) this.join(market)
  }

  /** The definitions of all open markets, in the order of their indexes. */
  markets(): readonly Market[] {
    return this.depths.flatMap(depth => (depth === undefined ? [] : [depth.market]))
  }

  /** Throws a RangeError where the index is taken. */
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

  /** Answers the book that was there. Throws a RangeError where none is. */
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
