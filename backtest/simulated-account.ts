import type { Desk } from '../src/engine/desk.js'
import type { Outgoing } from '../src/engine/outgoing.js'
import type { WordRows } from '../src/engine/turn.js'
import { Word, WordRing } from '../src/engine/word-ring.js'
import type { CoreOrderStatus } from '../src/exchange/core/core-event.js'
import type { FollowedCrowd } from '../src/exchange/core/crowd-door.js'
import type { DefinitionCommand } from '../src/exchange/crowd/market-change.js'
import type { Batch } from '../src/model/batch.js'
import type { Place } from '../src/model/intent.js'
import type { Outcome } from '../src/model/money.js'
import { Timestamp } from '../src/model/time.js'
import type { AccountParts } from './account-parts.js'
import { AccountWarnings } from './account-warnings.js'
import { checkProfit } from './check-profit.js'
import { CommandRing } from './command-ring.js'
import { FairValues } from './fair-values.js'
import { FillRows } from './fill-rows.js'
import { JoinedLevels } from './joined-levels.js'
import { EPOCH, openDesk } from './open-desk.js'
import { OrderHistory } from './order-history.js'
import { Profit } from './profit.js'
import { QuoteSpans } from './quote-spans.js'
import { endWordOf, fillOf } from './report-words.js'
import { type RewardOptions, Rewards } from './rewards.js'
import { RunBatch } from './run-batch.js'
import { AccountVenue } from './venue/account-venue.js'
import { place, remove } from './venue/place-order.js'
import { restingQuotes } from './venue/resting-quotes.js'
import { runDue } from './venue/run-due.js'
import { define, openMarket } from './venue/trading.js'
import { VenueCrowd } from './venue/venue-crowd.js'
import type { EndReason, VenueListener } from './venue/venue-listener.js'
import type { VenueMarket } from './venue/venue-market.js'
import type { VenueLeg, VenueMatch } from './venue/venue-match.js'
import { AnswerState, type VenueOrder } from './venue/venue-order.js'
import { VenueHash } from './venue-hash.js'

const REMOVALS = { removed: Word.REMOVED, noop: Word.NOTHING_THERE, rejected: Word.LOCKED } as const
const RECORDED_POINTS: RewardOptions = { usdtPerPoint: 0, terms: null }

/**
 * One desk with its orders at a venue of its own, whose crowd is the recording. Accounts neither trade with each other nor share the displayed
 * sizes.
 */
export class SimulatedAccount implements Outgoing, VenueListener {
  readonly model: string
  readonly desk: Desk
  readonly profit: Profit
  readonly rewards: Rewards
  readonly joined: JoinedLevels
  readonly history: OrderHistory
  readonly fills: FillRows
  /** null: the strategies' fair values are not recorded. */
  readonly fairs: FairValues | null
  readonly quotes: QuoteSpans
  readonly hash = new VenueHash()
  readonly warnings: AccountWarnings
  /** When the venue's own next action is due: a settlement, an expiry, the end of a taker's delay. */
  venueDue: number
  readonly #venue: AccountVenue
  readonly #markets: AccountParts['markets']
  readonly #fund: AccountParts['fund']
  readonly #latency: AccountParts['latency']
  readonly #evidence: AccountParts['evidence']
  readonly #ordersChanged: AccountParts['ordersChanged']
  readonly #sent = new CommandRing()
  readonly #answers = new WordRing()
  readonly #rows: WordRows = { words: this.#answers, outgoing: this }
  /** When the last answer reaches us. */
  #lastAnswerAt = 0
  /** Number of commands sent so far. */
  #sentCount = 0
  /** Time of the turn that sends commands now. */
  #turnAt = Timestamp.ZERO
  /** When the order that is now placed or removed reached the venue. */
  #arrivedAt = Timestamp.ZERO

  constructor(parts: AccountParts, startedAt: Timestamp) {
    const { model, markets, recorded, fund, terms } = parts
    // Keeps no options object: a spread makes an object with a new hidden class in every run, and code compiled for another run would not fit it.
    this.#markets = markets
    this.#fund = fund
    this.#latency = parts.latency
    this.#evidence = parts.evidence
    this.#ordersChanged = parts.ordersChanged
    this.model = model.name
    this.warnings = new AccountWarnings(market => recorded[market]!.market.id)
    this.fairs = parts.keepsFairs === true ? new FairValues() : null
    this.desk = openDesk(parts, this.fairs)
    this.#venue = new AccountVenue({ recorded, fund, model, terms, listener: this }, startedAt)
    this.profit = new Profit(recorded)
    this.fills = new FillRows(EPOCH, recorded)
    this.joined = new JoinedLevels(recorded)
    this.quotes = new QuoteSpans(recorded.length)
    const { rewards = RECORDED_POINTS, keepsOrders = false } = parts
    this.history = new OrderHistory(keepsOrders, EPOCH)
    this.rewards = new Rewards(recorded, rewards, restingQuotes(this.#venue))
    for (const market of markets) openMarket(this.#venue, market)
    this.venueDue = this.#venue.nextDue()
  }

  /** When our next order reaches the venue. */
  get arrivalDue(): number {
    return this.#sent.dueAt
  }

  /** When the venue's next answer reaches us. */
  get answerDue(): number {
    return this.#answers.dueAt
  }

  /** Whether anything happened at the venue since the last call of `look`. */
  get hasNews(): boolean {
    return this.#venue.hasNews
  }

  /** Our orders in one market, for the rows of the recording. */
  crowdOf(market: number): FollowedCrowd {
    return new VenueCrowd(this.#venue, this.#venue.markets[market]!)
  }

  /** The venue's first report to the desk: the link is live, and the account has only cash. */
  greet(now: Timestamp): void {
    const stamp = { at: now, receivedAt: now }
    const snapshot = { orders: [], cash: this.#fund, fills: [], shares: new Map() }
    const batch = new RunBatch()
    batch.now = now
    batch.reports = [
      { ...stamp, kind: 'link', state: 'live' },
      { ...stamp, kind: 'snapshot', snapshot },
    ]
    this.turn(batch)
  }

  /** One turn of the desk; its commands are sent. Returns whether there were any. */
  turn(batch: Batch): boolean {
    return this.#pass(batch, null)
  }

  /** The same, with the venue's answers that reach us at this moment. */
  answers(batch: Batch): void {
    this.#pass(batch, this.#rows)
  }

  /** If a cancel waited for the create's answer, it is sent with that answer. */
  heard(words: WordRing): void {
    const { word } = words
    if (word > Word.RATIONED) return
    const order = this.#venue.orders.find(words.order)
    if (order === null) return
    const isAwaited = order.answer === AnswerState.AWAITED
    order.answer = AnswerState.HEARD
    if (isAwaited && word === Word.ACCEPTED) this.#send(order.terms.number, true)
    this.#venue.orders.release(order)
  }

  /** A cancel of an unanswered create waits for the create's answer. */
  cancel(number: number): void {
    const order = this.#venue.orders.find(number)
    if (order === null || order.answer === AnswerState.HEARD) this.#send(number, true)
    else order.answer = AnswerState.AWAITED
  }

  create(number: number, place: Place): void {
    this.history.sent(this.#venue.orders.open(number, place), this.#turnAt)
    this.#send(number, false)
  }

  /** Carries out the commands that reach the venue at `now`. */
  arrive(now: Timestamp): void {
    this.#arrivedAt = now
    for (const sent = this.#sent; sent.dueAt <= now; sent.drop()) {
      if (sent.isRemoval) this.#remove(sent.order, now)
      else this.#place(this.#venue.orders.find(sent.order)!, now)
    }
    this.look()
  }

  /** Carries out what is due at the venue without us. */
  advance(now: Timestamp): void {
    runDue(this.#venue, now)
    this.look()
  }

  /** Applies a market's new definition. */
  define(commands: readonly DefinitionCommand[]): void {
    for (const command of commands) define(this.#venue, command)
  }

  /** Reads what happened at the venue since the last call. */
  look(): void {
    this.#venue.tellBooks(this.#bookChanged)
    this.venueDue = this.#venue.nextDue()
  }

  /** Throws an Error if profit was computed with other cash or shares than the venue has, because then no part of the result is right. */
  check(): void {
    checkProfit(this.#venue, this.profit, this.#markets, this.#fund)
  }

  accepted(order: VenueOrder, lockedUntil: number): void {
    this.hash.accepted(this.#venue.now, order.id)
    this.history.accepted(order, this.#arrivedAt)
    const due = this.#answerAt(this.#arrivedAt)
    this.#answers.pushLocked(due, Word.ACCEPTED, order.terms.number, Timestamp.of(lockedUntil))
  }

  ended(order: VenueOrder, status: Exclude<CoreOrderStatus, 'OPEN'>, why: EndReason): void {
    const { now } = this.#venue
    this.hash.ended(now, order.id, status)
    this.history.over(order, status, why, now)
    const word = endWordOf({ status, why })
    if (word !== null) this.#answers.push(this.#answerAt(now), word, order.terms.number)
  }

  matched(match: VenueMatch): void {
    const { now } = this.#venue
    this.hash.matched(now, match.id)
    for (let i = 0; i < match.count; i++) this.#book(match, match.legs[i]!, now)
  }

  settled(match: VenueMatch): void {
    const { now } = this.#venue
    this.hash.settled(now, match.id)
    for (let i = 0; i < match.count; i++) this.#tell(match.legs[i]!, Word.SETTLED, now)
  }

  failed(match: VenueMatch): void {
    const { now } = this.#venue
    this.hash.failed(now, match.id)
    for (let i = 0; i < match.count; i++) {
      const leg = match.legs[i]!
      this.fills.fail(leg.row)
      this.profit.undo(match.market, leg)
      this.history.filled(leg.order, -leg.size)
      this.#tell(leg, Word.FAILED, now)
    }
  }

  paid(market: number, outcome: Outcome, shares: bigint, value: bigint): void {
    this.hash.paid(this.#venue.now, market, shares, value)
    this.profit.pay(market, outcome, shares, value)
  }

  #pass(batch: Batch, rows: WordRows | null): boolean {
    const before = this.#sentCount
    this.#turnAt = batch.now
    const { faults, halt, refusals } = this.desk.pass(batch, this, rows)
    if (refusals.length > 0) {
      this.history.refused(refusals)
      this.warnings.refused(refusals, batch.now)
    }
    if (faults.length > 0 || halt !== null) this.warnings.take({ faults, halt }, batch.now)
    return this.#sentCount > before
  }

  #send(order: number, isRemoval: boolean): void {
    this.#sentCount++
    this.#sent.send(this.#turnAt + this.#latency.entry(this.#turnAt), order, isRemoval)
  }

  /** When an answer that the venue sends now reaches us: never before an earlier answer. */
  #answerAt(at: Timestamp): number {
    const due = Math.floor(at + this.#latency.answer(at))
    if (due > this.#lastAnswerAt) this.#lastAnswerAt = due
    return this.#lastAnswerAt
  }

  #place(order: VenueOrder, at: Timestamp): void {
    const reason = place(this.#venue, order, at)
    if (reason !== null) {
      this.history.turnedAway(order, reason, at)
      this.#answers.push(this.#answerAt(at), Word.REJECTED, order.terms.number)
    } else if (order.isResting) this.joined.join(order)
  }

  #remove(number: number, at: Timestamp): void {
    const removal = remove(this.#venue, this.#venue.orders.find(number), at)
    this.#answers.push(this.#answerAt(at), REMOVALS[removal], number)
  }

  readonly #bookChanged = ({ changedAt, index, book }: VenueMarket): void => {
    this.quotes.look(changedAt, index, book)
    this.#ordersChanged(index)
  }

  #book(match: VenueMatch, leg: VenueLeg, now: Timestamp): void {
    this.hash.leg(leg.order.id, leg.size, leg.value, leg.fee.amount)
    this.profit.fill(match.market, leg)
    leg.row = this.fills.add(match, leg, this.joined.isAlone(leg), this.#evidence)
    leg.told = fillOf(match, leg, EPOCH)
    this.history.filled(leg.order, leg.size)
    this.#tell(leg, Word.MATCHED, now)
  }

  #tell({ order, told }: VenueLeg, word: Word, now: Timestamp): void {
    this.#answers.pushFill(this.#answerAt(now), word, order.terms.number, told!)
  }
}
