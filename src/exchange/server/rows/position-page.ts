import type { QueryOf } from '../../../protocol/api/operation.js'
import type { OPERATIONS } from '../../../protocol/api/operations.js'
import type { House } from '../house.js'
import type { Page } from '../http/paging.js'
import { marketRows } from './market-rows.js'
import {
  changedAt,
  type Position,
  type PositionRow,
  positionReturn,
  positionRow,
  positionShares,
  positionsOf,
  positionValue,
} from './position-row.js'

type PositionQuery = QueryOf<typeof OPERATIONS.getPositions>

/**
 * A wallet's positions. Results are paid at once, so what was held in a resolved market is no holding any more: it is shown, with the shares it
 * had, only to who asks for `isResolved=true` or `includeLost=true`; what paid nothing only with `includeLost=true`.
 */
export const positionPage = (house: House, account: string, query: PositionQuery): Page<PositionRow> => {
  const rows = positionsOf(house, account).filter(position => isWanted(house, position, query))
  const { value, isFalling } = orderOf(house, query.sort)
  const list = { rows, order: `position-${query.sort ?? ''}`, isFalling, value, id: (position: Position) => position.key }
  const page = house.sortedPages.page(query, list)
  const marketOf = marketRows(house)
  return { rows: page.rows.map(position => positionRow(house, position, marketOf(position.market))), cursor: page.cursor }
}

const isWanted = (house: House, position: Position, { marketId, isResolved, includeLost }: PositionQuery): boolean => {
  if (marketId !== undefined && position.market !== marketId) return false
  const isDecided = (house.floor.core.market(position.market)?.result ?? null) !== null
  if (isResolved !== undefined && isDecided !== isResolved) return false
  if (!isDecided) return position.held > 0n
  const isAsked = isResolved === true || includeLost === true
  return isAsked ? includeLost === true || positionValue(house, position) > 0n : position.held > 0n
}

interface PositionOrder {
  readonly isFalling: boolean
  readonly value: (position: Position) => number
}

/** Without a sort, the newest market first. A block is when shares last came or went. */
const orderOf = (house: House, sort: PositionQuery['sort']): PositionOrder => {
  switch (sort) {
    case undefined:
      return { isFalling: true, value: position => position.key }
    case 'AMOUNT_DESC':
      return { isFalling: true, value: position => Number(positionShares(position)) }
    case 'SHARES_VALUE_DESC':
      return { isFalling: true, value: position => Number(positionValue(house, position)) }
    case 'RETURN_DESC':
      return { isFalling: true, value: position => Number(positionReturn(house, position)) }
    case 'EVENT_BLOCK_ASC':
      return { isFalling: false, value: changedAt }
    case 'EVENT_BLOCK_DESC':
      return { isFalling: true, value: changedAt }
    default:
      return sort satisfies never
  }
}
