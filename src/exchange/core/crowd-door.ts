import type { LevelCause } from '../../model/event.js'
import type { BookSide, Price, Size } from '../../model/money.js'
import type { Timestamp } from '../../model/time.js'
import { clearCrowd, printCrowd, setCrowdLevel } from './crowd-fills.js'
import { runDue } from './run-due.js'
import type { MarketState, World } from './world.js'

/**
 * The recorded crowd's door without command objects, for a backtest's loop; each call is the command of the same name. Answers whether the row
 * mattered to an order when it came: a row that did not may be left out of a history, as long as its level is right when an order looks at it.
 */
export interface CrowdDoor {
  level(at: Timestamp, market: number, row: { side: BookSide; price: Price; size: Size; cause: LevelCause }): boolean
  print(at: Timestamp, market: number, row: { side: BookSide; price: Price; size: Size }): boolean
  clear(at: Timestamp, market: number): void
}

/** Opens it on a world. */
export function createCrowdDoor(world: World): CrowdDoor {
  let last: MarketState | undefined
  const enter = (at: Timestamp, id: number): MarketState => {
    runDue(world, at)
    // Rows come in runs of one market; markets are never dropped.
    if (last === undefined || last.spec.id !== id) last = world.markets.get(id)
    if (last === undefined) throw new RangeError(`a crowd needs its market first, found ${id}`)
    return last
  }
  /** A fill may be due at once. */
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
    clear: (at, id) => clearCrowd(world, enter(at, id)),
  }
}
