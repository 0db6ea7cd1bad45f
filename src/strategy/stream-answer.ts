import { type Decision, keep, pull, type Take } from '../model/quote.js'
import type { DarkBook, LiveBook } from './view.js'

type Terms = Readonly<Record<string, number | string>>

const NO_TERMS: Terms = Object.freeze({})

/** Collects the answers of a stream in a turn and gives the one that is returned. */
export class StreamAnswer {
  readonly #name: string
  #isAsked = false
  #isCompleted = false
  #hasFailed = false
  #failure: unknown = null
  /** The last quotes or pull not yet returned; null: none. */
  #target: Decision | null = null
  #take: Take | null = null
  #terms: Terms = NO_TERMS

  constructor(name: string) {
    this.#name = name
  }

  begin(): void {
    this.#isAsked = true
  }

  said(decision: Decision): void {
    if (!this.#isAsked) return this.failed(this.#untimely('said something'))
    if (decision?.kind === 'keep') return
    if (decision?.kind === 'take') this.#take = decision
    else this.#target = decision
    // It also drops a take that was wanted before.
    if (decision?.kind === 'pull' || decision?.kind === 'halt') this.#take = null
  }

  /** Named values behind the answers, the latest ones. */
  get terms(): Terms {
    return this.#terms
  }

  explained(terms: Terms): void {
    if (this.#isAsked) this.#terms = terms
    else this.failed(this.#untimely('told its terms'))
  }

  completed(): void {
    if (this.#isAsked) this.#isCompleted = true
    else this.failed(this.#untimely('completed'))
  }

  /** The first failure is reported. */
  failed(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#failure = error
  }

  /** The answer of the turn: a take before quotes, which are then returned next time. Throws the stream's failure. */
  end(book: LiveBook | DarkBook): Decision {
    this.#isAsked = false
    if (this.#hasFailed) throw this.#failure
    if (this.#isCompleted) return pull(`the stream of ${this.#name} has completed`)
    const take = this.#take
    this.#take = null
    if (take !== null && book.state === 'live') return take
    const target = this.#target
    this.#target = null
    if (target === null) return keep()
    return target.kind === 'quotes' && book.state !== 'live' ? pull(`the book is ${book.state}: ${book.why}`) : target
  }

  #untimely(did: string): Error {
    return new Error(
      `the stream of "${this.#name}" ${did} while it was not asked: a promise, a timer or a second copy of rxjs is in it; a replay could not repeat that`,
    )
  }
}
