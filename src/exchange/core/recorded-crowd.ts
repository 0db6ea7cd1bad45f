import type { LevelCause } from '../../model/event.js'
import type { FillModel } from '../../model/fill-model.js'
import { Size } from '../../model/money.js'
import { Timestamp } from '../../model/time.js'
import { CrowdLevels } from './crowd-levels.js'
import type { Fingerprint } from './fingerprint.js'
import type { Lane, Matching } from './matching.js'
import { type TakenLevel, TakenLevels } from './taken-levels.js'

/** A level of the recording as a bid of its lane, and the present time. */
export interface CrowdPlace {
  readonly at: Timestamp
  readonly lane: Lane
  readonly price: number
}

/** The size at a level, in millionths. */
export interface CrowdAmount extends CrowdPlace {
  readonly size: number
}

/** The level holds this size now; `cause` says why it changed. */
export interface CrowdRow extends CrowdAmount {
  readonly cause: LevelCause
}

/** A recorded crowd as plain data, both lanes by price. Fields for what was never taken or printed are missing. */
export interface SavedCrowd {
  readonly lanes: readonly {
    readonly target: ReadonlyMap<number, number>
    /** An earlier version saved a number. */
    readonly taken: ReadonlyMap<number, TakenLevel | number>
    readonly printed: ReadonlyMap<number, number>
    readonly cleared: ReadonlyMap<number, number>
  }[]
  /** State of each resting order, in the order of the book. */
  readonly ahead: readonly number[]
  readonly clearedAt: Timestamp | null
  /** Missing in what an earlier version saved, because its books were never dark. */
  readonly isDark?: boolean
}

interface CrowdLane {
  readonly taken: TakenLevels
  /** Prints at levels where an order rests, since the recording last changed the level. */
  readonly printed: Map<number, number>
  /** Sizes before the last clear, of levels where an order rests. */
  readonly cleared: Map<number, number>
}

/**
 * The anonymous sizes of a recorded book, and how much of them stands ahead of each real order. Rows set a level to the recorded size; what was
 * taken of it here stays taken.
 */
export class RecordedCrowd {
  /** The orders in its queues. */
  readonly book: Matching
  readonly #lanes: readonly [CrowdLane, CrowdLane] = [createLane(), createLane()]
  /** What the recording says rests. */
  readonly #levels: CrowdLevels
  /** By handle. */
  #ahead = new Float64Array(64)
  readonly #models: FillModel[] = []
  /** Whether the recording's rows already show what was taken here. */
  readonly #showsTaken: () => boolean
  /** When it was last cleared; `Timestamp.NEVER`: never. */
  #clearedAt = Timestamp.NEVER
  /** Whether the book is unknown. What the last clear left is kept until the next one. */
  #isDark = false

  /** `levels` may be shared by several crowds; then its owner sets and clears it. */
  constructor(book: Matching, showsTaken: () => boolean, levels = new CrowdLevels()) {
    this.book = book
    this.#showsTaken = showsTaken
    this.#levels = levels
  }

  /** The crowd as plain data, with the queue places of the orders with these handles. */
  save(handles: readonly number[]): SavedCrowd {
    const lanes = ([0, 1] as const).map(index => {
      const lane = this.#lanes[index]
      return { target: this.#levels.shown(index), ...lane, taken: lane.taken.save() }
    })
    const clearedAt = this.#clearedAt === Timestamp.NEVER ? null : this.#clearedAt
    return { lanes, ahead: handles.map(handle => this.#ahead[handle] ?? 0), clearedAt, isDark: this.#isDark }
  }

  /** Restores a saved crowd into an empty one; its orders rest already, in the same order. */
  load(saved: SavedCrowd, queue: readonly { readonly handle: number; readonly model: FillModel }[]): void {
    this.#clearedAt = saved.clearedAt ?? Timestamp.NEVER
    this.#isDark = saved.isDark ?? false
    for (const index of [0, 1] as const) {
      const lane = this.#lanes[index]
      const { target, taken, printed, cleared } = saved.lanes[index]!
      for (const [price, one] of taken) {
        if (typeof one === 'number') lane.taken.take(price, one, 0)
        else lane.taken.load(price, one)
      }
      for (const [price, size] of printed) lane.printed.set(price, size)
      for (const [price, size] of cleared) lane.cleared.set(price, size)
      for (const [price, size] of target) this.#levels.set(index, price, size)
    }
    for (const [index, { handle, model }] of queue.entries()) this.#queue(handle, model, saved.ahead[index] ?? 0)
  }

  /** The best price of a lane that has something to take; 0: none. */
  best(lane: Lane): number {
    return this.#untaken(lane, this.#levels.best(lane))
  }

  below(lane: Lane, price: number): number {
    return this.#untaken(lane, this.#levels.below(lane, price))
  }

  /** What is left to take, in millionths. */
  sizeAt(lane: Lane, price: number): number {
    const { taken } = this.#lanes[lane]
    const shown = this.#levels.sizeAt(lane, price)
    return taken.isEmpty ? shown : Math.max(0, shown - taken.sizeAt(price))
  }

  /**
   * Whether a row at a level changes more than the level's size: an order rests there, or a taker here took of it. Called for every row, so it
   * allocates nothing.
   */
  isTouched(lane: Lane, price: number): boolean {
    if (this.book.has(lane, price)) return true
    const { taken } = this.#lanes[lane]
    return !taken.isEmpty && taken.has(price)
  }

  hasTaken(lane: Lane): boolean {
    return !this.#lanes[lane].taken.isEmpty
  }

  /** Prices of a lane at which something was taken here, so that a row changes more than its size. */
  takenOf(lane: Lane): Iterable<number> {
    return this.#lanes[lane].taken.prices()
  }

  /** Crowd ahead of an order; never more than the level holds. */
  aheadOf(handle: number, row: CrowdPlace): number {
    return Math.min(this.#ahead[handle] ?? 0, this.#before(row))
  }

  modelOf(handle: number): FillModel {
    return this.#models[handle]!
  }

  /** An order starts to rest: its fill model decides how much of the level is ahead of it. */
  join(handle: number, lane: Lane, price: number, model: FillModel): void {
    this.#queue(handle, model, model.joinsBehind(Size.of(this.sizeAt(lane, price))))
  }

  /** Called before a row changes a level for which `isTouched` holds: moves its queue, and adjusts what was taken of it. */
  prepare(row: CrowdRow): void {
    if (this.book.first(row.lane, row.price) !== 0) this.#moveQueue(row)
    const { taken } = this.#lanes[row.lane]
    if (taken.isEmpty) return
    const shown = this.#levels.sizeAt(row.lane, row.price)
    if (!this.#showsTaken()) taken.change(row, shown)
    else if (shown !== row.size) taken.forget(row.price)
  }

  /** Sets a level to its recorded size. Takes no object, because it is called for every row. */
  set(lane: Lane, price: number, size: number): void {
    this.#levels.set(lane, price, size)
  }

  /** An order takes from a level: first what stands ahead of every order. `flickerUs` is that of the order's fill model. */
  take(lane: Lane, price: number, size: number, flickerUs: number): void {
    this.#lanes[lane].taken.take(price, size, flickerUs)
    this.#advance(lane, price, size)
  }

  /** A print took `size`, and `eaten` of it stood ahead of our orders. The next decrease of the level is explained by it. */
  printed(row: CrowdAmount, eaten: number): void {
    if (this.book.first(row.lane, row.price) === 0) return
    const { printed } = this.#lanes[row.lane]
    printed.set(row.price, (printed.get(row.price) ?? 0) + row.size)
    this.#advance(row.lane, row.price, eaten)
  }

  /** The recorded book is sent again, by rows of the same time; queue places are kept until those rows have come. Call `forget` afterwards. */
  clear(at: Timestamp): void {
    this.#clearedAt = at
    if (this.#isDark) {
      this.#isDark = false
      for (const { taken } of this.#lanes) taken.clearAgain(at)
      return
    }
    for (const index of [0, 1] as const) {
      const lane = this.#lanes[index]
      lane.cleared.clear()
      for (let price = this.book.best(index); price > 0; price = this.book.below(index, price))
        lane.cleared.set(price, this.#levels.sizeAt(index, price))
      if (this.#showsTaken()) lane.taken.forgetAll()
      else lane.taken.clear(at, price => this.#levels.sizeAt(index, price))
      lane.printed.clear()
    }
  }

  /**
   * The recorded book is unknown until the next clear; the rows after that clear are compared with the book from before. Call `forget` afterwards.
   */
  darken(at: Timestamp): void {
    if (!this.#isDark) this.clear(at)
    this.#isDark = true
  }

  /** Moves the queue of a level: each order's fill model judges the change. */
  #moveQueue(row: CrowdRow): void {
    const lane = this.#lanes[row.lane]
    const before = this.#before(row)
    // This runs for every row at a level with orders of ours. Most of these maps are empty, and `size` is cheaper than a lookup.
    const printed = lane.printed.size === 0 ? 0 : (lane.printed.get(row.price) ?? 0)
    // A print has already counted what was traded; only the rest may have left from ahead or behind.
    const gone = row.cause === 'traded' ? 0 : Math.max(0, before - row.size - printed)
    for (let handle = this.book.first(row.lane, row.price); handle !== 0; handle = this.book.after(handle)) {
      const ahead = Math.min(this.#ahead[handle] ?? 0, before)
      const behind = Math.max(0, before - printed - ahead)
      const left = gone === 0 ? 0 : this.#models[handle]!.leftAhead(Size.of(gone), Size.of(ahead), Size.of(behind))
      this.#ahead[handle] = Math.min(ahead - left, row.size)
    }
    if (lane.printed.size > 0) lane.printed.delete(row.price)
    if (lane.cleared.size > 0) lane.cleared.delete(row.price)
  }

  fold(print: Fingerprint): void {
    for (const { taken } of this.#lanes) taken.fold(print)
  }

  /** Forgets the recorded sizes. */
  forget(): void {
    this.#levels.clear()
  }

  /** Sets the place of an order in its queue, and its fill model. */
  #queue(handle: number, model: FillModel, ahead: number): void {
    this.#models[handle] = model
    if (handle >= this.#ahead.length) {
      const longer = new Float64Array(2 * handle)
      longer.set(this.#ahead)
      this.#ahead = longer
    }
    this.#ahead[handle] = ahead
  }

  #advance(lane: Lane, price: number, size: number): void {
    for (let handle = this.book.first(lane, price); handle !== 0; handle = this.book.after(handle))
      this.#ahead[handle] = Math.max(0, (this.#ahead[handle] ?? 0) - size)
  }

  /** The level's size before a row. In the snapshot after a clear: its size before the clear. */
  #before(row: CrowdPlace): number {
    const { cleared } = this.#lanes[row.lane]
    const shown = this.#levels.sizeAt(row.lane, row.price)
    return row.at === this.#clearedAt ? Math.max(shown, cleared.get(row.price) ?? 0) : shown
  }

  /** The first price at or below this one where takers here left something; 0: none. */
  #untaken(lane: Lane, price: number): number {
    let next = price
    if (!this.#lanes[lane].taken.isEmpty)
      while (next > 0 && this.sizeAt(lane, next) === 0) next = this.#levels.below(lane, next)
    return next
  }
}

const createLane = (): CrowdLane => ({
  taken: new TakenLevels(),
  printed: new Map(),
  cleared: new Map(),
})
