import type { QueryOf } from '../../../protocol/api/operation.js'
import type { OPERATIONS } from '../../../protocol/api/operations.js'
import type { Page } from '../http/paging.js'
import type { Reads } from '../read-models/reads.js'
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
export const positionPage = (reads: Reads, account: string, query: PositionQuery): Page<PositionRow> => {
  const rows = positionsOf(reads, account).filter(position => isWanted(reads, position, query))
  const { value, isFalling } = orderOf(reads, query.sort)
  const list = { rows, order: `position-${query.sort ?? ''}`, isFalling, value, id: (position: Position) => position.key }
  const page = reads.pages.page(query, list)
  const marketOf = marketRows(reads)
  return { rows: page.rows.map(position => positionRow(reads, position, marketOf(position.market))), cursor: page.cursor }
}

const isWanted = (reads: Reads, position: Position, { marketId, isResolved, includeLost }: PositionQuery): boolean => {
  if (marketId !== undefined && position.market !== marketId) return false
  const isDecided = (reads.core.market(position.market)?.result ?? null) !== null
  if (isResolved !== undefined && isDecided !== isResolved) return false
  if (!isDecided) return position.held > 0n
  const isAsked = isResolved === true || includeLost === true
  return isAsked ? includeLost === true || positionValue(reads, position) > 0n : position.held > 0n
}

interface PositionOrder {
  readonly isFalling: boolean
  readonly value: (position: Position) => number
}

/** Without a sort, the newest market first. A block is when shares last came or went. */
const orderOf = (reads: Reads, sort: PositionQuery['sort']): PositionOrder => {
  switch (sort) {
    case undefined:
      return { isFalling: true, value: position => position.key }
    case 'AMOUNT_DESC':
      return { isFalling: true, value: position => Number(positionShares(position)) }
    case 'SHARES_VALUE_DESC':
      return { isFalling: true, value: position => Number(positionValue(reads, position)) }
    case 'RETURN_DESC':
      return { isFalling: true, value: position => Number(positionReturn(reads, position)) }
    case 'EVENT_BLOCK_ASC':
      return { isFalling: false, value: changedAt }
    case 'EVENT_BLOCK_DESC':
      return { isFalling: true, value: changedAt }
    default:
      return sort satisfies never
  }
}
