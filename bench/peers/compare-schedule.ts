import { type EventColumns, EventKind } from '../../src/model/event.js'
import type { Chunk } from '../../src/recording/columns/recording.js'
import { QueueHere, type Row } from './queue-here.js'
import { type Parting, type Reason, reasonOf } from './reasons.js'
import { actionsOf, type ScheduledAction, type ScheduledOrder } from './schedule.js'
import { TheirExchange } from './their-exchange.js'

/** The crate's result for an order. */
export interface TheirStory {
  readonly status: 'filled' | 'canceled' | 'open' | 'refused' | 'unknown'
  /** Exchange time in microseconds. */
  readonly at: number
}

/** One order of the schedule in both engines. */
export interface Compared {
  readonly order: ScheduledOrder
  /** null: the recording ended before it could be sent. */
  readonly theirs: TheirStory | null
  readonly outcome: 'both' | 'ours only' | 'theirs only' | 'neither'
  /** null: the same shares at the same row, or none in both. */
  readonly reason: Reason | null
  /** The first row at which they differ, counted in venue time; null: they do not. */
  readonly row: number | null
  /** The state there, for a person to judge. */
  readonly story: string
}

/**
 * Walks through a market's rows in venue time with the orders of a schedule; finds for each order the first row at which the two engines fill it
 * differently, and why. `chunks` must have one market only; `theirs` is the crate's result, by order.
 */
export function compareSchedule(
  chunks: readonly Chunk[],
  orders: readonly ScheduledOrder[],
  theirs: ReadonlyMap<number, TheirStory>,
): readonly Compared[] {
  const walk = new Walk(orders)
  for (const { events, byVenueTime } of chunks) for (const row of byVenueTime) walk.row(events, row)
  walk.actUntil(Number.POSITIVE_INFINITY)
  return orders.map(order => walk.compare(order, theirs.get(order.id) ?? null))
}

class Walk {
  readonly #actions: readonly ScheduledAction[]
  readonly #their = new TheirExchange()
  readonly #here = new QueueHere(this.#their)
  /** The result for each order of the crate's rules as written down here. */
  readonly #expected = new Map<number, TheirStory>()
  /** The first difference of an order; null: filled completely by one row in both. */
  readonly #found = new Map<number, Pick<Compared, 'reason' | 'row' | 'story'> | null>()
  readonly #refused = new Map<number, Reason>()
  #next = 0
  #row = -1

  constructor(orders: readonly ScheduledOrder[]) {
    this.#actions = actionsOf(orders)
  }

  /** What reaches the venue at the time of a row comes after it. */
  actUntil(at: number): void {
    for (; this.#next < this.#actions.length && this.#actions[this.#next]!.at < at; this.#next++)
      this.#act(this.#actions[this.#next]!)
  }

  row(events: EventColumns, index: number): void {
    const at = events.at[index]!
    this.actUntil(at)
    this.#row++
    const kind = events.kind[index]!
    if (kind === EventKind.RARE) return
    if (kind === EventKind.CLEAR) {
      this.#here.clear(at)
      this.#their.clear()
      return
    }
    const side = events.side[index] === 0 ? 'bid' : 'ask'
    this.#meet({ at, isPrint: kind === EventKind.TRADE, side, price: events.price[index]!, size: events.size[index]! })
  }

  compare(order: ScheduledOrder, theirs: TheirStory | null): Compared {
    this.#here.leave(order.id)
    const [isHere, isThere] = [order.fills.length > 0, theirs?.status === 'filled']
    const outcome = isHere ? (isThere ? 'both' : 'ours only') : isThere ? 'theirs only' : 'neither'
    const told = { order, theirs, outcome } as const
    const found = this.#found.get(order.id)
    const doubt = this.#here.doubts.get(order.id) ?? this.#doubtThere(order, theirs)
    if (doubt !== null) return { ...told, reason: 'unexplained', row: found?.row ?? null, story: doubt }
    if (found !== undefined && found !== null) return { ...told, ...found }
    if (found === undefined && outcome !== 'neither')
      return { ...told, reason: 'unexplained', row: null, story: 'no row was found' }
    return { ...told, reason: null, row: null, story: '' }
  }

  /** If the crate deviates from its rules as written down here, no reason is given. */
  #doubtThere({ id }: ScheduledOrder, theirs: TheirStory | null): string | null {
    const expected = this.#expected.get(id)
    const isExpected = expected?.status === theirs?.status && (theirs?.status !== 'filled' || expected?.at === theirs.at)
    return theirs === null || isExpected
      ? null
      : `by their rules as they are written down here: ${expected?.status} at ${expected?.at}`
  }

  #act({ at, order, what }: ScheduledAction): void {
    const { id } = order
    if (what === 'cancel') {
      if (this.#their.orders.has(id)) this.#expected.set(id, { status: 'canceled', at })
      this.#their.cancel(id)
      this.#here.leave(id)
      return
    }
    const reached = this.#here.join(order)
    const isResting = this.#their.submit(order)
    this.#expected.set(id, { status: isResting ? 'open' : 'refused', at })
    if (!isResting) this.#refused.set(id, reached === 'taken' ? 'refused for what we took' : 'unexplained')
  }

  #meet(row: Row): void {
    const { side, price, size, isPrint } = row
    const taken = isPrint ? 0 : this.#here.prepare(row)
    const before = [...this.#here.orders.values()].map(one => ({
      order: one.order,
      ahead: this.#here.aheadOf(one, row.at),
      front: this.#their.orders.get(one.order.id)?.front ?? 0,
    }))
    const filled = isPrint ? this.#their.print(side, price, size) : this.#their.level(side, price, size)
    for (const { order } of filled) this.#expected.set(order.id, { status: 'filled', at: row.at })
    const got = this.#here.meet(row)
    if (got.size === 0 && filled.length === 0) return
    const there = new Set(filled.map(({ order }) => order.id))
    for (const one of before) this.#part({ ...one, row, taken, got, isFilledThere: there.has(one.order.id) })
  }

  /** Keeps the first row that fills an order in one of the two. */
  #part(parting: Parting): void {
    const { order, isFilledThere, got, ahead, front, taken } = parting
    const shares = got.get(order.id) ?? 0
    if ((shares === 0 && !isFilledThere) || this.#found.has(order.id)) return
    if (isFilledThere && shares === order.size) return void this.#found.set(order.id, null)
    const story = `here ${shares / 1e6} (ahead ${ahead / 1e6}, taken before ${taken / 1e6}), there ${isFilledThere ? 'whole' : 'nothing'} (ahead ${front / 1e6})`
    this.#found.set(order.id, { reason: reasonOf(parting, this.#refused.get(order.id) ?? null), row: this.#row, story })
  }
}
