import type { Fault } from '../model/fault.js'
import type { Halt } from '../model/halt.js'
import type { FillKey, MarketId, MarketIndex } from '../model/ids.js'
import type { Command, Refusal } from '../model/intent.js'
import type { Market } from '../model/market.js'
import type { Payout } from '../model/payout.js'
import type { Report } from '../model/report.js'
import type { Adjustment } from './desk-state.js'

/** The result of one turn. All turns in which nothing happened share one object. */
export interface Turn {
  /** Cancels first. */
  readonly commands: readonly Command[]
  readonly refusals: readonly Refusal[]
  /** The desk halted itself in this turn; null: it did not. */
  readonly halt: Halt | null
  /** Differences from the venue's account that were booked because of a snapshot. */
  readonly adjustments: readonly Adjustment[]
  /** Strategies that failed in this turn: each stops its own market. */
  readonly faults: readonly Fault[]
  /** Fills that failed to settle in this turn after their mark had moved since the match; `moved` is positive if in our favour. */
  readonly failures: readonly { readonly fill: FillKey; readonly moved: number }[]
  /** Reports of this batch, in order, without news: the ledger is as if they had not come. */
  readonly repeats: readonly Report[]
  /** Results paid in this turn: to `market`, by its id if it has no index any more, `yes` for a YES share. */
  readonly paid: readonly { readonly market: MarketIndex | MarketId; readonly yes: Payout }[]
  /** Markets that joined in this turn. */
  readonly joined: readonly Market[]
  /**
   * Indexes that became free in this turn: the markets that left have no resting, possibly settling or unsettled order there, so another market may
   * use them.
   */
  readonly left: readonly MarketIndex[]
  /** Markets that left and of which only held shares are still kept. */
  readonly forgotten: readonly MarketId[]
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] }

type Said = Mutable<Omit<Turn, 'commands'>>

const nothingSaid = (): Said => ({
  refusals: [],
  halt: null,
  adjustments: [],
  faults: [],
  failures: [],
  repeats: [],
  paid: [],
  joined: [],
  left: [],
  forgotten: [],
})

/** Field by field: objects made by spread have other hidden classes, which makes drivers that read turns slow. */
const turnOf = (commands: Turn['commands'], said: Said): Turn => ({
  commands,
  refusals: said.refusals,
  halt: said.halt,
  adjustments: said.adjustments,
  faults: said.faults,
  failures: said.failures,
  repeats: said.repeats,
  paid: said.paid,
  joined: said.joined,
  left: said.left,
  forgotten: said.forgotten,
})

const NO_COMMANDS: Turn['commands'] = []
const NOTHING = nothingSaid()
const EMPTY = turnOf(NO_COMMANDS, NOTHING)

/** What a turn reports beside its commands. Most turns report nothing and allocate nothing for it. */
export class News {
  #turn: Said | null = null

  refused(refusal: Refusal): void {
    this.#said().refusals.push(refusal)
  }

  halted(halt: Halt): void {
    this.#said().halt = halt
  }

  adjusted(adjustments: readonly Adjustment[]): void {
    if (adjustments.length > 0) this.#said().adjustments.push(...adjustments)
  }

  failed(fault: Fault): void {
    this.#said().faults.push(fault)
  }

  unsettled(failure: Turn['failures'][number]): void {
    this.#said().failures.push(failure)
  }

  repeated(report: Report): void {
    this.#said().repeats.push(report)
  }

  paid(payment: Turn['paid'][number]): void {
    this.#said().paid.push(payment)
  }

  joined(market: Market): void {
    this.#said().joined.push(market)
  }

  left(market: MarketIndex): void {
    this.#said().left.push(market)
  }

  forgotten(market: MarketId): void {
    this.#said().forgotten.push(market)
  }

  /** Ends the turn: returns its reports and commands. */
  take(commands: Turn['commands'] = NO_COMMANDS): Turn {
    const said = this.#turn
    if (said === null) return commands.length === 0 ? EMPTY : turnOf(commands, NOTHING)
    this.#turn = null
    return turnOf(commands, said)
  }

  #said(): Said {
    this.#turn ??= nothingSaid()
    return this.#turn
  }
}
