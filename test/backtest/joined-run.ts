import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { ourLegs } from '../../backtest/calibrate/core-orders.js'
import { EPOCH } from '../../backtest/open-desk.js'
import { coreMarket, marketSpec, orderSpec } from '../../backtest/order-spec.js'
import type { SimulatedOrder } from '../../backtest/result.js'
import { createBooks } from '../../src/engine/books.js'
import { createDesk } from '../../src/engine/create-desk.js'
import { Departures, departing } from '../../src/engine/departures.js'
import { freshDeskState } from '../../src/engine/desk-state.js'
import type { CoreCommand } from '../../src/exchange/core/command.js'
import { type Core, createCore } from '../../src/exchange/core/core.js'
import type { CoreEvent, Leg } from '../../src/exchange/core/core-event.js'
import { createPlayback, type Playback } from '../../src/exchange/crowd/playback.js'
import type { Batch } from '../../src/model/batch.js'
import { packEvents } from '../../src/model/columns.js'
import type { MarketEvent } from '../../src/model/event.js'
import { OrderId } from '../../src/model/ids.js'
import type { Cancel, Submit } from '../../src/model/intent.js'
import type { Report } from '../../src/model/report.js'
import { Timestamp } from '../../src/model/time.js'
import { coreFillOf } from './core-fill.js'

/** The bot's account. */
export const WALLET = '0x2222222222222222222222222222222222222222'
/** How often a desk is woken where nothing comes. */
export const TIMER_US = 250_000
/** More of them in one moment are one that answers another for ever. */
const TURNS_AT_ONCE_MAX = 1_000

/** What the exchange tells of its books: the recording's own rows, or its pushes, in which our orders stand. */
export interface FeedOf {
  /** Called after each moment of the exchange; `played` is what the recording brought in it. */
  news(
    core: Core,
    now: Timestamp,
    told: { readonly played: readonly MarketEvent[]; readonly happened: readonly CoreEvent[] },
  ): readonly MarketEvent[]
}

interface Joined {
  /** Moments of the recording, in venue time, each heard as it happens. */
  readonly moments: readonly (readonly MarketEvent[])[]
  readonly options: BacktestOptions
  readonly feed: FeedOf
}

/** What a bot at an exchange came to. */
export interface JoinedEnd {
  /** In words, as `fillWords` says them. */
  readonly fills: readonly string[]
  /** Every order that its desk sent, in words, as `orderWords` says them. */
  readonly orders: readonly string[]
  /** Of its desk: orders, positions, cash, budget, latches and every command. */
  readonly stateHash: string
}

/** An order in words that a hash can be made of, with the moment at which the desk decided on it. */
export const orderWords = (sentAt: Timestamp, id: string, { market, outcome, side, style, price, size }: OrderSaid): string =>
  [sentAt, id, market, outcome, side, style, price, size].join(' ')

type OrderSaid = Pick<SimulatedOrder, 'market' | 'outcome' | 'side' | 'style' | 'price' | 'size'>

/** A fill in words that a hash can be made of. */
export const fillWords = (at: Timestamp, { outcome, side, shares, value, fee }: Omit<Leg, 'order' | 'isMaker'>): string =>
  [at, outcome, side, shares, value, fee.in, fee.amount].join(' ')

/** In what order things happen that are due at one moment. */
const RANK = { arrival: 2, feed: 3, answer: 4, timer: 5 } as const

/**
 * A bot and the exchange under a virtual clock: the exchange's core with the recorded crowd as it is played on paper, the desk of a live run, and
 * a line between them. Shares no loop, no queue and no book with a backtest. Ends as a backtest does, once the last row was played and heard.
 */
export async function joinedRun({ moments, options, feed }: Joined): Promise<JoinedEnd> {
  const first = moments[0]?.[0]?.at
  if (first === undefined) throw new RangeError('expected a recording with rows')
  const playback = createPlayback({
    open: () => each(moments),
    markets: options.markets.map(recorded => ({ recorded, id: coreMarket(recorded.index) })),
    startedAt: first,
    speed: 1,
    isLoop: false,
  })
  const run = new JoinedRun(options, feed, first)
  await run.play(playback, moments)
  return { fills: run.fills, orders: run.orders, stateHash: run.stateHash }
}

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list
}

interface Due {
  readonly at: number
  readonly rank: number
  readonly number: number
  readonly happen: (now: Timestamp) => void
}

class JoinedRun {
  readonly fills: string[] = []
  readonly orders: string[] = []
  readonly #options: BacktestOptions
  readonly #feed: FeedOf
  readonly #core: Core
  readonly #books
  readonly #desk
  readonly #departures = new Departures()
  #due: Due[] = []
  readonly #answering = new Map<number, Report[]>()
  #number = 0
  #lastFeed = 0
  #lastEntry = 0
  #lastAnswer = 0
  #lastMoment = Timestamp.ZERO
  #turnAt = Timestamp.ZERO
  #turnsAtOnce = 0

  constructor(options: BacktestOptions, feed: FeedOf, startedAt: Timestamp) {
    const { models, terms, markets } = options
    this.#options = options
    this.#feed = feed
    const [model] = models
    if (model === undefined) throw new RangeError('expected a fill model')
    this.#core = createCore({ ...terms, fillModel: () => model })
    this.#books = createBooks(markets)
    this.#desk = createDesk({ ...options, books: this.#books, state: freshDeskState(EPOCH) })
    this.#open(startedAt)
  }

  get stateHash(): string {
    return this.#desk.stateHash()
  }

  /** Until nothing more is played, and what was played is heard; what is due by then still happens. */
  async play(playback: Playback, moments: Joined['moments']): Promise<void> {
    this.#lastMoment = moments.at(-1)?.[0]?.at ?? this.#lastMoment
    let played = 0
    for (;;) {
      const due = this.#next()
      const own = this.#core.nextDue() ?? Number.POSITIVE_INFINITY
      const crowd = playback.nextDue() ?? Number.POSITIVE_INFINITY
      const now = Math.min(due?.at ?? Number.POSITIVE_INFINITY, own, crowd)
      if (now > this.#lastMoment && !this.#due.some(({ rank }) => rank === RANK.feed)) return
      if (own === now) this.#venue(Timestamp.of(now), [])
      else if (crowd === now) {
        for (const command of await playback.step(Timestamp.of(now))) if (!isEnd(command)) this.#core.apply(command)
        this.#venue(Timestamp.of(now), moments[played++] ?? [])
      } else if (due !== undefined) {
        this.#due = this.#due.filter(each => each !== due)
        due.happen(Timestamp.of(now))
      }
    }
  }

  #open(at: Timestamp): void {
    const core = this.#core
    core.apply({ at, kind: 'fund', account: WALLET, cash: this.#options.fund })
    core.apply({ at, kind: 'approve', account: WALLET, cash: true, shares: true })
    for (const market of this.#options.markets) core.apply({ at, kind: 'market', market: marketSpec(market) })
    core.drain()
    const snapshot = { orders: [], cash: this.#options.fund, fills: [], shares: new Map() }
    this.#turn(at, {
      reports: [
        { at, receivedAt: at, kind: 'link', state: 'live' },
        { at, receivedAt: at, kind: 'snapshot', snapshot },
      ],
    })
    this.#schedule(at + TIMER_US, RANK.timer, now => this.#timer(now))
  }

  /** What is due first, by time, rank and order of sending. */
  #next(): Due | undefined {
    let first: Due | undefined
    for (const due of this.#due)
      if (
        first === undefined ||
        due.at < first.at ||
        (due.at === first.at && (due.rank - first.rank || due.number - first.number) < 0)
      )
        first = due
    return first
  }

  #schedule(at: number, rank: number, happen: Due['happen']): void {
    this.#due.push({ at, rank, number: this.#number++, happen })
  }

  /** The exchange at one moment: what is due there happens, and everybody who should know is told. */
  #venue(now: Timestamp, played: readonly MarketEvent[]): void {
    this.#core.advance(now)
    const happened = this.#core.drain()
    for (const event of happened) this.#heard(event)
    const news = this.#feed.news(this.#core, now, { played, happened })
    if (news.length === 0) return
    this.#lastFeed = Math.max(this.#lastFeed, now + this.#options.latency.feed(now))
    this.#schedule(this.#lastFeed, RANK.feed, heardAt => this.#turn(heardAt, { events: news }))
  }

  #heard(event: CoreEvent): void {
    if (event.kind === 'ended') {
      const word = wordOf(event)
      if (word !== null) this.#answer(word)
    }
    if (event.kind !== 'matched' && event.kind !== 'settled' && event.kind !== 'failed') return
    for (const leg of ourLegs(event.match)) {
      if (event.kind === 'matched') this.fills.push(fillWords(event.at, leg))
      this.#answer({
        at: event.at,
        receivedAt: event.at,
        kind: event.kind,
        fill: coreFillOf(event.match, leg, orderOf(leg.order.spec.hash)),
      })
    }
  }

  /** What arrives in one moment is one batch. */
  #answer(report: Report): void {
    this.#lastAnswer = Math.max(this.#lastAnswer, report.at + this.#options.latency.answer(report.at))
    const together = this.#answering.get(this.#lastAnswer)
    if (together !== undefined) return void together.push(report)
    const reports = [report]
    this.#answering.set(this.#lastAnswer, reports)
    this.#schedule(this.#lastAnswer, RANK.answer, now => {
      this.#answering.delete(now)
      for (const { kind, ...told } of reports)
        if ('order' in told && (kind === 'accepted' || kind === 'rejected') && this.#departures.answered(told.order, kind))
          this.#leave({ kind: 'cancel', order: told.order }, now)
      this.#turn(now, { reports: reports.map(each => ({ ...each, receivedAt: now })) })
    })
  }

  #timer(now: Timestamp): void {
    this.#turn(now, { timer: true })
    this.#schedule(now + TIMER_US, RANK.timer, next => this.#timer(next))
  }

  #turn(
    now: Timestamp,
    {
      events = [],
      reports = [],
      timer = false,
    }: Partial<Pick<Batch, 'reports' | 'timer'>> & { events?: readonly MarketEvent[] },
  ): void {
    this.#expectTimeToPass(now)
    const columns = packEvents(events)
    const batch: Batch = { now, wallOffset: 0, events: columns, from: 0, to: columns.length, reports, controls: [], timer }
    this.#books.apply(batch)
    const { commands } = this.#desk.turn(batch)
    const cancels = commands.filter(command => command.kind === 'cancel')
    for (const order of departing(cancels, this.#departures).flat()) this.#leave({ kind: 'cancel', order }, now)
    for (const submit of commands.filter(command => command.kind === 'submit')) {
      this.#departures.create(submit.id)
      this.orders.push(orderWords(now, submit.id, submit.order))
      this.#leave(submit, now)
    }
  }

  #leave(command: Submit | Cancel, now: Timestamp): void {
    this.#lastEntry = Math.max(this.#lastEntry, now + this.#options.latency.entry(now))
    this.#schedule(this.#lastEntry, RANK.arrival, at => this.#arrive(command, at))
  }

  /** What we send shows in the exchange's book: where that is seen at once, a bot that answers it is never through with a moment. */
  #expectTimeToPass(now: Timestamp): void {
    this.#turnsAtOnce = now === this.#turnAt ? this.#turnsAtOnce + 1 : 1
    this.#turnAt = now
    if (this.#turnsAtOnce > TURNS_AT_ONCE_MAX)
      throw new RangeError('expected time to pass: with our orders in the feed, latency must be above zero')
  }

  #arrive(command: Submit | Cancel, at: Timestamp): void {
    if (command.kind === 'submit') {
      const { id } = command
      const answer = this.#core.apply({ at, kind: 'place', order: orderSpec(hashOf(command.id), command.order, WALLET) })
      if (answer.kind === 'refused') this.#answer({ at, receivedAt: at, kind: 'rejected', order: id, slug: answer.reason })
      if (answer.kind === 'accepted')
        this.#answer({
          at,
          receivedAt: at,
          kind: 'accepted',
          order: id,
          venueId: String(answer.order),
          lockedUntil: answer.lockedUntil,
        })
    } else {
      const answer = this.#core.apply({ at, kind: 'remove', account: WALLET, hashes: [hashOf(OrderId.parse(command.order))] })
      if (answer.kind === 'removal') {
        const word = answer.removed.length > 0 ? 'removed' : answer.rejected.length > 0 ? 'locked' : 'noop'
        this.#answer({ at, receivedAt: at, kind: 'removal', order: OrderId.parse(command.order), answer: word })
      }
    }
    this.#venue(at, [])
  }
}

/** The exchange knows an order by a text, which the names of fills hold: as in a backtest, the order's number. */
const hashOf = (id: OrderId): string => String(OrderId.counter(id))
const orderOf = (hash: string): OrderId => OrderId.of(EPOCH, Number(hash))

/** The recording's end closes trading on paper; a backtest goes on to the last thing on its way. */
const isEnd = (command: CoreCommand): boolean => command.kind === 'trading' && command.status === 'CLOSED'

/** What the venue says of an order that ended; null: its removal's answer or its fills have said it. */
function wordOf({ at, order, status, why }: CoreEvent & { readonly kind: 'ended' }): Report | null {
  if (status === 'FILLED' || why === 'removed') return null
  const ended = { at, receivedAt: at, kind: 'ended', order: orderOf(order.spec.hash), why } as const
  if (status === 'EXPIRED') return { ...ended, how: 'expired' }
  if (status === 'INVALIDATED') return { ...ended, how: 'invalidated' }
  return { ...ended, how: why === 'no-match' ? 'unmatched' : 'canceled' }
}
