import { exactDigits } from '../../src/protocol/exact-digits.js'
import type { ResultTable, TableColumn } from '../../src/recording/columns/write-tables.js'
import type { BacktestResult, SimulatedOrder } from '../result.js'
import { ownersOf } from './strategy-profits.js'

const COLUMNS: readonly TableColumn[] = [
  { name: 'model', type: 'VARCHAR' },
  { name: 'strategy', type: 'VARCHAR' },
  { name: 'order_id', type: 'VARCHAR' },
  { name: 'market', type: 'VARCHAR' },
  { name: 'outcome', type: 'VARCHAR' },
  { name: 'side', type: 'VARCHAR' },
  { name: 'style', type: 'VARCHAR' },
  { name: 'price', type: 'DOUBLE' },
  { name: 'shares', type: 'DOUBLE' },
  { name: 'sent_at', type: 'TIMESTAMP' },
  { name: 'arrived_at', type: 'TIMESTAMP' },
  { name: 'ended_at', type: 'TIMESTAMP' },
  { name: 'ended', type: 'VARCHAR' },
  { name: 'why', type: 'VARCHAR' },
  { name: 'filled', type: 'DECIMAL(38, 18)' },
]

/** Every account's orders, one row each, in the order in which they were sent: prices 0 to 1, times in UTC. */
export function ordersTable(result: BacktestResult): ResultTable {
  const owners = ownersOf(result)
  const rows = result.accounts.flatMap(({ model, sent }) =>
    sent.map(order => [model, owners[order.market] ?? null, ...orderTexts(order, result.markets[order.market]?.id ?? '')]),
  )
  return { name: 'orders', columns: COLUMNS, rows }
}

const orderTexts = ({ id, outcome, side, style, price, size, ...order }: SimulatedOrder, market: string) => [
  id,
  market,
  outcome,
  side,
  style,
  String(price / 10_000),
  String(size / 1e6),
  String(order.sentAt),
  textOf(order.arrivedAt),
  textOf(order.endedAt),
  order.ended,
  order.why,
  exactDigits(order.filled),
]

const textOf = (time: number | null): string | null => (time === null ? null : String(time))
