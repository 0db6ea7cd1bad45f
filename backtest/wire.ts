import { Timestamp } from '../src/model/time.js'

/** Nothing is due. */
export const NEVER = Number.POSITIVE_INFINITY
const COMPACT_AT = 1_024

/** What travels in one direction between a desk and its venue. It is one line: what is sent later never arrives earlier. */
export class Wire<T> {
  /** When its first thing arrives; `NEVER` while it is empty. */
  dueAt: number = NEVER
  readonly #things: T[] = []
  readonly #dues: number[] = []
  #head = 0
  #lastDue = 0

  /** When something arrives that is sent next and would arrive at `due`, were it alone. */
  arrivalOf(due: number): Timestamp {
    return Timestamp.of(Math.max(this.#lastDue, due))
  }

  /** Sends something that would arrive at `due`, were it alone. */
  send(due: number, thing: T): void {
    this.#lastDue = Math.max(this.#lastDue, due)
    this.#things.push(thing)
    this.#dues.push(this.#lastDue)
    if (this.dueAt === NEVER) this.dueAt = this.#lastDue
  }

  /** The first thing. Throws a RangeError where nothing is on its way. */
  next(): T {
    const thing = this.#things[this.#head]
    if (thing === undefined) throw new RangeError('expected something on its way, found nothing')
    this.#head++
    this.#aim()
    return thing
  }

  /** Everything that arrives together with the first, in the order in which it was sent. */
  take(): readonly T[] {
    const taken: T[] = []
    if (this.dueAt === NEVER) return taken
    for (const together = this.dueAt; this.dueAt === together; ) taken.push(this.next())
    return taken
  }

  #aim(): void {
    this.dueAt = this.#dues[this.#head] ?? NEVER
    if (this.#head >= COMPACT_AT) this.#compact()
  }

  #compact(): void {
    this.#things.splice(0, this.#head)
    this.#dues.splice(0, this.#head)
    this.#head = 0
  }
}
