import type { Fault } from '../model/fault.js'
import type { Halt } from '../model/halt.js'
import type { FillKey, MarketId, MarketIndex } from '../model/ids.js'
import type { Command, Refusal } from '../model/intent.js'
import type { Market } from '../model/market.js'
import type { Payout } from '../model/payout.js'
import type { Report } from '../model/report.js'
import type { Adjustment } from './desk-state.js'

/** What one turn says. Where nothing happened it is one and the same empty turn. */
export interface Turn {
  /** Cancels first. */
  readonly commands: readonly Command[]
  readonly refusals: readonly Refusal[]
  /** The desk latched in this turn, by itself. */
  readonly halt: Halt | null
  /** Differences from the venue's books that a snapshot made us book. */
  readonly adjustments: readonly Adjustment[]
  /** Strategies that failed in this turn: each stops its own market. */
  readonly faults: readonly Fault[]
  /** Fills that failed to settle in this turn after their mark had moved since the match: in our favour where `moved` is above 0. */
  readonly failures: readonly { readonly fill: FillKey; readonly moved: number }[]
  /** Reports of this batch, in its order, that said only what was known already: the ledger is as if they had not come. */
  readonly repeats: readonly Report[]
  /** Results that were paid in this turn: to `market`, by its id where it has no index any more, `yes` a YES share. */
  readonly paid: readonly { readonly market: MarketIndex | MarketId; readonly yes: Payout }[]
  /** Markets that joined in this turn. */
  readonly joined: readonly Market[]
  /** Indexes of markets that left which became free in this turn: nothing of ours rests or may still settle there, so that another market may have them. */
  readonly left: readonly MarketIndex[]
  /** Markets that left of which nothing is kept any more but what is held. */
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

/** Field by field: a copy made by a spread has a shape of its own, and a driver that reads turns of many shapes is slow. */
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

/** What a turn reports beside its commands. Most turns report nothing, and for those no object is made. */
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

  /** The turn is over: what it said, with its commands. */
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
