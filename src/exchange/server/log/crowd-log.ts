import { inYesTerms, Price, Size } from '../../../model/money.js'
import type { CrowdCommand, OrderSpec } from '../../core/command.js'
import type { Core } from '../../core/core.js'
import type { CoreEvent } from '../../core/core-event.js'
import type { CrowdTrade } from './watcher.js'

type LevelCommand = Extract<CrowdCommand, { readonly kind: 'crowd-level' }>

/** Decides which rows of the recorded crowd must be in the log. */
export interface CrowdLog {
  /** Applies a row. Returns it if it must be logged now; `null`: it may wait. */
  play(row: CrowdCommand): CrowdCommand | null
  /** The waiting rows that this order can see: they must be logged before the order. */
  seenBy(order: OrderSpec): readonly CrowdCommand[]
  /** Rows that the core has and the log does not. Copy the map at once, because it changes. */
  waiting(): WaitingLevels
}

/** Waiting rows by market and level. */
export type WaitingLevels = ReadonlyMap<number, ReadonlyMap<number, LevelCommand>>

/**
 * A recording has hundreds of rows a second and few of them matter to an order, so the log does not hold all of them. A row that moved a queue,
 * filled an order or changed what was taken is logged as it happens. Of every other level only the newest size is remembered; it is logged before
 * an order is placed that can see the level. So after a kill the log alone restores every account, order, match and queue place, even without the
 * recording. Only levels that mattered to no order are missing, and the crowd sends its whole book when it starts again.
 *
 * A core restored from a snapshot contains the rows that waited then, so they must wait again: otherwise an order could meet a row that is in no
 * log.
 */
export const createCrowdLog = (core: Core, waiting: WaitingLevels = new Map()): CrowdLog => {
  const unseen = new Map([...waiting].map(([market, rows]) => [market, new Map(rows)]))
  const waitingOf = (market: number): Map<number, LevelCommand> => {
    const known = unseen.get(market) ?? new Map<number, LevelCommand>()
    unseen.set(market, known)
    return known
  }
  return {
    play: row => {
      const waiting = waitingOf(row.market)
      switch (row.kind) {
        case 'crowd-clear':
          core.crowd.clear(row.at, row.market, row.isDark)
          waiting.clear()
          return row
        case 'crowd-print':
          return core.crowd.print(row.at, row.market, row) ? row : null
        case 'crowd-level':
          if (core.crowd.level(row.at, row.market, row)) {
            waiting.delete(placeOf(row))
            return row
          }
          waiting.set(placeOf(row), row)
          return null
        default:
          return row satisfies never
      }
    },
    seenBy: order => {
      const waiting = unseen.get(order.market)
      if (waiting === undefined) return []
      const rows: LevelCommand[] = []
      for (const [place, row] of waiting) {
        if (!canSee(order, row)) continue
        waiting.delete(place)
        rows.push(row)
      }
      return rows
    },
    waiting: () => unseen,
  }
}

const placeOf = ({ side, price }: LevelCommand): number => (side === 'bid' ? price : -price)

const WEI_PER_PRICE = 10n ** 14n

/** An order sees the levels that it could take from, down to its limit, and the level that it would join. */
const canSee = ({ outcome, side, limit, strategy }: OrderSpec, row: LevelCommand): boolean => {
  const own = inYesTerms({ outcome, side, price: Price.of(Math.min(9_999, Math.max(1, Number(limit / WEI_PER_PRICE)))) })
  if (row.side === own.side) return row.price === own.price
  if (strategy === 'MARKET') return true
  return own.side === 'bid' ? row.price <= own.price : row.price >= own.price
}

/** The part of a print that the recorded crowd traded within itself: what did not fill our orders, by the print's events. `null`: nothing. */
export const crowdTrade = (
  { market, side, price, size, at }: Extract<CrowdCommand, { kind: 'crowd-print' }>,
  events: readonly CoreEvent[],
): CrowdTrade | null => {
  let left: number = size
  for (const event of events)
    if (event.kind === 'matched' && event.match.taker === null)
      for (const maker of event.match.makers) left -= Size.floorWei(maker.shares)
  return left > 0 ? { at, market, side, price, size: left } : null
}
