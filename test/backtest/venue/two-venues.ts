import type { VenueTiming } from '../../../backtest/account-parts.js'
import { coreMarket, marketSpec, orderSpec } from '../../../backtest/order-spec.js'
import { Profit } from '../../../backtest/profit.js'
import { AccountVenue } from '../../../backtest/venue/account-venue.js'
import { place, remove } from '../../../backtest/venue/place-order.js'
import { restingQuotes } from '../../../backtest/venue/resting-quotes.js'
import { runDue } from '../../../backtest/venue/run-due.js'
import { define } from '../../../backtest/venue/trading.js'
import { VenueCrowd } from '../../../backtest/venue/venue-crowd.js'
import type { VenueListener } from '../../../backtest/venue/venue-listener.js'
import type { VenueLeg, VenueMatch } from '../../../backtest/venue/venue-match.js'
import { AnswerState, type VenueOrder } from '../../../backtest/venue/venue-order.js'
import { VenueBook } from '../../../backtest/venue-book.js'
import { type Entry, WeiProfit } from '../../../backtest/wei-profit.js'
import { type Core, createCore } from '../../../src/exchange/core/core.js'
import type { CoreEvent, Leg, Match } from '../../../src/exchange/core/core-event.js'
import type { FollowedCrowd } from '../../../src/exchange/core/crowd-door.js'
import type { CrowdRow } from '../../../src/exchange/core/recorded-crowd.js'
import { marketChange } from '../../../src/exchange/crowd/market-change.js'
import type { FillModel } from '../../../src/model/fill-model.js'
import type { Place } from '../../../src/model/intent.js'
import type { Market } from '../../../src/model/market.js'
import type { Outcome, Price, Size, Wei } from '../../../src/model/money.js'
import type { Timestamp } from '../../../src/model/time.js'

const US = 'crowd-us'
const MICRO = 10n ** 12n
const PRODUCT = 10n ** 8n

interface Parts {
  readonly markets: readonly Market[]
  readonly fund: Wei
  readonly model: FillModel
  readonly terms: VenueTiming
  readonly startedAt: Timestamp
}

/** The venue of one account twice, as rows and as an exchange core, over one recorded book: each says what happens, and neither may differ. */
export class TwoVenues {
  /** What each said, a line an event. */
  readonly byRows: string[] = []
  readonly byCore: string[] = []
  /** What was met so far: refusals, ends, fees. */
  readonly met = new Set<string>()
  readonly core: Core
  readonly rows: AccountVenue
  readonly #books: readonly VenueBook[]
  readonly #crowds: readonly FollowedCrowd[]
  readonly #rowCrowds: readonly FollowedCrowd[]
  readonly #profit: Profit
  readonly #exact: WeiProfit
  readonly #entries = new Map<number, readonly Entry[]>()
  readonly #unheard: VenueOrder[] = []
  #number = 0

  constructor({ markets, fund, model, terms, startedAt }: Parts) {
    this.#books = markets.map(market => new VenueBook(market))
    this.core = createCore({ ...terms, fillModel: () => model, matchesKept: 100 })
    this.core.apply({ at: startedAt, kind: 'fund', account: US, cash: fund })
    for (const market of markets) this.core.apply({ at: startedAt, kind: 'market', market: marketSpec(market) })
    this.#crowds = this.#books.map(({ levels, market }) => this.core.crowd.follow(coreMarket(market.index), levels))
    this.rows = new AccountVenue({ recorded: this.#books, fund, model, terms, listener: this.#listener() }, startedAt)
    this.#rowCrowds = this.rows.markets.map(market => new VenueCrowd(this.rows, market))
    this.#profit = new Profit(this.#books)
    this.#exact = new WeiProfit(this.#books)
  }

  /** An order arrives. The answer to every second one is heard only with the next step. */
  place(at: Timestamp, order: Place): void {
    const number = ++this.#number
    const row = this.rows.orders.open(number, order)
    this.#unheard.push(row)
    if (number % 2 === 0) this.#hear()
    const reason = place(this.rows, row, at)
    const answer = this.core.trade.place(at, orderSpec(String(number), order, US))
    this.byRows.push(`answer ${reason ?? row.lockedUntil} ${row.isResting}`)
    const isResting = answer.kind === 'accepted' && this.core.orderById(answer.order)?.isResting === true
    const said = answer.kind === 'refused' ? answer.reason : answer.kind === 'accepted' ? (answer.lockedUntil ?? 0) : ''
    if (answer.kind === 'refused') this.met.add(answer.reason)
    this.#look(`answer ${said} ${isResting}`)
    if (reason !== null) this.#hear()
  }

  remove(at: Timestamp, number: number): void {
    this.#hear()
    this.byRows.push(`removal ${remove(this.rows, this.rows.orders.find(number), at)}`)
    const removal = this.core.trade.remove(at, US, String(number))
    this.met.add(`removal ${removal}`)
    this.#look(`removal ${removal}`)
  }

  level(row: CrowdRow, market: number): void {
    this.#hear()
    const book = this.#books[market]!
    this.#crowds[market]!.before(row)
    this.#rowCrowds[market]!.before(row)
    book.begin(row.at)
    book.set(row.lane, row.price, row.size)
    this.#crowds[market]!.after(row)
    this.#rowCrowds[market]!.after(row)
    this.#look()
  }

  print(at: Timestamp, market: number, print: { side: 'bid' | 'ask'; price: Price; size: Size }): void {
    this.#crowds[market]!.print(at, print)
    this.#rowCrowds[market]!.print(at, print)
    this.#look()
  }

  clear(at: Timestamp, market: number): void {
    this.#crowds[market]!.clear(at)
    this.#rowCrowds[market]!.clear(at)
    this.#books[market]!.begin(at)
    this.#books[market]!.clear()
    this.#look()
  }

  define(at: Timestamp, next: Market): void {
    const book = this.#books[next.index]!
    const commands = marketChange(book.market, next, { at, market: coreMarket(next.index) })
    book.begin(at)
    book.define(next)
    for (const command of commands) {
      this.core.apply(command)
      define(this.rows, command)
    }
    this.#look()
  }

  advance(to: Timestamp): void {
    this.#hear()
    this.core.advance(to)
    runDue(this.rows, to)
    this.#look()
  }

  marketOf(index: number): Market {
    return this.#books[index]!.market
  }

  /** Both accounts, what is due next, what rests and what was earned, a line each side. */
  states(): readonly [string, string] {
    const { core, rows } = this
    const account = core.account(US)!
    const { now } = core
    const ofRows = [String(rows.ledger.cash), String(rows.ledger.reservedCash), String(rows.nextDue()), String(rows.now)]
    const ofCore = [String(account.cash), String(account.reservedCash), String(core.nextDue() ?? 'Infinity'), String(now)]
    const quotes = restingQuotes(rows)
    for (const { market } of this.#books) {
      const held = account.holdings.get(coreMarket(market.index))
      for (const outcome of ['yes', 'no'] as const) {
        ofRows.push(`${rows.ledger.shares(market.index, outcome)} ${rows.ledger.freeShares(market.index, outcome)}`)
        const reserved = (outcome === 'yes' ? held?.reservedYes : held?.reservedNo) ?? 0n
        ofCore.push(`${held?.[outcome] ?? 0n} ${(held?.[outcome] ?? 0n) - reserved}`)
      }
      ofRows.push(
        quotes
          .of(market.index)
          .map(({ size }) => size)
          .join(),
      )
      const resting = core
        .openOrdersOf(US)
        .filter(({ isResting, spec }) => isResting && spec.market === coreMarket(market.index))
      ofCore.push(resting.map(({ spec, matched }) => (spec.shares - matched) / MICRO).join())
    }
    this.#profit.look(now)
    ofRows.push(String(BigInt(this.#profit.equity) * PRODUCT + this.#profit.equityRest), [...this.#profit.net()].join())
    ofCore.push(String(this.#exact.equity(now)), this.#exact.net().join())
    return [ofRows.join('; '), ofCore.join('; ')]
  }

  /** What both profits come to in parts. */
  profits(): readonly [object, object] {
    return [this.#profit.close(this.core.now), this.#exact.close(this.core.now)]
  }

  #hear(): void {
    for (const order of this.#unheard.splice(0)) {
      order.answer = AnswerState.HEARD
      this.rows.orders.release(order)
    }
  }

  /** The core tells late what the rows tell at once. */
  #look(said?: string): void {
    this.core.tell(event => this.#told(event))
    if (said !== undefined) this.byCore.push(said)
    this.core.tellBooks(() => undefined)
    this.rows.tellBooks(() => undefined)
  }

  #told(event: CoreEvent): void {
    const say = (text: string) => void this.byCore.push(`${event.at} ${text}`)
    switch (event.kind) {
      case 'accepted':
        return say(`accepted ${event.order.id}`)
      case 'ended':
        this.met.add(event.why)
        return say(`ended ${event.order.id} ${event.status} ${event.why}`)
      case 'matched':
        say(`matched ${event.match.id} ${oursIn(event.match).map(legLine).join(', ')}`)
        this.#entries.set(
          event.match.id,
          oursIn(event.match).map(leg => this.#exact.fill(event.match.market - 1, leg)),
        )
        return this.#note(event.match)
      case 'settled':
        return say(`settled ${event.match.id}`)
      case 'failed':
        if (oursIn(event.match).some(({ order }) => order.status === 'OPEN')) this.met.add('came back')
        for (const entry of this.#entries.get(event.match.id)!) this.#exact.undo(event.match.market - 1, entry)
        return say(`failed ${event.match.id}`)
      case 'paid':
        if (event.account !== US) return
        this.met.add(`paid ${this.core.market(event.market)?.result}`)
        this.#exact.pay(event.market - 1, event)
        return say(`paid ${event.market - 1} ${event.outcome} ${event.shares} ${event.value}`)
      case 'book':
      case 'submitted':
      case 'trading':
      case 'status':
      case 'converted':
        return
      default:
        event satisfies never
    }
  }

  #note(match: Match): void {
    for (const { isMaker, side, fee } of oursIn(match)) {
      const role = isMaker ? 'maker' : 'taker'
      this.met.add(`${role} ${side} ${fee.amount === 0n ? 'free' : fee.in}`)
      if (fee.rounded !== undefined && fee.rounded < 0n) this.met.add('fee left out in part')
    }
  }

  #listener(): VenueListener {
    const say = (text: string) => void this.byRows.push(`${this.rows.now} ${text}`)
    const legs = ({ legs, count }: VenueMatch) => legs.slice(0, count)
    return {
      accepted: order => say(`accepted ${order.id}`),
      ended: (order, status, why) => say(`ended ${order.id} ${status} ${why}`),
      matched: match => {
        say(`matched ${match.id} ${legs(match).map(rowLine).join(', ')}`)
        for (const leg of legs(match)) this.#profit.fill(match.market, leg)
      },
      settled: match => say(`settled ${match.id}`),
      failed: match => {
        for (const leg of legs(match)) this.#profit.undo(match.market, leg)
        say(`failed ${match.id}`)
      },
      paid: (market: number, outcome: Outcome, shares: bigint, value: bigint) => {
        this.#profit.pay(market, outcome, shares, value)
        say(`paid ${market} ${outcome} ${shares} ${value}`)
      },
    }
  }
}

const oursIn = ({ taker, makers }: Match): readonly Leg[] =>
  (taker === null ? makers : [taker, ...makers]).filter(({ order }) => order.id !== 0)

const feeLine = ({ in: kind, amount, rounded }: Leg['fee']): string => `${kind} ${amount} ${rounded}`

const legLine = ({ order, isMaker, shares, value, fee }: Leg): string =>
  `${order.id} ${isMaker} ${shares} ${value} ${feeLine(fee)}`

const rowLine = ({ order, isMaker, size, value, fee }: VenueLeg): string =>
  `${order.id} ${isMaker} ${BigInt(size) * MICRO} ${BigInt(value) * PRODUCT} ${feeLine(fee)}`
