import type { ResultTable, TableColumn } from '../../src/recording/columns/write-tables.js'
import type { BacktestResult } from '../result.js'
import { ownersOf } from './strategy-profits.js'

const COLUMNS: readonly TableColumn[] = [
  { name: 'model', type: 'VARCHAR' },
  { name: 'strategy', type: 'VARCHAR' },
  { name: 'market', type: 'VARCHAR' },
  { name: 'side', type: 'VARCHAR' },
  { name: 'price', type: 'DOUBLE' },
  { name: 'shares', type: 'DOUBLE' },
  { name: 'from_at', type: 'TIMESTAMP' },
  { name: 'to_at', type: 'TIMESTAMP' },
]

/** Each account's best resting bid and ask, one row for each time without a change: YES prices 0 to 1, times in UTC. */
export function quotesTable(result: BacktestResult): ResultTable {
  const owners = ownersOf(result)
  const rows = result.accounts.flatMap(({ model, quotes }) =>
    quotes.map(({ market, side, price, size, from, to }) => [
      model,
      owners[market] ?? null,
      result.markets[market]?.id ?? '',
      side,
      String(price / 10_000),
      String(size / 1e6),
      String(from),
      to === null ? null : String(to),
    ]),
  )
  return { name: 'quotes', columns: COLUMNS, rows }
}
