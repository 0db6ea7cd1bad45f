import type { ResultTable, TableColumn } from '../../src/recording/write-tables.js'
import type { BacktestResult, SimulatedOrder } from '../result.js'
import { exactDigits } from './digits.js'

const COLUMNS: readonly TableColumn[] = [
  { name: 'model', type: 'VARCHAR' },
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

/** Every account's orders, a row an order, in the order in which they left: prices 0 to 1, times UTC. */
export const ordersTable = ({ accounts, markets }: BacktestResult): ResultTable => ({
  name: 'orders',
  columns: COLUMNS,
  rows: accounts.flatMap(({ model, sent }) =>
    sent.map(order => [model, ...orderTexts(order, markets[order.market]?.id ?? '')]),
  ),
})

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
