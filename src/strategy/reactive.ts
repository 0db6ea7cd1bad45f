import {
  animationFrameScheduler,
  asapScheduler,
  asyncScheduler,
  isObservable,
  type Observable,
  queueScheduler,
  ReplaySubject,
  type SchedulerAction,
  type SchedulerLike,
  Subject,
  Subscription,
} from 'rxjs'
import type { z } from 'zod'
import type { Fill } from '../model/fill.js'
import type { Market } from '../model/market.js'
import type { Position } from '../model/position.js'
import type { Decision } from '../model/quote.js'
import type { Timestamp } from '../model/time.js'
import { Agenda, type TimedWork } from './agenda.js'
import { ChangesOf } from './changes-of.js'
import { refuseWhileAsked, whileAsked } from './refuse-schedulers.js'
import type { Strategy, StrategyDefinition } from './strategy.js'
import { StreamAnswer } from './stream-answer.js'
import type { DarkBook, DarkReference, LiveBook, LiveReference, Trade, View } from './view.js'

/** The inputs of a strategy made of streams. Streams emit only within turns in which the strategy is asked. */
export interface ReactiveParts<P> {
  /** The book, when its state, its touch or, with `watches: 'depth'`, any level changed. A late subscriber gets the last one at once. */
  readonly books: Observable<LiveBook | DarkBook>
  readonly trades: Observable<Trade>
  readonly fills: Observable<Fill>
  /** The position, when it changed. A late subscriber gets the last one at once. */
  readonly positions: Observable<Position>
  /** The time, whenever the strategy is asked: after each change, and every quarter of a second while the market may be quoted. */
  readonly timer: Observable<Timestamp>
  /** A reference that the strategy declares, when it changed. Throws for another name. */
  readonly references: (name: string) => Observable<LiveReference | DarkReference>
  /** For every time operator: it runs by the engine's time, so live, replay and backtest agree. Its unit is the millisecond. */
  readonly scheduler: SchedulerLike
  readonly parameters: P
  /** The market at the start; `view.market` is the current one. */
  readonly market: Market
  /** The rest of what a strategy sees, such as cash and siblings. Always shows the present. */
  readonly view: View<P>
}

/** A strategy definition with `build` instead of `create`. */
export interface ReactiveOptions<S extends z.ZodType> extends Omit<StrategyDefinition<S>, 'create'> {
  /** Called once for each market, when it is first asked. The last quotes of a turn are used; a take is answered before them. */
  readonly build: (parts: ReactiveParts<z.output<S>>) => Observable<Decision> | ExplainedStream
}

/** Answers, and the named values they were computed from, such as a fair price: the last ones are returned by the strategy's `terms()`. */
export interface ExplainedStream {
  readonly answers: Observable<Decision>
  readonly terms: Observable<Readonly<Record<string, number | string>>>
}

/**
 * Creates a strategy from a stream of answers. The stream runs inside the turns of the engine: an error in it is the strategy's, completion pulls the
 * market's quotes, and rxjs's own schedulers are refused while it runs.
 */
export const reactive = <S extends z.ZodType>({ build, ...definition }: ReactiveOptions<S>): StrategyDefinition<S> => ({
  ...definition,
  create: () => {
    refuseWhileAsked({ asyncScheduler, asapScheduler, animationFrameScheduler, queueScheduler, clock: clockOfStreams() })
    let stream: Stream<z.output<S>> | null = null
    return {
      decide: view =>
        whileAsked(definition.name, () => {
          stream ??= new Stream(definition.name, view, build)
          return stream.decide(view)
        }),
      terms: () => stream?.terms() ?? {},
    }
  },
})

/** The stream of one market: its inputs, its own time, and its answers. */
class Stream<P> implements Strategy<P> {
  readonly #agenda: Agenda
  readonly #answer: StreamAnswer
  readonly #changes: ChangesOf
  readonly #books = new ReplaySubject<LiveBook | DarkBook>(1)
  readonly #trades = new Subject<Trade>()
  readonly #fills = new Subject<Fill>()
  readonly #positions = new ReplaySubject<Position>(1)
  readonly #timer = new Subject<Timestamp>()
  readonly #references = new Map<string, ReplaySubject<LiveReference | DarkReference>>()
  readonly terms = () => this.#answer.terms

  constructor(name: string, view: View<P>, build: (parts: ReactiveParts<P>) => Observable<Decision> | ExplainedStream) {
    this.#agenda = new Agenda(view.now)
    this.#answer = new StreamAnswer(name)
    this.#changes = new ChangesOf()
    const built = build({
      books: this.#books.asObservable(),
      trades: this.#trades.asObservable(),
      fills: this.#fills.asObservable(),
      positions: this.#positions.asObservable(),
      timer: this.#timer.asObservable(),
      references: reference => this.#reference(reference, view),
      scheduler: schedulerOf(this.#agenda),
      ...{ parameters: view.parameters, market: view.market, view },
    })
    const { answers, terms } = streamsOf(name, built)
    const answer = this.#answer
    answer.begin()
    // Subscribed first, so that the terms of an answer are known before it.
    terms?.subscribe({ next: said => answer.explained(said), error: (error: unknown) => answer.failed(error) })
    answers.subscribe({
      next: said => answer.said(said),
      error: (error: unknown) => answer.failed(error),
      complete: () => answer.completed(),
    })
  }

  decide(view: View<P>): Decision {
    this.#answer.begin()
    this.#changes.turn()
    this.#agenda.advance(view.now)
    this.#tell(view)
    return this.#answer.end(view.book)
  }

  /** Emits what the strategy owns first, and what it quotes on last. */
  #tell(view: View<P>): void {
    const changes = this.#changes
    for (const fill of view.fills) this.#fills.next(fill)
    const position = changes.position(view.position)
    if (position !== null) this.#positions.next(position)
    for (const trade of view.trades) this.#trades.next(trade)
    for (const [name, subject] of this.#references) {
      const reference = changes.reference(name, view.reference(name))
      if (reference !== null) subject.next(reference)
    }
    const book = changes.book(view.book)
    if (book !== null) this.#books.next(book)
    this.#timer.next(view.now)
  }

  #reference(name: string, view: View<P>): Observable<LiveReference | DarkReference> {
    const known = this.#references.get(name)
    if (known !== undefined) return known.asObservable()
    const subject = new ReplaySubject<LiveReference | DarkReference>(1)
    const present = this.#changes.reference(name, view.reference(name))
    if (present !== null) subject.next(present)
    this.#references.set(name, subject)
    return subject.asObservable()
  }
}

/** A plugin in JavaScript is not checked by types. */
function streamsOf(
  name: string,
  built: Observable<Decision> | ExplainedStream,
): Partial<ExplainedStream> & Pick<ExplainedStream, 'answers'> {
  if (isObservable(built)) return { answers: built }
  if (isObservable(built?.answers) && isObservable(built.terms)) return built
  throw new TypeError(
    `expected "build" of "${name}" to return an Observable, or { answers, terms } of two, found ${typeof built}`,
  )
}

/** The clock that `timestamp()` and timed replays read without a scheduler. rxjs does not export it, but passes it to each of its replays. */
const clockOfStreams = (): object =>
  Object.values(new ReplaySubject(1)).find(
    (part: unknown) => typeof part === 'object' && part !== null && 'delegate' in part,
  ) ?? {}

/** An rxjs scheduler over an agenda. */
const schedulerOf = (agenda: Agenda): SchedulerLike => ({
  now: () => agenda.now / 1_000,
  schedule: <T>(work: (this: SchedulerAction<T>, state: T) => void, delay?: number, state?: T): Subscription =>
    actionOn(agenda, work).schedule(state, delay),
})

function actionOn<T>(agenda: Agenda, work: (this: SchedulerAction<T>, state: T) => void): SchedulerAction<T> {
  let due: TimedWork | null = null
  const forget = (): void => {
    if (due !== null) agenda.remove(due)
    due = null
  }
  const schedule = (state?: T, delay = 0): Subscription => {
    if (action.closed) return action
    forget()
    due = agenda.add(microseconds(delay), () => {
      due = null
      work.call(action, state as T)
    })
    return action
  }
  const action: SchedulerAction<T> = Object.assign(new Subscription(forget), { schedule })
  return action
}

/** Rounded up: otherwise the rest of a time, after double arithmetic, could be so small that no time passes. */
const microseconds = (ms: number): number => Math.max(0, Math.ceil(ms * 1_000 - 1e-6))
