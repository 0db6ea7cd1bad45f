import type { Position } from '../model/position.js'
import { bookMoment } from './book-moment.js'
import type { DarkBook, DarkReference, LiveBook, LiveReference } from './view.js'

/** What changed in a view since the last turn, as immutable copies. */
export class ChangesOf {
  #turn = 0
  #book: LiveBook | DarkBook | null = null
  #position: Position | null = null
  readonly #references = new Map<string, LiveReference | DarkReference>()

  /** Starts the next turn. */
  turn(): void {
    this.#turn++
  }

  /** null: unchanged. */
  book(present: LiveBook | DarkBook): LiveBook | DarkBook | null {
    if (this.#book !== null && isSameBook(this.#book, present)) return null
    const turn = this.#turn
    this.#book = bookMoment(present, () => this.#turn === turn)
    return this.#book
  }

  position(present: Position): Position | null {
    if (this.#position !== null && isSamePosition(this.#position, present)) return null
    const { yes, no, net, sellable, pending } = present
    this.#position = Object.freeze({
      ...{ yes, no, net },
      sellable: Object.freeze({ yes: sellable.yes, no: sellable.no }),
      pending: Object.freeze({ yes: pending.yes, no: pending.no }),
    })
    return this.#position
  }

  reference(name: string, present: LiveReference | DarkReference): LiveReference | DarkReference | null {
    const last = this.#references.get(name)
    if (last !== undefined && isSameReference(last, present)) return null
    const copy =
      present.state === 'live'
        ? Object.freeze({ state: present.state, value: present.value, at: present.at })
        : Object.freeze({ state: present.state, since: present.since, why: present.why })
    this.#references.set(name, copy)
    return copy
  }
}

function isSameBook(a: LiveBook | DarkBook, b: LiveBook | DarkBook): boolean {
  if (a.state !== 'live' || b.state !== 'live') return isSameDark(a, b)
  if (a.updatedAt !== b.updatedAt || (a.touch === null) !== (b.touch === null)) return false
  const [one, other] = [a.touch, b.touch]
  if (one === null || other === null) return true
  const isSamePrice = one.bid === other.bid && one.ask === other.ask
  return isSamePrice && one.bidSize === other.bidSize && one.askSize === other.askSize
}

const isSamePosition = (a: Position, b: Position): boolean =>
  a.yes === b.yes &&
  a.no === b.no &&
  a.net === b.net &&
  a.sellable.yes === b.sellable.yes &&
  a.sellable.no === b.sellable.no &&
  a.pending.yes === b.pending.yes &&
  a.pending.no === b.pending.no

function isSameReference(a: LiveReference | DarkReference, b: LiveReference | DarkReference): boolean {
  return a.state === 'live' && b.state === 'live' ? a.value === b.value && a.at === b.at : isSameDark(a, b)
}

interface Dark {
  readonly state: 'suspect' | 'lost'
  readonly since: number
  readonly why: string
}

function isSameDark(a: Dark | { readonly state: 'live' }, b: Dark | { readonly state: 'live' }): boolean {
  return a.state !== 'live' && b.state !== 'live' && a.state === b.state && a.since === b.since && a.why === b.why
}
