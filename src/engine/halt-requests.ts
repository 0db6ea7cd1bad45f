import { askedHalt, type Halt } from '../model/halt.js'
import type { Slot } from './slot.js'

const NOTE_MAX = 200
/** A terminal would obey them. */
const CONTROL_CHARACTERS = /\p{Cc}/gu

/** The halt that a strategy asked for in this turn. The desk halts once every strategy was asked. */
export class HaltRequests {
  #first: Halt | null = null

  get isEmpty(): boolean {
    return this.#first === null
  }

  ask({ id, quoting }: Slot, why: string): void {
    const reason = why.slice(0, NOTE_MAX).replaceAll(CONTROL_CHARACTERS, ' ')
    this.#first ??= askedHalt(`the strategy ${quoting.name}`, `${reason} (market ${id})`)
  }

  /** The first of the turn; null: no strategy asked. */
  take(): Halt | null {
    const first = this.#first
    this.#first = null
    return first
  }
}
