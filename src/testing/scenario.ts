import { AssertionError } from 'node:assert'
import type { z } from 'zod'
import { type Books, createBooks } from '../engine/books.js'
import { createDesk } from '../engine/create-desk.js'
import type { Desk } from '../engine/desk.js'
import { freshDeskState } from '../engine/desk-state.js'
import { deskSettings } from '../engine/settings.js'
import { MarketIndex } from '../model/ids.js'
import type { Refusal } from '../model/intent.js'
import type { Limits } from '../model/limits.js'
import type { Market } from '../model/market.js'
import { Size, Wei } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import type { StrategyDefinition } from '../strategy/strategy.js'
import { draw, picture } from './book-picture.js'
import { usdt } from './draw-view.js'
import { batchOf, DRAWN_AT, type DrawnEvent } from './drawn-books.js'
import { drawMarket, type MarketChange } from './drawn-market.js'
import { bookOf, type DrawnReport, DrawnVenue } from './drawn-venue.js'
import { SaidAnswer, type SaidMarket } from './said-answer.js'

/** How a scenario begins. Defaults: 1,000 USDT, no shares, no limits. */
export interface ScenarioOptions<S extends z.ZodType> {
  /** As in a config, with the schema's defaults. */
  readonly parameters?: z.input<S>
  readonly market?: MarketChange
  /** Further markets of the same strategy, each with an id: `on` selects the market of a step. */
  readonly others?: readonly (MarketChange & { readonly id: string })[]
  readonly cashUsdt?: number
  /** Settled shares of the first market. */
  readonly held?: { readonly yesShares?: number; readonly noShares?: number }
  /** Risk limits, as in a config. */
  readonly limits?: Partial<Limits>
}

/** The timer interval of a live run. */
const TIMER_US = 250_000
/** Most turns until a venue that answers at once leaves nothing to do. */
const ROUNDS_MAX = 50

/**
 * Plays a scenario: `scenario(strategy).book('ask 0.55 20 / bid 0.52 15').expectQuotes('ask 0.54 20 / bid 0.53 20')`. The strategy runs on the engine
 * itself, with a venue that answers at once; books are drawn without our own orders. Prices in dollars, sizes in shares. Throws what the strategy
 * throws, and an `AssertionError` that shows the difference, so any test runner works.
 */
export const scenario = <S extends z.ZodType>(strategy: StrategyDefinition<S>, options: ScenarioOptions<S> = {}): Scenario =>
  new Scenario(strategy, options)

/** One of the markets of a scenario. */
interface Stall {
  readonly market: Market
  readonly venue: DrawnVenue
  readonly said: SaidMarket
  isLive: boolean
}

/** A scenario; each call continues it. */
export class Scenario {
  readonly #stalls: readonly Stall[]
  readonly #books: Books
  readonly #desk: Desk
  readonly #said: SaidAnswer
  readonly #steps: string[] = []
  readonly #refusals: Refusal[] = []
  #now = DRAWN_AT
  /** The market that the next steps apply to. */
  #here: Stall

  constructor(definition: StrategyDefinition<z.ZodType>, options: ScenarioOptions<z.ZodType>) {
    const { market = {}, others = [], cashUsdt = 1_000, held = {}, limits = {} } = options
    const markets = [market, ...others].map((change, at) => ({ ...drawMarket(change), index: MarketIndex.of(at) }))
    expectOwnIds(markets)
    this.#books = createBooks(markets)
    this.#said = new SaidAnswer(definition)
    this.#stalls = markets.map(each => ({
      ...{ market: each, venue: new DrawnVenue(each), said: this.#said.of(each.id), isLive: false },
    }))
    this.#here = this.#stalls[0]!
    const parameters: unknown = definition.parameters.parse(options.parameters ?? {})
    this.#desk = createDesk({
      books: this.#books,
      markets,
      assignments: markets.map(({ index }) => ({ market: index, definition: this.#said.definition, parameters })),
      settings: deskSettings({ limits, ownInBook: false }),
      state: freshDeskState(1),
    })
    const own = { yes: sharesOf(held.yesShares), no: sharesOf(held.noShares) }
    const none = { yes: Wei.ZERO, no: Wei.ZERO }
    const shares = new Map(markets.map(({ index }, at) => [index, at === 0 ? own : none]))
    const snapshot = { orders: [], cash: usdt(cashUsdt), fills: [], shares }
    this.#turn(
      [],
      [
        { kind: 'link', state: 'live' },
        { kind: 'snapshot', snapshot },
      ],
    )
  }

  /** The following steps and checks apply to this market. The first one is called `drawn` if its `market` has no id. */
  on(id: string): this {
    const stall = this.#stalls.find(({ market }) => String(market.id) === id)
    const ids = this.#stalls.map(({ market }) => market.id).join(', ')
    if (stall === undefined) throw new RangeError(`expected one of the scenario's markets, ${ids}; found "${id}"`)
    this.#here = stall
    return this
  }

  /** Draws the whole book of all others; `''` is an empty book. */
  book(text: string): this {
    const { market, venue, isLive } = this.#here
    const begin: readonly DrawnEvent[] = isLive ? [] : [{ kind: 'clear', market: market.index }]
    this.#here.isLive = true
    const rows = venue.redraw(text)
    const levels = rows.map(level => ({ kind: 'level', market: market.index, cause: 'unexplained', ...level }) as const)
    return this.#step(`book ${text || 'without a level'}`, [...begin, ...levels])
  }

  /** The book's link ends; the next book makes it live again. */
  dark(why = 'the link ended'): this {
    const { market, venue, said } = this.#here
    this.#here.isLive = false
    venue.redraw('')
    said.dark(why)
    return this.#step('dark', [{ kind: 'feed', market: market.index, state: 'lost', why }])
  }

  /** Others trade: the side of the order that was hit, price and size, such as `'bid 0.52 10'`. The drawn book does not change. */
  print(text: string): this {
    const { index } = this.#here.market
    const rows = picture(text).map(level => ({ kind: 'trade', market: index, ...level }) as const)
    return this.#step(`print ${text}`, rows)
  }

  /** Fills our orders: `'bid 0.52 5'` fills 5 of our bid at 0.52. Throws a RangeError if less rests there. */
  fill(text: string): this {
    const reports = picture(text).flatMap(level => this.#here.venue.hit(level))
    return this.#step(`fill ${text}`, [], reports)
  }

  /** Sets the value of a reference; null: its feed is lost. */
  reference(name: string, value: number | null): this {
    const event: DrawnEvent =
      value === null
        ? { kind: 'reference-feed', name, state: 'lost', why: 'the link ended' }
        : { kind: 'reference', name, value }
    return this.#step(`reference ${name} ${value ?? 'cut'}`, [event])
  }

  /** Changes the market's definition, such as its tick, or closes it. */
  define(change: MarketChange): this {
    const known = this.#here.market
    const market = { ...known, ...change, id: known.id, index: known.index }
    return this.#step(`define ${Object.keys(change).join(', ')}`, [{ kind: 'market', market }])
  }

  /** Lets time pass, with the timer of a live run: four times a second. */
  wait(seconds: number): this {
    this.#steps.push(`wait ${seconds} s`)
    const until = Timestamp.add(this.#now, Math.round(seconds * 1e6))
    while (this.#now < until) {
      this.#now = Timestamp.min(until, Timestamp.add(this.#now, TIMER_US))
      this.#turn([], [], true)
    }
    return this
  }

  /** The strategy's quotes, drawn as a book; '' if it pulls or has not answered. */
  get quotes(): string {
    return this.#here.said.quotes
  }

  /** What rests at the venue; risk and the market's grid may reduce the quotes. */
  get resting(): string {
    return this.#here.venue.resting()
  }

  /** Orders of all markets that risk refused, and answers that gave no valid order. */
  get refusals(): readonly Refusal[] {
    return this.#refusals
  }

  /** Net position in shares. */
  get net(): number {
    const { id } = this.#here.market
    const market = this.#desk.summary().markets.find(({ market }) => market.id === id)
    return market === undefined ? 0 : Wei.toNumber(Wei.sub(market.yes, market.no))
  }

  /** Asserts the strategy's quotes. `''`: none. */
  expectQuotes(text: string): this {
    const expected = redrawn(text)
    return this.#expect('quotes', expected, this.#here.said.quotes === expected ? expected : this.#here.said.words, text)
  }

  /** Asserts what rests at the venue. `''`: nothing. */
  expectResting(text: string): this {
    return this.#expect('resting orders', redrawn(text), this.resting, text)
  }

  /** Asserts that the strategy pulls, for this reason if given. */
  expectPull(why?: string): this {
    const { words } = this.#here.said
    const expected = why === undefined && words.startsWith('pull: ') ? words : `pull: ${why ?? 'for some reason'}`
    return this.#expect('an answer', expected, words, expected)
  }

  /** Asserts the last take, such as `'buy yes 0.55 20'`. `''`: there was none. */
  expectTake(text: string): this {
    return this.#expect('a take', text, this.#here.said.take, text)
  }

  #expect(what: string, expected: string, found: string, drawn: string): this {
    if (expected === found) return this
    const told = this.#steps.slice(-6).join('\n    ')
    throw new AssertionError({
      message: `expected ${what}\n    ${drawn || 'none'}\nfound\n    ${found || 'none'}\nafter\n    ${told || 'nothing yet'}\n`,
      actual: found,
      expected,
      operator: 'scenario',
    })
  }

  #step(told: string, events: readonly DrawnEvent[], reports: readonly DrawnReport[] = []): this {
    this.#steps.push(this.#stalls.length === 1 ? told : `${this.#here.market.id}: ${told}`)
    this.#now = Timestamp.add(this.#now, 1_000)
    this.#turn(events, reports)
    return this
  }

  /** A turn, and the turns that the venue's answers cause. */
  #turn(events: readonly DrawnEvent[], reports: readonly DrawnReport[], timer = false): void {
    const batch = batchOf(this.#now, events, { reports: this.#stamped(reports), timer })
    let { commands } = this.#pass(batch)
    for (let round = 0; commands.length > 0; round++) {
      if (round >= ROUNDS_MAX) throw new RangeError(`after ${ROUNDS_MAX} answers of the venue there are still orders to send`)
      const answers = commands.flatMap(command => this.#stalls.flatMap(({ venue }) => venue.answer(command)))
      ;({ commands } = this.#pass(batchOf(this.#now, [], { reports: this.#stamped(answers) })))
    }
  }

  #pass(batch: Parameters<Desk['turn']>[0]): ReturnType<Desk['turn']> {
    this.#books.apply(batch)
    const turn = this.#desk.turn(batch)
    this.#said.rethrow()
    this.#refusals.push(...turn.refusals)
    const [fault] = turn.faults
    if (fault !== undefined) throw new Error(fault.message)
    return turn
  }

  #stamped(reports: readonly DrawnReport[]) {
    return reports.map(report => ({ at: this.#now, receivedAt: this.#now, ...report }))
  }
}

function expectOwnIds(markets: readonly Market[]): void {
  const twice = markets.find(({ id }, at) => markets.findIndex(other => other.id === id) < at)
  if (twice !== undefined) throw new RangeError(`expected markets with ids of their own, found two called "${twice.id}"`)
}

const sharesOf = (shares = 0): Wei => Wei.ofSize(Size.ofShares(shares))

/** A picture with its levels in drawing order. */
const redrawn = (text: string): string => draw(bookOf(picture(text)))
