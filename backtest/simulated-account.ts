import { Departures } from '../src/engine/departures.js'
import { createDesk, type Desk } from '../src/engine/desk.js'
import { freshDeskState } from '../src/engine/desk-state.js'
import type { Outgoing } from '../src/engine/outgoing.js'
import type { Rows } from '../src/engine/turn.js'
import { Word, WordRing } from '../src/engine/word-ring.js'
import { type Core, createCore } from '../src/exchange/core/core.js'
import type { CoreEvent, Leg, Match } from '../src/exchange/core/core-event.js'
import type { CoreMarket, RestingOrders } from '../src/exchange/core/core-reads.js'
import { TRADING } from '../src/exchange/crowd/market-change.js'
import type { Batch } from '../src/model/batch.js'
import type { Fill } from '../src/model/fill.js'
import { OrderId } from '../src/model/ids.js'
import type { Place } from '../src/model/intent.js'
import type { Market } from '../src/model/market.js'
import { Timestamp } from '../src/model/time.js'
import type { AccountParts } from './account-parts.js'
import { checkProfit } from './check-profit.js'
import { CommandRing } from './command-ring.js'
import { JoinedLevels, type OpenFill } from './joined-levels.js'
import { NEVER } from './never.js'
import { OrderHistory } from './order-history.js'
import { coreMarket, marketSpec, orderSpec } from './order-spec.js'
import { legsOf } from './our-legs.js'
import { type Entry, Profit } from './profit.js'
import { QuoteSpans } from './quote-spans.js'
import { endWordOf, fillOf } from './report-words.js'
import type { SimulatedFill } from './result.js'
import { type RewardOptions, Rewards } from './rewards.js'
import { turnWarnings } from './turn-warnings.js'

/**
 * Our wallet in the core. It belongs to the traders without keys, whose finished orders are forgotten: nobody asks for them here, and the
 * memory of a long run stays flat.
 */
const US = 'crowd-desk'
const EPOCH = 1
const REMOVALS = { removed: Word.REMOVED, noop: Word.NOTHING_THERE, rejected: Word.LOCKED } as const
const RECORDED_POINTS: RewardOptions = { usdtPerPoint: 0, terms: null }

/** One of our legs, from its match to its settlement. */
interface Booked {
  readonly number: number
  readonly fill: OpenFill
  readonly entry: Entry
  readonly told: Fill
}

/** One desk and its orders at a venue of its own, whose crowd is the recording: accounts neither meet each other nor share what is displayed. */
export class SimulatedAccount implements Outgoing {
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
  readonly #departures = new Departures<number>()
  readonly #sent = new CommandRing()
  readonly #answers = new WordRing()
  readonly #rows: Rows = { words: this.#answers, outgoing: this }
  #lastHeard = 0
  /** How many commands left so far, and when the turn is whose commands leave. */
  #leaving = 0
  #turnAt = Timestamp.ZERO
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
    return this.#pass(batch, null)
  }

  /** The same with the venue's answers that reach us at this moment. */
  answers(batch: Batch): void {
    this.#pass(batch, this.#rows)
  }

  /** A cancel that waited for the answer leaves with it. */
  heard(words: WordRing): void {
    const { word, order } = words
    if (word > Word.RATIONED) return
    const answer = word === Word.ACCEPTED ? 'accepted' : 'rejected'
    if (this.#departures.answered(order, answer)) this.#leave(order, null)
  }

  cancel(order: number): void {
    if (!this.#departures.holds(order)) this.#leave(order, null)
  }

  create(order: number, place: Place): void {
    this.#departures.create(order)
    this.history.sent(OrderId.of(EPOCH, order), place, this.#turnAt)
    this.#leave(order, place)
  }

  /** Our orders that reach the venue at `now`. */
  arrive(now: Timestamp): void {
    for (const sent = this.#sent; sent.dueAt <= now; sent.drop()) {
      const { order, place } = sent
      if (place === null) this.#remove(order, now)
      else this.#place(order, place, now)
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

  #pass(batch: Batch, rows: Rows | null): boolean {
    const before = this.#leaving
    this.#turnAt = batch.now
    const { faults, halt, refusals } = this.desk.pass(batch, this, rows)
    if (refusals.length > 0) this.history.refused(refusals)
    if (faults.length > 0 || halt !== null)
      for (const text of turnWarnings({ faults, halt }, batch.now)) this.warnings.add(text)
    return this.#leaving > before
  }

  /** `place` null: the order shall be removed. */
  #leave(order: number, place: Place | null): void {
    this.#leaving++
    this.#sent.send(this.#turnAt + this.#parts.latency.entry(this.#turnAt), order, place)
  }

  /** When we hear what the venue says now: what is said later never arrives earlier. */
  #heardAt(at: Timestamp): number {
    this.#lastHeard = Math.max(this.#lastHeard, Math.floor(at + this.#parts.latency.answer(at)))
    return this.#lastHeard
  }

  #place(number: number, place: Place, at: Timestamp): void {
    const answer = this.core.trade.place(at, orderSpec(String(number), place, US))
    this.history.answered(number, answer, at)
    if (answer.kind === 'refused') this.#answers.push(this.#heardAt(at), Word.REJECTED, number)
    else if (answer.kind === 'accepted') {
      const { order, lockedUntil } = answer
      this.#answers.pushLocked(this.#heardAt(at), Word.ACCEPTED, number, lockedUntil ?? Timestamp.ZERO)
      const known = this.core.orderById(order)
      if (known?.isResting === true) this.joined.join(number, place)
    }
  }

  #remove(number: number, at: Timestamp): void {
    const removal = this.core.trade.remove(at, US, String(number))
    this.#answers.push(this.#heardAt(at), REMOVALS[removal], number)
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
    const number = Number(event.order.spec.hash)
    this.joined.leave(number)
    this.history.over(number, event)
    const word = endWordOf(event)
    if (word !== null) this.#answers.push(this.#heardAt(event.at), word, number)
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
    const number = Number(leg.order.spec.hash)
    const entry = this.profit.fill(match.market - 1, leg)
    const fill = this.joined.fillOf(match, leg, { number, row: leg.isMaker ? this.#parts.evidence() : null })
    const told = fillOf(match, leg, OrderId.of(EPOCH, number))
    this.fills.push(fill)
    this.history.filled(number, told.shares)
    this.#answers.pushFill(this.#heardAt(match.at), Word.MATCHED, number, told)
    return { number, fill, entry, told }
  }

  #settled(kind: 'settled' | 'failed', { at, match }: { readonly at: Timestamp; readonly match: Match }): void {
    for (const { number, fill, entry, told } of this.#unsettled.get(match.id) ?? []) {
      if (kind === 'failed') {
        fill.isSettled = false
        this.profit.undo(match.market - 1, entry)
        this.history.filled(number, -told.shares)
      }
      this.#answers.pushFill(this.#heardAt(at), kind === 'failed' ? Word.FAILED : Word.SETTLED, number, told)
    }
    this.#unsettled.delete(match.id)
  }
}
