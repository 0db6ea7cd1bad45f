import { AssertionError } from 'node:assert'
import type { z } from 'zod'
import { type Books, createBooks } from '../engine/books.js'
import { createDesk, type Desk } from '../engine/desk.js'
import { freshDeskState } from '../engine/desk-state.js'
import { deskSettings } from '../engine/settings.js'
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
import { SaidAnswer } from './said-answer.js'

/** How a scenario begins. What is left out is usual: 1,000 USDT, no shares, no limits. */
export interface ScenarioOptions<S extends z.ZodType> {
  /** As in a config: the schema's defaults hold. */
  readonly parameters?: z.input<S>
  readonly market?: MarketChange
  readonly cashUsdt?: number
  /** Settled shares. */
  readonly held?: { readonly yesShares?: number; readonly noShares?: number }
  /** Limits of risk, as in a config. */
  readonly limits?: Partial<Limits>
}

/** The timer of a live run. */
const TIMER_US = 250_000
/** Turns until a venue that answers at once leaves nothing to do. */
const ROUNDS_MAX = 50

/**
 * Plays a scenario: `scenario(strategy).book('ask 0.55 20 / bid 0.52 15').expectQuotes('ask 0.54 20 / bid 0.53 20')`. The strategy runs on the engine
 * itself, with a venue that answers at once; books are drawn without our own orders. Prices in dollars, sizes in shares. Throws what the strategy throws,
 * and an `AssertionError` that says what differs, so any test runner will do.
 */
export const scenario = <S extends z.ZodType>(strategy: StrategyDefinition<S>, options: ScenarioOptions<S> = {}): Scenario =>
  new Scenario(strategy, options)

/** A scenario that goes on with each call. */
export class Scenario {
  readonly #market: Market
  readonly #books: Books
  readonly #desk: Desk
  readonly #venue: DrawnVenue
  readonly #said: SaidAnswer
  readonly #steps: string[] = []
  readonly #refusals: Refusal[] = []
  #now = DRAWN_AT
  #isLive = false

  constructor(definition: StrategyDefinition<z.ZodType>, options: ScenarioOptions<z.ZodType>) {
    const { market = {}, cashUsdt = 1_000, held = {}, limits = {} } = options
    this.#market = drawMarket(market)
    this.#books = createBooks([this.#market])
    this.#venue = new DrawnVenue(this.#market)
    this.#said = new SaidAnswer(definition)
    const parameters: unknown = definition.parameters.parse(options.parameters ?? {})
    this.#desk = createDesk({
      books: this.#books,
      markets: [this.#market],
      assignments: [{ market: this.#market.index, definition: this.#said.definition, parameters }],
      settings: deskSettings({ limits, ownInBook: false }),
      state: freshDeskState(1),
    })
    const shares = { yes: sharesOf(held.yesShares), no: sharesOf(held.noShares) }
    const snapshot = { orders: [], cash: usdt(cashUsdt), fills: [], shares: new Map([[this.#market.index, shares]]) }
    this.#turn(
      [],
      [
        { kind: 'link', state: 'live' },
        { kind: 'snapshot', snapshot },
      ],
    )
  }

  /** Draws the whole book of all others; `''` has no level. */
  book(text: string): this {
    const begin: readonly DrawnEvent[] = this.#isLive ? [] : [{ kind: 'clear', market: this.#market.index }]
    this.#isLive = true
    const rows = this.#venue.redraw(text)
    const levels = rows.map(level => ({ kind: 'level', market: this.#market.index, cause: 'unexplained', ...level }) as const)
    return this.#step(`book ${text || 'without a level'}`, [...begin, ...levels])
  }

  /** The link of the book ends; the next book brings it back. */
  dark(why = 'the link ended'): this {
    this.#isLive = false
    this.#venue.redraw('')
    this.#said.dark(why)
    return this.#step('dark', [{ kind: 'feed', market: this.#market.index, state: 'lost', why }])
  }

  /** Others trade: the side that was hit, its price and size, such as `'bid 0.52 10'`. The book stays as it is drawn. */
  print(text: string): this {
    const rows = picture(text).map(level => ({ kind: 'trade', market: this.#market.index, ...level }) as const)
    return this.#step(`print ${text}`, rows)
  }

  /** Orders of ours are filled: `'bid 0.52 5'` fills 5 of what we bid at 0.52. Throws a RangeError where less rests there. */
  fill(text: string): this {
    const reports = picture(text).flatMap(level => this.#venue.hit(level))
    return this.#step(`fill ${text}`, [], reports)
  }

  /** A reference has a value; null: its feed is cut. */
  reference(name: string, value: number | null): this {
    const event: DrawnEvent =
      value === null
        ? { kind: 'reference-feed', name, state: 'lost', why: 'the link ended' }
        : { kind: 'reference', name, value }
    return this.#step(`reference ${name} ${value ?? 'cut'}`, [event])
  }

  /** The market's definition changes, such as its tick, or that it closes. */
  define(change: MarketChange): this {
    const market = { ...this.#market, ...change, id: this.#market.id, index: this.#market.index }
    return this.#step(`define ${Object.keys(change).join(', ')}`, [{ kind: 'market', market }])
  }

  /** Time passes, with the timer of a live run: four times a second. */
  wait(seconds: number): this {
    this.#steps.push(`wait ${seconds} s`)
    const until = Timestamp.add(this.#now, Math.round(seconds * 1e6))
    while (this.#now < until) {
      this.#now = Timestamp.min(until, Timestamp.add(this.#now, TIMER_US))
      this.#turn([], [], true)
    }
    return this
  }

  /** What the strategy wants to rest, drawn as a book; '' where it pulls or has not answered. */
  get quotes(): string {
    return this.#said.quotes
  }

  /** What rests at the venue, which risk and the market's grid may make less. */
  get resting(): string {
    return this.#venue.resting()
  }

  /** Orders that risk refused, and answers of which none could be made. */
  get refusals(): readonly Refusal[] {
    return this.#refusals
  }

  /** Net position in shares. */
  get net(): number {
    const [market] = this.#desk.summary().markets
    return market === undefined ? 0 : Wei.toNumber(Wei.sub(market.yes, market.no))
  }

  /** The strategy wants just these quotes to rest. `''`: none. */
  expectQuotes(text: string): this {
    const expected = redrawn(text)
    return this.#expect('quotes', expected, this.#said.quotes === expected ? expected : this.#said.words, text)
  }

  /** Just these orders rest at the venue. `''`: none. */
  expectResting(text: string): this {
    return this.#expect('resting orders', redrawn(text), this.resting, text)
  }

  /** The strategy pulls, for this reason where one is given. */
  expectPull(why?: string): this {
    const { words } = this.#said
    const expected = why === undefined && words.startsWith('pull: ') ? words : `pull: ${why ?? 'for some reason'}`
    return this.#expect('an answer', expected, words, expected)
  }

  /** The last take since the strategy was asked for the first time, such as `'buy yes 0.55 20'`. `''`: there was none. */
  expectTake(text: string): this {
    return this.#expect('a take', text, this.#said.take, text)
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
    this.#steps.push(told)
    this.#now = Timestamp.add(this.#now, 1_000)
    this.#turn(events, reports)
    return this
  }

  /** A turn, and those that the venue's answers make. */
  #turn(events: readonly DrawnEvent[], reports: readonly DrawnReport[], timer = false): void {
    const batch = batchOf(this.#now, events, { reports: this.#stamped(reports), timer })
    let { commands } = this.#pass(batch)
    for (let round = 0; commands.length > 0; round++) {
      if (round >= ROUNDS_MAX) throw new RangeError(`after ${ROUNDS_MAX} answers of the venue there are still orders to send`)
      const answers = commands.flatMap(command => this.#venue.answer(command))
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

const sharesOf = (shares = 0): Wei => Wei.ofSize(Size.ofShares(shares))

/** A picture in the order in which books are drawn. */
const redrawn = (text: string): string => draw(bookOf(picture(text)))
