import type { Order } from './order.js'

/** For each outcome a number of millionths of a share. */
interface Pair {
  yes: number
  no: number
}

/** Totals over all orders of a market's two sides. Sizes in millionths of a share, money in 1e-10. */
export class SlotSums {
  /** Collateral behind resting buys, including fees. */
  reserved = 0
  /** What rounding up may still add to the fees of orders: lost whatever the result. */
  rounding = 0
  /** Orders that take at once or are canceled. */
  takes = 0
  /** True: it has an expired order that counts until the wallet's stream proves that no fill was missed. */
  awaitsProof = false
  /** Offered by resting sells, by outcome. */
  readonly selling: Pair = { yes: 0, no: 0 }
  /** Sells being removed: their shares are neither free nor gone. */
  readonly locked: Pair = { yes: 0, no: 0 }

  reset(): void {
    const { selling, locked } = this
    this.reserved = this.rounding = this.takes = 0
    this.awaitsProof = false
    selling.yes = selling.no = locked.yes = locked.no = 0
  }

  addBuy(loss: number, rounding: number): void {
    this.rounding += rounding
    this.reserved += loss + rounding
  }

  addSell({ terms: { outcome }, left }: Order, rounding: number): void {
    this.rounding += rounding
    if (outcome === 'yes') this.selling.yes += left
    else this.selling.no += left
  }

  /** An order that is over may become open again, and rounding may then add to its fees. */
  addRounding(rounding: number): void {
    this.rounding += rounding
  }

  lock({ terms: { side, outcome }, left }: Order): void {
    if (side === 'buy') return
    if (outcome === 'yes') this.locked.yes += left
    else this.locked.no += left
  }

  addTake(): void {
    this.takes++
  }

  awaitProof(): void {
    this.awaitsProof = true
  }
}
