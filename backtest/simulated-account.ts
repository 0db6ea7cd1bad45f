import type { Books } from '../src/engine/books.js'
import { createDesk, type Desk, type Turn } from '../src/engine/desk.js'
import type { Assignment, DeskSettings } from '../src/engine/desk-options.js'
import { freshDeskState } from '../src/engine/desk-state.js'
import { type Core, createCore } from '../src/exchange/core/core.js'
import type { CoreEvent, Leg, Match } from '../src/exchange/core/core-event.js'
import type { CoreOptions } from '../src/exchange/core/core-options.js'
import { TRADING } from '../src/exchange/crowd/market-change.js'
import type { Batch } from '../src/model/batch.js'
import type { MarketEvent } from '../src/model/event.js'
import type { Fill } from '../src/model/fill.js'
import type { FillModel, Latency } from '../src/model/fill-model.js'
import { OrderId } from '../src/model/ids.js'
import type { Command, Submit } from '../src/model/intent.js'
import type { Market } from '../src/model/market.js'
import { inYesTerms, type Size, type Wei } from '../src/model/money.js'
import type { Report } from '../src/model/report.js'
import { Timestamp } from '../src/model/time.js'
import { checkProfit } from './check-profit.js'
import { coreMarket, orderSpec } from './order-spec.js'
import { legsOf } from './our-legs.js'
import { type Entry, Profit } from './profit.js'
import { QuoteSpans, yesTermsOf } from './quote-spans.js'
import { fillOf, wordOf } from './report-words.js'
import type { SimulatedFill } from './result.js'
import { type RewardOptions, Rewards } from './rewards.js'
import type { VenueBook } from './venue-book.js'
import { NEVER, Wire } from './wire.js'

/**
 * Our wallet in the core. It belongs to the traders without keys, whose finished orders are forgotten: nobody asks for them here, and the
 * memory of a long run stays flat.
 */
const US = 'crowd-desk'
const EPOCH = 1
const RECORDED_POINTS: RewardOptions = { usdtPerPoint: 0, terms: null }

/** What the venue does beside matching. */
export type VenueTerms = Pick<CoreOptions, 'settlementUs' | 'settles' | 'takerDelayUs'>

export interface AccountParts {
  readonly books: Books
  readonly markets: readonly Market[]
  readonly assignments: readonly Assignment[]
  readonly settings: DeskSettings
  readonly fund: Wei
  readonly model: FillModel
  readonly latency: Latency
  readonly terms: VenueTerms
  readonly rewards?: RewardOptions
  /** The recorded books, shared by all accounts, which must have been moved by a row before the row comes here. */
  readonly recorded: readonly VenueBook[]
  /** The row that is being applied; null: none is. */
  readonly evidence: () => MarketEvent | null
  /** Told of each market in which what rests of this account may have changed. */
  readonly ordersChanged: (market: number) => void
}

/** One of our legs, from its match to its settlement. */
interface Booked {
  readonly fill: { -readonly [K in keyof SimulatedFill]: SimulatedFill[K] }
  readonly entry: Entry
  readonly told: Fill
}

/** One desk and its orders at a venue of its own, whose crowd is the recording: accounts neither meet each other nor share what is displayed. */
export class SimulatedAccount {
  readonly model: string
  readonly core: Core
  readonly desk: Desk
  readonly profit: Profit
  readonly rewards: Rewards
  readonly fills: SimulatedFill[] = []
  readonly quotes = new QuoteSpans()
  readonly warnings = new Set<string>()
  /** Orders that came to rest, and how many of them were larger than the best level of their side. */
  rested = 0
  outsized = 0
  /** When something of the venue's own is due next: a settlement, an expiry, the end of a taker's delay. */
  venueDue: number = NEVER
  readonly #parts: AccountParts
  readonly #sent = new Wire<Command>()
  readonly #answers = new Wire<Report>()
  /** What the recording displayed at the level of each order that rests, when it came there. */
  readonly #joined = new Map<string, Size>()
  /** By match. */
  readonly #unsettled = new Map<number, readonly Booked[]>()

  constructor(parts: AccountParts, startedAt: Timestamp) {
    const { model, markets, recorded, fund, terms } = parts
    this.#parts = parts
    this.model = model.name
    this.desk = createDesk({ ...parts, state: freshDeskState(EPOCH) })
    this.core = createCore({ ...terms, fillModel: () => model, matchesKept: 1_000 })
    this.profit = new Profit(recorded)
    const { rewards = RECORDED_POINTS } = parts
    this.rewards = new Rewards(recorded, rewards, () => this.core.openOrdersOf(US))
    this.core.apply({ at: startedAt, kind: 'fund', account: US, cash: fund })
    for (const market of markets) this.#open(market, startedAt)
  }

  /** When our next order reaches the venue. */
  get arrivalDue(): number {
    return this.#sent.dueAt
  }

  /** When the venue's next answer reaches us. */
  get answerDue(): number {
    return this.#answers.dueAt
  }

  /** The desk's first word from its venue: the link lives, there is money and nothing else. */
  greet(batch: Omit<Batch, 'reports'>): void {
    const stamp = { at: batch.now, receivedAt: batch.now }
    const snapshot = { orders: [], cash: this.#parts.fund, fills: [], shares: new Map() }
    const reports = [
      { ...stamp, kind: 'link', state: 'live' },
      { ...stamp, kind: 'snapshot', snapshot },
    ] as const
    this.turn({ ...batch, reports })
  }

  /** One pass through the desk; what it commands goes on its way. Answers whether anything did. */
  turn(batch: Batch): boolean {
    const { commands, faults, halt } = this.desk.turn(batch)
    if (commands.length > 0) this.#send(commands, batch.now)
    if (faults.length > 0 || halt !== null) this.#warn({ faults, halt }, batch.now)
    return commands.length > 0
  }

  /** The reports that reach us now. */
  answers(): Batch['reports'] {
    return this.#answers.take()
  }

  /** Our orders that reach the venue at `now`. */
  arrive(now: Timestamp): void {
    for (const command of this.#sent.take()) {
      if (command.kind === 'submit') this.#place(command, now)
      else this.#remove(command.order, now)
      this.look()
    }
  }

  /** Lets happen what is due at the venue by itself. */
  advance(now: Timestamp): void {
    this.core.advance(now)
    this.look()
  }

  /** Looks at what happened at the venue since the last look. */
  look(): void {
    for (const event of this.core.drain()) this.#heard(event)
    this.venueDue = this.core.nextDue() ?? NEVER
  }

  /** Throws an Error where the books of profit are not those of the venue: then nothing of the result can be believed. */
  check(): void {
    const { markets, fund } = this.#parts
    checkProfit(this.core, this.profit, { account: US, markets, fund })
  }

  #open(market: Market, at: Timestamp): void {
    const { tick, takerFeeBps, trading, result } = market
    const id = coreMarket(market.index)
    const plain = { isNegRisk: false, isYieldBearing: false, endsAt: null, resolvesTo: null }
    this.core.apply({ at, kind: 'market', market: { id, tick, feeRateBps: takerFeeBps, ...plain } })
    if (trading !== 'open') this.core.apply({ at, kind: 'trading', market: id, status: TRADING[trading] })
    if (result !== null) this.core.apply({ at, kind: 'resolve', market: id, yes: result.yes })
    this.core.drain()
  }

  #send(commands: readonly Command[], now: Timestamp): void {
    const due = now + this.#parts.latency.entry(now)
    for (const command of commands) this.#sent.send(due, command)
  }

  /** Sends a report that was made as if it were heard at once. */
  #answer(report: Report): void {
    const heard: { receivedAt: Timestamp } = report
    heard.receivedAt = this.#answers.send(report.at + this.#parts.latency.answer(report.at), report)
  }

  #place(submit: Submit, at: Timestamp): void {
    const answer = this.core.apply({ at, kind: 'place', order: orderSpec(submit, US) })
    if (answer.kind === 'refused') this.#answer({ at, receivedAt: at, kind: 'rejected', order: submit.id, slug: answer.reason })
    else if (answer.kind === 'accepted') {
      const { order, lockedUntil } = answer
      this.#answer({ at, receivedAt: at, kind: 'accepted', order: submit.id, venueId: String(order), lockedUntil })
      const known = this.core.orderById(order)
      if (known?.isResting === true) this.#weigh(submit)
    }
  }

  #remove(order: string, at: Timestamp): void {
    const answer = this.core.apply({ at, kind: 'remove', account: US, hashes: [order] })
    if (answer.kind !== 'removal') return
    const word = answer.removed.length > 0 ? 'removed' : answer.rejected.length > 0 ? 'locked' : 'noop'
    this.#answer({ at, receivedAt: at, kind: 'removal', order: OrderId.parse(order), answer: word })
  }

  /** What stands in the replayed book does not react to us, so an order that dwarfs it proves little. */
  #weigh({ id, order }: Submit): void {
    const { side, price } = inYesTerms(order)
    const book = this.#recorded(order.market)
    const displayed = book.bestSize(side)
    this.#joined.set(id, book.sizeAt(side, price))
    this.rested++
    if (displayed > 0 && order.size > displayed) this.outsized++
  }

  #heard(event: CoreEvent): void {
    switch (event.kind) {
      case 'ended':
        return this.#over(event)
      case 'matched':
        return this.#matched(event.match)
      case 'settled':
      case 'failed':
        return this.#settled(event.kind, event)
      case 'paid':
        if (event.account === US) this.profit.pay(event.market - 1, event)
        return
      case 'book':
        return this.#bookChanged(event)
      case 'accepted':
      case 'submitted':
      case 'trading':
      case 'status':
        return
      default:
        return event satisfies never
    }
  }

  #over(event: CoreEvent & { readonly kind: 'ended' }): void {
    this.#joined.delete(event.order.spec.hash)
    const word = wordOf(event)
    if (word !== null) this.#answer(word)
  }

  #bookChanged({ at, market }: CoreEvent & { readonly kind: 'book' }): void {
    const orders = this.core.resting(market)
    if (orders !== null) this.quotes.look(at, market - 1, orders)
    this.#parts.ordersChanged(market - 1)
  }

  #matched(match: Match): void {
    const booked = legsOf(match).map(leg => this.#book(match, leg))
    this.#unsettled.set(match.id, booked)
  }

  #book(match: Match, leg: Leg): Booked {
    const { at } = match
    const entry = this.profit.fill(match.market - 1, leg)
    const fill = this.#fillOf(match, leg)
    const told = fillOf(match, leg)
    this.fills.push(fill)
    this.#answer({ at, receivedAt: at, kind: 'matched', fill: told })
    return { fill, entry, told }
  }

  #settled(kind: 'settled' | 'failed', { at, match }: { readonly at: Timestamp; readonly match: Match }): void {
    for (const { fill, entry, told } of this.#unsettled.get(match.id) ?? []) {
      if (kind === 'failed') {
        fill.isSettled = false
        this.profit.undo(match.market - 1, entry)
      }
      this.#answer({ at, receivedAt: at, kind, fill: told })
    }
    this.#unsettled.delete(match.id)
  }

  #fillOf({ at, market }: Match, { order, isMaker, outcome, side, shares, value, fee }: Leg): Booked['fill'] {
    const terms = yesTermsOf(order)
    const isAlone = isMaker && !this.#recorded(market - 1).isNear(terms.side, terms.price)
    const evidence = isMaker ? this.#parts.evidence() : null
    const joined = isMaker ? this.#joined.get(order.spec.hash) : undefined
    const ahead = joined === undefined ? {} : { aheadAtJoin: joined }
    return { at, market: market - 1, outcome, side, isMaker, shares, value, fee, evidence, isAlone, ...ahead, isSettled: true }
  }

  #recorded(market: number): VenueBook {
    const book = this.#parts.recorded[market]
    if (book === undefined) throw new RangeError(`no market has index ${market}`)
    return book
  }

  #warn({ faults, halt }: Pick<Turn, 'faults' | 'halt'>, now: Timestamp): void {
    for (const { strategy, market, message } of faults)
      this.warnings.add(`the strategy ${strategy} failed in market ${market} and left it alone from then on: ${message}`)
    if (halt !== null)
      this.warnings.add(`halted at ${Timestamp.iso(now)} by ${halt.rule}: the limit is ${halt.limit}, found ${halt.found}`)
  }
}
