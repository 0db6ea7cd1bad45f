import type { Books } from '../src/engine/books.js'
import { Departures } from '../src/engine/departures.js'
import { createDesk, type Desk } from '../src/engine/desk.js'
import type { Assignment, DeskSettings } from '../src/engine/desk-options.js'
import { freshDeskState } from '../src/engine/desk-state.js'
import { type Core, createCore } from '../src/exchange/core/core.js'
import type { CoreEvent, Leg, Match } from '../src/exchange/core/core-event.js'
import type { CoreOptions } from '../src/exchange/core/core-options.js'
import type { CoreMarket, RestingOrders } from '../src/exchange/core/core-reads.js'
import { TRADING } from '../src/exchange/crowd/market-change.js'
import type { Batch } from '../src/model/batch.js'
import type { MarketEvent } from '../src/model/event.js'
import type { Fill } from '../src/model/fill.js'
import type { FillModel, Latency } from '../src/model/fill-model.js'
import { OrderId } from '../src/model/ids.js'
import type { Cancel, Command, Submit } from '../src/model/intent.js'
import type { Market } from '../src/model/market.js'
import type { Wei } from '../src/model/money.js'
import type { Report } from '../src/model/report.js'
import type { Timestamp } from '../src/model/time.js'
import { checkProfit } from './check-profit.js'
import { JoinedLevels, type OpenFill } from './joined-levels.js'
import { OrderHistory } from './order-history.js'
import { coreMarket, marketSpec, orderSpec } from './order-spec.js'
import { legsOf } from './our-legs.js'
import { type Entry, Profit } from './profit.js'
import { QuoteSpans } from './quote-spans.js'
import { fillOf, wordOf } from './report-words.js'
import type { SimulatedFill } from './result.js'
import { type RewardOptions, Rewards } from './rewards.js'
import { turnWarnings } from './turn-warnings.js'
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
  readonly keepsOrders?: boolean
  /** The recorded books, shared by all accounts, which must have been moved by a row before the row comes here. */
  readonly recorded: readonly VenueBook[]
  /** The row that is being applied; null: none is. */
  readonly evidence: () => MarketEvent | null
  /** Told of each market in which what rests of this account may have changed. */
  readonly ordersChanged: (market: number) => void
}

/** One order of a request that takes it off. */
type Removal = Pick<Cancel, 'kind' | 'order'>

/** One of our legs, from its match to its settlement. */
interface Booked {
  readonly fill: OpenFill
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
  readonly joined: JoinedLevels
  readonly history: OrderHistory
  readonly fills: SimulatedFill[] = []
  readonly quotes = new QuoteSpans()
  readonly warnings = new Set<string>()
  /** When something of the venue's own is due next: a settlement, an expiry, the end of a taker's delay. */
  venueDue: number = NEVER
  readonly #parts: AccountParts
  readonly #departures = new Departures()
  readonly #sent = new Wire<Submit | Removal>()
  readonly #answers = new Wire<Report>()
  /** By match. */
  readonly #unsettled = new Map<number, readonly Booked[]>()

  constructor(parts: AccountParts, startedAt: Timestamp) {
    const { model, markets, recorded, fund, terms } = parts
    this.#parts = parts
    this.model = model.name
    this.desk = createDesk({ ...parts, state: freshDeskState(EPOCH) })
    this.core = createCore({ ...terms, fillModel: () => model, matchesKept: 1_000, isTerse: true })
    this.profit = new Profit(recorded)
    this.joined = new JoinedLevels(recorded)
    const { rewards = RECORDED_POINTS, keepsOrders = false } = parts
    this.history = new OrderHistory(keepsOrders)
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
    const { commands, faults, halt, refusals } = this.desk.turn(batch)
    if (refusals.length > 0) this.history.refused(refusals)
    if (commands.length > 0) this.#send(commands, batch.now)
    if (faults.length > 0 || halt !== null)
      for (const text of turnWarnings({ faults, halt }, batch.now)) this.warnings.add(text)
    return commands.length > 0
  }

  /** The reports that reach us at `now`. A cancel that waited for one of them leaves. */
  answers(now: Timestamp): Batch['reports'] {
    const reports = this.#answers.take()
    for (const report of reports)
      if (report.kind === 'accepted' || report.kind === 'rejected') {
        const { order, kind } = report
        if (this.#departures.answered(order, kind)) this.#leave({ kind: 'cancel', order }, now)
      }
    return reports
  }

  /** Our orders that reach the venue at `now`. */
  arrive(now: Timestamp): void {
    while (this.#sent.dueAt <= now) {
      const command = this.#sent.next()
      if (command.kind === 'submit') this.#place(command, now)
      else this.#remove(command.order, now)
      // What came of one is told before the next one's answer.
      if (this.core.hasNews) this.core.tell(this.#heard)
    }
    this.look()
  }

  /** Lets happen what is due at the venue by itself. */
  advance(now: Timestamp): void {
    this.core.advance(now)
    this.look()
  }

  /** Looks at what happened at the venue since the last look. */
  look(): void {
    this.core.tell(this.#heard)
    this.core.tellBooks(this.#bookChanged)
    this.venueDue = this.core.nextDue() ?? NEVER
  }

  /** Throws an Error where the books of profit are not those of the venue: then nothing of the result can be believed. */
  check(): void {
    const { markets, fund } = this.#parts
    checkProfit(this.core, this.profit, { account: US, markets, fund })
  }

  #open(market: Market, at: Timestamp): void {
    const { trading, result } = market
    const id = coreMarket(market.index)
    this.core.apply({ at, kind: 'market', market: marketSpec(market) })
    if (trading !== 'open') this.core.apply({ at, kind: 'trading', market: id, status: TRADING[trading] })
    if (result !== null) this.core.apply({ at, kind: 'resolve', market: id, yes: result.yes })
    this.core.drain()
  }

  #send(commands: readonly Command[], now: Timestamp): void {
    for (const orders of this.#departures.cancel(commands.filter(command => command.kind === 'cancel')))
      for (const order of orders) this.#leave({ kind: 'cancel', order }, now)
    for (const command of commands) {
      if (command.kind !== 'submit') continue
      this.#departures.create(command.id)
      this.history.sent(command, now)
      this.#leave(command, now)
    }
  }

  #leave(call: Submit | Removal, now: Timestamp): void {
    this.#sent.send(now + this.#parts.latency.entry(now), call)
  }

  /** When we hear what the venue says now. */
  #heardAt(at: Timestamp): Timestamp {
    return this.#answers.arrivalOf(at + this.#parts.latency.answer(at))
  }

  #answer(report: Report): void {
    this.#answers.send(report.receivedAt, report)
  }

  #place(submit: Submit, at: Timestamp): void {
    const answer = this.core.trade.place(at, orderSpec(submit, US))
    const receivedAt = this.#heardAt(at)
    this.history.answered(submit.id, answer, at)
    if (answer.kind === 'refused') this.#answer({ at, receivedAt, kind: 'rejected', order: submit.id, slug: answer.reason })
    else if (answer.kind === 'accepted') {
      const { order, lockedUntil } = answer
      this.#answer({ at, receivedAt, kind: 'accepted', order: submit.id, venueId: String(order), lockedUntil })
      const known = this.core.orderById(order)
      if (known?.isResting === true) this.joined.join(submit)
    }
  }

  #remove(order: string, at: Timestamp): void {
    const removal = this.core.trade.remove(at, US, order)
    const answer = removal === 'rejected' ? 'locked' : removal
    this.#answer({ at, receivedAt: this.#heardAt(at), kind: 'removal', order: OrderId.parse(order), answer })
  }

  readonly #heard = (event: CoreEvent): void => {
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
    this.joined.leave(event.order.spec.hash)
    this.history.over(event)
    const word = wordOf(event, this.#heardAt(event.at))
    if (word !== null) this.#answer(word)
  }

  readonly #bookChanged = ({ changedAt, spec: { id } }: CoreMarket, orders: RestingOrders): void => {
    this.quotes.look(changedAt, id - 1, orders)
    this.#parts.ordersChanged(id - 1)
  }

  #matched(match: Match): void {
    const booked = legsOf(match).map(leg => this.#book(match, leg))
    this.#unsettled.set(match.id, booked)
  }

  #book(match: Match, leg: Leg): Booked {
    const { at } = match
    const entry = this.profit.fill(match.market - 1, leg)
    const fill = this.joined.fillOf(match, leg, leg.isMaker ? this.#parts.evidence() : null)
    const told = fillOf(match, leg)
    this.fills.push(fill)
    this.history.filled(told.order, told.shares)
    this.#answer({ at, receivedAt: this.#heardAt(at), kind: 'matched', fill: told })
    return { fill, entry, told }
  }

  #settled(kind: 'settled' | 'failed', { at, match }: { readonly at: Timestamp; readonly match: Match }): void {
    for (const { fill, entry, told } of this.#unsettled.get(match.id) ?? []) {
      if (kind === 'failed') {
        fill.isSettled = false
        this.profit.undo(match.market - 1, entry)
        this.history.filled(told.order, -told.shares)
      }
      this.#answer({ at, receivedAt: this.#heardAt(at), kind, fill: told })
    }
    this.#unsettled.delete(match.id)
  }
}
