import { FillKey, OrderHash, type OrderId } from '../model/ids.js'
import type { Command, Place, Submit } from '../model/intent.js'
import type { Market } from '../model/market.js'
import { type BookSide, cost, inYesTerms, type Level, Price, Size, Wei } from '../model/money.js'
import type { Report } from '../model/report.js'
import { type DrawnLevel, draw, picture } from './book-picture.js'

/** A report without its timestamps. */
export type DrawnReport<R = Report> = R extends Report ? Omit<R, 'at' | 'receivedAt'> : never

interface Resting {
  readonly id: OrderId
  readonly order: Place
  left: Size
}

/**
 * The venue of a drawn scenario. It accepts every order at once, refuses a post-only order that would trade, fills taking orders from the drawn book,
 * and fills resting ones when the scenario says so.
 */
export class DrawnVenue {
  readonly #market: Market
  readonly #orders = new Map<OrderId, Resting>()
  #book: readonly DrawnLevel[] = []
  #fills = 0

  constructor(market: Market) {
    this.#market = market
  }

  /** Draws the book of all others. Returns the rows that differ from the last one. */
  redraw(text: string): readonly DrawnLevel[] {
    const levels = picture(text)
    const gone = this.#book.filter(old => !levels.some(({ side, price }) => side === old.side && price === old.price))
    this.#book = levels
    return [...gone.map(level => ({ ...level, size: Size.ZERO })), ...levels]
  }

  /** Commands for another market's order are ignored. */
  answer(command: Command): readonly DrawnReport[] {
    if (command.kind === 'submit') return command.order.market === this.#market.index ? this.#submit(command) : []
    const order = [...this.#orders.keys()].find(id => id === command.order)
    if (order === undefined) return []
    this.#orders.delete(order)
    return [{ kind: 'removal', order, answer: 'removed' }]
  }

  /** Fills our resting orders of one side at a YES price, oldest first. Throws a RangeError if less rests there. */
  hit({ side, price, size }: DrawnLevel): readonly DrawnReport[] {
    const here = [...this.#orders.values()].filter(({ order }) => isAt(order, side, price))
    const there = here.reduce((sum, { left }) => Size.add(sum, left), Size.ZERO)
    if (there < size)
      throw new RangeError(
        `cannot fill "${draw(bookOf([{ side, price, size }]))}": of ours rests ${there / 1e6} there; all that rests: ${this.resting() || 'nothing'}`,
      )
    let open = size
    return here.flatMap(resting => {
      const part = Size.min(open, resting.left)
      open = Size.less(open, part)
      return part === 0 ? [] : [this.#fill(resting, resting.order.price, part)]
    })
  }

  /** Our resting orders, drawn as a book. */
  resting(): string {
    const levels = new Map<string, DrawnLevel>()
    for (const { order, left } of this.#orders.values()) {
      const { side, price } = inYesTerms(order)
      const key = `${side} ${price}`
      levels.set(key, { side, price, size: Size.add(levels.get(key)?.size ?? Size.ZERO, left) })
    }
    return draw(bookOf([...levels.values()]))
  }

  #submit({ id, order }: Submit): readonly DrawnReport[] {
    const { side, price } = inYesTerms(order)
    const isTake = order.style === 'market' || order.style === 'fill-or-kill'
    const facing = this.#facing(side, price)
    if (order.style === 'post-only' && facing.length > 0) return [{ kind: 'rejected', order: id, slug: 'would_trade' }]
    const accepted: DrawnReport = { kind: 'accepted', order: id, venueId: id, lockedUntil: null }
    const resting = { id, order, left: order.size }
    this.#orders.set(id, resting)
    return isTake ? [accepted, ...this.#take(resting, facing)] : [accepted]
  }

  /** Levels of the other side that an order reaches, best first. */
  #facing(side: BookSide, price: Price): readonly DrawnLevel[] {
    const reaches = (level: DrawnLevel): boolean =>
      level.side !== side && (side === 'bid' ? level.price <= price : level.price >= price)
    return this.#book.filter(reaches).toSorted((a, b) => (side === 'bid' ? a.price - b.price : b.price - a.price))
  }

  #take(resting: Resting, facing: readonly DrawnLevel[]): readonly DrawnReport[] {
    const { id, order } = resting
    const there = facing.reduce((sum, { size }) => Size.add(sum, size), Size.ZERO)
    const isTaken = order.style === 'market' || there >= order.size
    const fills = isTaken ? facing.flatMap(level => this.#takeFrom(resting, level)) : []
    const isLeft = this.#orders.delete(id)
    return isLeft ? [...fills, { kind: 'ended', order: id, how: 'unmatched', why: null }] : fills
  }

  #takeFrom(resting: Resting, { price, size }: DrawnLevel): readonly DrawnReport[] {
    const part = Size.min(size, resting.left)
    const own = resting.order.outcome === 'yes' ? price : Price.complement(price)
    return part === 0 ? [] : [this.#fill(resting, own, part)]
  }

  #fill(resting: Resting, price: Price, size: Size): DrawnReport {
    const { id, order } = resting
    resting.left = Size.less(resting.left, size)
    if (resting.left === 0) this.#orders.delete(id)
    const { outcome, side } = order
    const key = FillKey.of(`drawn-${++this.#fills}`, OrderHash.of(`0x${id}`), 0)
    const money = { shares: Wei.ofSize(size), value: cost(price, size), fee: { in: 'shares', amount: Wei.ZERO } as const }
    return { kind: 'settled', fill: { key, order: id, market: this.#market.index, outcome, side, ...money } }
  }
}

const isAt = (order: Place, side: BookSide, price: Price): boolean => {
  const own = inYesTerms(order)
  return own.side === side && own.price === price
}

/** Both sides of drawn levels, each with its best first. */
export const bookOf = (
  levels: readonly DrawnLevel[],
): { readonly bids: readonly Level[]; readonly asks: readonly Level[] } => ({
  bids: levels.filter(({ side }) => side === 'bid').toSorted((a, b) => b.price - a.price),
  asks: levels.filter(({ side }) => side === 'ask').toSorted((a, b) => a.price - b.price),
})
