import type { Order } from './order.js'

/** Of each outcome a number of millionths of a share. */
interface Pair {
  yes: number
  no: number
}

/** What all orders of a market's two sides hold together. Sizes in millionths of a share, money in 1e-10. */
export class SlotSums {
  /** Collateral behind resting buys, fees included. */
  reserved = 0
  /** What rounding up may still add to the fees of orders: lost whatever the result is. */
  rounding = 0
  /** Orders that take at once or go. */
  takes = 0
  /** It has an order whose time is over, and which counts until the wallet's stream proves that nothing was missed. */
  awaitsProof = false
  /** What resting sells offer of each outcome. */
  readonly selling: Pair = { yes: 0, no: 0 }
  /** Sells that are asked to go: their shares are neither free nor gone. */
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

  /** An order that is over may come back, and what rounding may add to its fees with it. */
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
