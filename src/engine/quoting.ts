import type { Closing } from '../model/closing.js'
import type { Fault } from '../model/fault.js'
import type { Market } from '../model/market.js'
import type { Decision } from '../model/quote.js'
import type { Timestamp } from '../model/time.js'
import type { Strategy } from '../strategy/strategy.js'
import type { Assignment } from './desk-options.js'
import { PullReasons } from './pull-reasons.js'
import type { Reference } from './references.js'

/** A market's strategy, its last answer, and whether it may be quoted now. */
export class Quoting {
  /** The strategy's name for faults; read once. */
  readonly name: string
  /** Whether its strategy watches more than the touch. */
  readonly isDeep: boolean
  /** Who is asked: the market's strategy, or the part that closes its position. null: no strategy quotes here, or a fault stopped it. */
  strategy: Strategy<unknown> | null
  fault: Fault | null = null
  decision: Decision['kind'] | null = null
  /** No order can be made of its last quotes, so both sides are pulled although it wants something there. */
  isInvalid = false
  readonly pulls = new PullReasons()
  /** How long both sides together waited for the first book; null: it has not come. */
  beforeBookUs: number | null = null
  decidedAt = Number.NEGATIVE_INFINITY
  /** At the last look, its book was live, no reference too old, and it traded. */
  isOpen = false
  /** At the last look, this reference was older than its limit, so nothing rests and its strategy is not asked. null: none was. */
  aged: Reference | null = null
  /** A person paused this market, its strategy or everything. */
  isPaused = false
  /** A person has its position closed; null: no. */
  closing: Closing | null = null
  /** Whether it was quoted when its sides were last looked at. */
  isOn = false
  /** Its own strategy, also while that is not asked because the position is closed. */
  #own: Strategy<unknown> | null

  constructor(assignment: Assignment | null, parameters: unknown, market: Market) {
    this.name = assignment?.definition.name ?? ''
    this.isDeep = assignment?.definition.watches === 'depth'
    this.strategy = this.#own = assignment?.definition.create(parameters, market) ?? null
  }

  /** Whether its own strategy quotes or may quote here: no fault stopped it. */
  get isAssigned(): boolean {
    return this.#own !== null
  }

  /** Its first book has come. */
  hearBook(beforeUs: number): void {
    this.beforeBookUs = beforeUs
  }

  open(isOpen: boolean): void {
    this.isOpen = isOpen
  }

  /** A reference became older than its limit, or none is any more. */
  age(aged: Reference | null): void {
    this.aged = aged
  }

  pause(isPaused: boolean): void {
    this.isPaused = isPaused
  }

  /** Has the position closed by `closer` from now on, instead of asking its own strategy. */
  close(closing: Closing, closer: Strategy<unknown>): void {
    this.closing = closing
    this.strategy = closer
  }

  /** Asks its own strategy again. */
  endClosing(): void {
    this.closing = null
    this.strategy = this.#own
  }

  turn(isOn: boolean): void {
    this.isOn = isOn
  }

  asked(now: Timestamp): void {
    this.decidedAt = now
  }

  setInvalid(isInvalid: boolean): void {
    this.isInvalid = isInvalid
  }

  /** `why`: the reason of a pull. `keep` after a pull keeps pulling for the same reason. */
  answered(decision: Decision['kind'] | null, why: string, now: Timestamp): void {
    this.decision = decision
    if (decision !== 'keep') this.pulls.turn(decision === 'pull' || decision === 'halt' ? why : null, now)
  }

  /** The market left: its strategy is dropped, which is not a fault. */
  leave(now: Timestamp): void {
    this.strategy = this.#own = this.decision = null
    this.pulls.turn(null, now)
  }

  /** A person has the strategy created again: its state and an earlier fault are dropped. */
  restart(strategy: Strategy<unknown>): void {
    this.#own = strategy
    if (this.closing === null) this.strategy = strategy
    this.fault = null
  }

  /** The strategy is not asked any more. Its position is still closed. */
  stop(fault: Fault, now: Timestamp): void {
    this.fault = fault
    this.#own = this.decision = null
    if (this.closing === null) this.strategy = null
    this.pulls.turn(null, now)
  }
}
