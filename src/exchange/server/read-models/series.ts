import { Timestamp } from '../../../model/time.js'

export type Resolution = '1m' | '5m' | '1h' | '1d'

/** One number over time: its value at a whole minute, hour or day, or at its beginning. */
export interface SeriesPoint {
  /** Unix seconds. */
  readonly x: number
  readonly y: number
}

export interface SeriesRange {
  readonly resolution: Resolution
  /** Unix seconds, both included. */
  readonly from: number
  readonly to: number
  /** Most points to return, the oldest first. */
  readonly limit: number
}

/** Seconds between points, and how many points are kept: two days of minutes, a week of five minutes, sixty days of hours, ten years of days. */
export const RESOLUTIONS: Readonly<Record<Resolution, { readonly seconds: number; readonly kept: number }>> = {
  '1m': { seconds: 60, kept: 2_880 },
  '5m': { seconds: 300, kept: 2_016 },
  '1h': { seconds: 3_600, kept: 1_440 },
  '1d': { seconds: 86_400, kept: 3_650 },
}

const SECOND_US = 1_000_000
/** Old entries are dropped this many at a time, because each drop copies the rest. */
const STRIDE = 256

/**
 * A number that changes now and then, with its value at the points of every resolution. A point is the value before anything that happens at that
 * very second. The first point is the second in which the number began, so that no series is empty. Only changes are stored, so a quiet market
 * costs nothing.
 */
export class Series {
  readonly #startedAt: number
  #newest: number
  /** Empty until the first change, because most markets are quiet. */
  #lanes: readonly Lane[] = []

  /** The number is `value` from `startedAt` on. */
  constructor(startedAt: Timestamp, value: number) {
    this.#startedAt = Math.floor(startedAt / SECOND_US)
    this.#newest = value
  }

  /** The present value. */
  get newest(): number {
    return this.#newest
  }

  /** Sets the number from `at` on; times must not decrease. */
  record(at: Timestamp, value: number): void {
    if (value === this.#newest) return
    if (this.#lanes.length === 0) this.#lanes = lanesFrom(this.#startedAt, this.#newest)
    this.#newest = value
    const seconds = at / SECOND_US
    for (const lane of this.#lanes) lane.record(seconds, value)
  }

  /** Drops points that are too old at `now`, and spare memory, for a series that will hardly change any more. */
  trim(now: Timestamp): void {
    for (const lane of this.#lanes) lane.trim(now / SECOND_US)
  }

  /** The value at a whole minute of the last two days, in Unix seconds; before the beginning, the first value. */
  at(minute: number): number {
    return this.#lanes[0]?.at(minute) ?? this.#newest
  }

  /** Points up to `now`, the oldest first, from the beginning or the oldest that is kept. */
  points(range: SeriesRange, now: Timestamp): SeriesPoint[] {
    const { seconds, kept } = RESOLUTIONS[range.resolution]
    const lane = this.#lanes.find(one => one.seconds === seconds)
    const begin = this.#startedAt
    const oldest = floorTo(now / SECOND_US, seconds) - kept * seconds
    const last = Math.min(range.to, now / SECOND_US)
    const points: SeriesPoint[] = []
    let x = Math.max(range.from, begin, oldest)
    if (x > begin) x = ceilTo(x, seconds)
    for (; x <= last && points.length < range.limit; x = floorTo(x, seconds) + seconds)
      points.push({ x, y: lane?.at(x) ?? this.#newest })
    return points
  }

  save(): SavedSeries {
    return { startedAt: this.#startedAt, newest: this.#newest, lanes: this.#lanes.map(lane => lane.save()) }
  }

  static load(saved: SavedSeries): Series {
    const series = new Series(Timestamp.ofSeconds(saved.startedAt), saved.newest)
    if (saved.lanes.length > 0) series.#lanes = lanesFrom(saved.startedAt, saved.newest)
    for (const [index, lane] of saved.lanes.entries()) series.#lanes[index]?.load(lane)
    return series
  }
}

const lanesFrom = (startedAt: number, value: number): readonly Lane[] =>
  Object.values(RESOLUTIONS).map(resolution => new Lane(resolution, startedAt, value))

/** A series as plain data; without lanes if it never changed. */
export interface SavedSeries {
  readonly startedAt: number
  readonly newest: number
  readonly lanes: readonly SavedLane[]
}

interface SavedLane {
  readonly times: readonly number[]
  readonly values: readonly number[]
}

/** Changes of one resolution: the number is `values[i]` from the point `times[i]` on. */
class Lane {
  readonly seconds: number
  readonly #kept: number
  #times: number[]
  #values: number[]

  constructor({ seconds, kept }: (typeof RESOLUTIONS)[Resolution], startedAt: number, value: number) {
    this.seconds = seconds
    this.#kept = kept
    this.#times = [floorTo(startedAt, seconds)]
    this.#values = [value]
  }

  trim(now: number): void {
    this.#forget(floorTo(now, this.seconds))
    this.#times = this.#times.slice()
    this.#values = this.#values.slice()
  }

  record(seconds: number, value: number): void {
    // What happens exactly at a point counts for the next point.
    const point = floorTo(seconds, this.seconds) + this.seconds
    const last = this.#times.length - 1
    if (this.#times[last] === point) {
      this.#values[last] = value
      return
    }
    this.#times.push(point)
    this.#values.push(value)
    if (this.#times.length >= this.#kept + STRIDE) this.#forget(point)
  }

  at(point: number): number | undefined {
    return this.#values[Math.max(0, this.#indexAt(point))]
  }

  save(): SavedLane {
    return { times: this.#times, values: this.#values }
  }

  load({ times, values }: SavedLane): void {
    this.#times = [...times]
    this.#values = [...values]
  }

  /** Index of the newest change at or before a point; -1: none. */
  #indexAt(point: number): number {
    let low = 0
    let high = this.#times.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#times[middle] ?? 0) <= point) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** Drops changes that no kept point needs. */
  #forget(newest: number): void {
    const first = this.#indexAt(newest - this.#kept * this.seconds)
    if (first <= 0) return
    this.#times.splice(0, first)
    this.#values.splice(0, first)
  }
}

const floorTo = (value: number, step: number): number => Math.floor(value / step) * step
const ceilTo = (value: number, step: number): number => Math.ceil(value / step) * step
