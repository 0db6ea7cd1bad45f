import type { AccountParts } from '../../backtest/account-parts.js'
import { AccountWarnings } from '../../backtest/account-warnings.js'
import { ourLegs, yesTermsOf } from '../../backtest/calibrate/core-orders.js'
import { NEVER } from '../../backtest/never.js'
import { EPOCH, openDesk } from '../../backtest/open-desk.js'
import { coreMarket, marketSpec, orderSpec } from '../../backtest/order-spec.js'
import { endWordOf } from '../../backtest/report-words.js'
import type { SimulatedFill } from '../../backtest/result.js'
import { type RestingQuotes, type RewardOptions, Rewards } from '../../backtest/rewards.js'
import { VenueHash } from '../../backtest/venue-hash.js'
import { type Entry, WeiProfit } from '../../backtest/wei-profit.js'
import { Departures } from '../../src/engine/departures.js'
import type { Desk } from '../../src/engine/desk.js'
import type { Outgoing } from '../../src/engine/outgoing.js'
import type { WordRows } from '../../src/engine/turn.js'
import { Word, WordRing } from '../../src/engine/word-ring.js'
import { type Core, createCore } from '../../src/exchange/core/core.js'
import type { CoreEvent, Leg, Match } from '../../src/exchange/core/core-event.js'
import type { CoreMarket, RestingOrders } from '../../src/exchange/core/core-reads.js'
import { TRADING } from '../../src/exchange/crowd/market-change.js'
import type { Batch } from '../../src/model/batch.js'
import type { Fill } from '../../src/model/fill.js'
import { OrderId } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import type { Market } from '../../src/model/market.js'
import { Timestamp } from '../../src/model/time.js'
import { coreFillOf } from './core-fill.js'
import { checkSlowProfit } from './slow-check-profit.js'
import { type OpenFill, SlowJoinedLevels } from './slow-joined-levels.js'
import { SlowLater } from './slow-later.js'
import { SlowOrderHistory } from './slow-order-history.js'
import { SlowQuoteSpans } from './slow-quote-spans.js'

/**
 * Our wallet in the core. Its name makes it one of the crowd's wallets, whose ended orders the core forgets: this twin never reads them, and the
 * memory of a long run stays flat.
 */
const US = 'crowd-desk'
const REMOVALS = { removed: Word.REMOVED, noop: Word.NOTHING_THERE, rejected: Word.LOCKED } as const
const RECORDED_POINTS: RewardOptions = { usdtPerPoint: 0, terms: null }

/** One of our legs, from its match to its settlement. */
interface Booked {
  readonly number: number
  readonly fill: OpenFill
  readonly entry: Entry
  readonly told: Fill
}

/** The slow twin of `SimulatedAccount`: its venue is a whole exchange core of its own. */
export class SlowAccount implements Outgoing {
  readonly model: string
  readonly core: Core
  readonly desk: Desk
  readonly profit: WeiProfit
  readonly rewards: Rewards
  readonly joined: SlowJoinedLevels
  readonly later: SlowLater
  readonly history: SlowOrderHistory
  readonly fills: SimulatedFill[] = []
  readonly quotes = new SlowQuoteSpans()
  readonly hash = new VenueHash()
  readonly warnings: AccountWarnings
  /** When something of the venue's own is due next: a settlement, an expiry, the end of a taker's delay. */
  venueDue: number = NEVER
  readonly #parts: AccountParts
  readonly #departures = new Departures<number>()
  /** Commands on their way, first in, first out. `place` null: the order shall be removed. */
  readonly #sent: { readonly due: number; readonly order: number; readonly place: Place | null }[] = []
  readonly #answers = new WordRing()
  readonly #rows: WordRows = { words: this.#answers, outgoing: this }
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
    this.warnings = new AccountWarnings(market => recorded[market]!.market.id)
    this.desk = openDesk(parts)
    this.core = createCore({ ...terms, fillModel: () => model, matchesKept: 1_000 })
    this.profit = new WeiProfit(recorded)
    this.joined = new SlowJoinedLevels(recorded)
    this.later = new SlowLater(recorded)
    const { rewards = RECORDED_POINTS, keepsOrders = false } = parts
    this.history = new SlowOrderHistory(keepsOrders)
    this.rewards = new Rewards(recorded, rewards, quotesOf(this.core))
    this.core.apply({ at: startedAt, kind: 'fund', account: US, cash: fund })
    for (const market of markets) this.#open(market, startedAt)
  }

  /** When our next order reaches the venue. */
  get arrivalDue(): number {
    return this.#sent[0]?.due ?? NEVER
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
    while ((this.#sent[0]?.due ?? NEVER) <= now) {
      const { order, place } = this.#sent.shift()!
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
    checkSlowProfit(this.core, this.profit, { account: US, markets, fund })
  }

  #open(market: Market, at: Timestamp): void {
    const { trading, result } = market
    const id = coreMarket(market.index)
    this.core.apply({ at, kind: 'market', market: marketSpec(market) })
    if (trading !== 'open') this.core.apply({ at, kind: 'trading', market: id, status: TRADING[trading] })
    if (result !== null) this.core.apply({ at, kind: 'resolve', market: id, yes: result.yes })
    this.core.drain()
  }

  #pass(batch: Batch, rows: WordRows | null): boolean {
    const before = this.#leaving
    this.#turnAt = batch.now
    const { faults, halt, refusals } = this.desk.pass(batch, this, rows)
    if (refusals.length > 0) this.history.refused(refusals)
    this.warnings.refused(refusals, batch.now)
    if (faults.length > 0 || halt !== null) this.warnings.take({ faults, halt }, batch.now)
    return this.#leaving > before
  }

  /** `place` null: the order shall be removed. */
  #leave(order: number, place: Place | null): void {
    this.#leaving++
    const due = this.#turnAt + this.#parts.latency.entry(this.#turnAt)
    this.#sent.push({ due: Math.max(due, this.#sent.at(-1)?.due ?? 0), order, place })
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
        if (event.account === US) this.#paid(event)
        return
      case 'accepted':
        return this.hash.accepted(event.at, event.order.id)
      case 'book':
      case 'submitted':
      case 'trading':
      case 'status':
      case 'converted':
        return
      default:
        return event satisfies never
    }
  }

  #paid(event: CoreEvent & { readonly kind: 'paid' }): void {
    this.hash.paid(event.at, event.market - 1, event.shares, event.value)
    this.profit.pay(event.market - 1, event)
  }

  #over(event: CoreEvent & { readonly kind: 'ended' }): void {
    this.hash.ended(event.at, event.order.id, event.status)
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
    this.hash.matched(match.at, match.id)
    const booked = ourLegs(match).map(leg => this.#book(match, leg))
    this.#unsettled.set(match.id, booked)
  }

  #book(match: Match, leg: Leg): Booked {
    const number = Number(leg.order.spec.hash)
    this.hash.leg(leg.order.id, Number(leg.shares / 10n ** 12n), Number(leg.value / 10n ** 8n), leg.fee.amount)
    const entry = this.profit.fill(match.market - 1, leg)
    const fill = this.joined.fillOf(match, leg, { number, row: leg.isMaker ? this.#parts.evidence.event : null })
    const told = coreFillOf(match, leg, OrderId.of(EPOCH, number))
    this.later.add(fill)
    this.fills.push(fill)
    this.history.filled(number, told.shares)
    this.#answers.pushFill(this.#heardAt(match.at), Word.MATCHED, number, told)
    return { number, fill, entry, told }
  }

  #settled(kind: 'settled' | 'failed', { at, match }: { readonly at: Timestamp; readonly match: Match }): void {
    if (kind === 'failed') this.hash.failed(at, match.id)
    else this.hash.settled(at, match.id)
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

/** Its orders that rest, in the order of their acceptance. */
const quotesOf = (core: Core): RestingQuotes => ({
  get hasAny() {
    return core.openOrdersOf(US).length > 0
  },
  of: market =>
    core
      .openOrdersOf(US)
      .filter(({ isResting, spec }) => isResting && spec.market === coreMarket(market))
      .map(order => ({ ...yesTermsOf(order), size: Number((order.spec.shares - order.matched) / 10n ** 12n) })),
})
