import type { LevelCause } from '../../model/event.js'
import type { BookSide, Price, Size } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'
import { laterRow } from './crowd-change.js'
import { clearCrowd, crowdOf, fillCrossed, printCrowd, reachesOrders, setCrowdLevel, type YesRow } from './crowd-fills.js'
import type { CrowdLevels } from './crowd-levels.js'
import type { Matching } from './matching.js'
import type { CrowdRow, RecordedCrowd } from './recorded-crowd.js'
import { runDue } from './run-due.js'
import type { MarketState, World } from './world.js'

/**
 * Feeds rows of the recorded crowd without command objects, for a backtest's loop; each call is the command of the same name. Returns whether the
 * row mattered to an order. A row that did not may be left out of a history, as long as its level is right when an order looks at it.
 */
export interface CrowdDoor {
  level(at: Timestamp, market: number, row: { side: BookSide; price: Price; size: Size; cause: LevelCause }): boolean
  print(at: Timestamp, market: number, row: { side: BookSide; price: Price; size: Size }): boolean
  clear(at: Timestamp, market: number, isDark?: boolean): void
  /**
   * Makes `levels`, which the caller sets, the crowd of a market; several exchanges may follow the same levels. Throws a RangeError when the market
   * does not exist or has a crowd already.
   */
  follow(market: number, levels: CrowdLevels): FollowedCrowd
}

/** Opens it for a world. */
export function createCrowdDoor(world: World): CrowdDoor {
  let last: MarketState | undefined
  const enter = (at: Timestamp, id: number): MarketState => {
    runDue(world, at)
    // Rows come in runs of one market, so the last market is cached; markets are never dropped.
    if (last === undefined || last.spec.id !== id) last = world.markets.get(id)
    if (last === undefined) throw new RangeError(`a crowd needs its market first, found ${id}`)
    return last
  }
  /** A fill may be due for settlement at once. */
  const leave = (matches: number): void => {
    if (world.lastMatch !== matches) runDue(world, world.now)
  }
  return {
    level: (at, id, row) => {
      const matches = world.lastMatch
      const mattered = setCrowdLevel(world, enter(at, id), row)
      leave(matches)
      return mattered
    },
    print: (at, id, row) => {
      const matches = world.lastMatch
      const mattered = printCrowd(world, enter(at, id), row)
      leave(matches)
      return mattered
    },
    clear: (at, id, isDark) => clearCrowd(world, enter(at, id), isDark),
    follow: (id, levels) => {
      const market = world.markets.get(id)
      if (market === undefined || market.crowd !== null)
        throw new RangeError(`expected an existing market without a crowd, found ${id}`)
      return new CrowdOfWorld(world, market, crowdOf(world, market, levels))
    },
  }
}

/**
 * One market's crowd over levels that its caller sets. Most rows only set a level. Call `before` and `after` around that if an order rests at the
 * row's price, something was taken there, or the row reaches orders of the other side.
 */
export interface FollowedCrowd {
  /** The orders that rest in the market. */
  readonly book: Pick<Matching, 'best' | 'below'>
  /** The recorded levels, and what takers here took of each since the recording last changed it. */
  readonly crowd: Pick<RecordedCrowd, 'hasTaken' | 'takenOf'>
  before(row: CrowdRow): void
  after(row: CrowdRow): void
  print(at: Timestamp, row: YesRow): void
  /** The recording sends the whole book again. To be called before its levels are cleared. */
  clear(at: Timestamp): void
}

class CrowdOfWorld implements FollowedCrowd {
  readonly book: Matching
  readonly crowd: RecordedCrowd
  readonly #world: World
  readonly #market: MarketState

  constructor(world: World, market: MarketState, crowd: RecordedCrowd) {
    this.#world = world
    this.#market = market
    this.book = market.book
    this.crowd = crowd
  }

  before(row: CrowdRow): void {
    runDue(this.#world, row.at)
    const { now } = this.#world
    if (this.crowd.isTouched(row.lane, row.price)) this.crowd.prepare(row.at === now ? row : laterRow(row, now))
  }

  after(row: CrowdRow): void {
    const { lastMatch } = this.#world
    if (reachesOrders(this.#market, row.lane, row.price)) fillCrossed(this.#world, this.#market, row)
    this.#leave(lastMatch)
  }

  print(at: Timestamp, row: YesRow): void {
    runDue(this.#world, at)
    const { lastMatch } = this.#world
    printCrowd(this.#world, this.#market, row)
    this.#leave(lastMatch)
  }

  clear(at: Timestamp): void {
    runDue(this.#world, at)
    this.crowd.clear(at)
  }

  #leave(matches: number): void {
    if (this.#world.lastMatch !== matches) runDue(this.#world, this.#world.now)
  }
}
