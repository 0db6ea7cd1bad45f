import { Wei } from '../../src/model/money.js'
import { exactDigits } from '../../src/protocol/exact-digits.js'
import type { ResultTable, TableColumn } from '../../src/recording/columns/write-tables.js'
import type { AccountResult, BacktestResult } from '../result.js'

const COLUMNS: readonly TableColumn[] = [
  { name: 'model', type: 'VARCHAR' },
  { name: 'strategy', type: 'VARCHAR' },
  { name: 'marked_at', type: 'TIMESTAMP' },
  { name: 'equity', type: 'DECIMAL(38, 18)' },
]

/**
 * Profit of each account since it began, at most once a second: exact, in collateral, times in UTC. A row without a strategy is for the whole
 * account; if several strategies share it, rows for each follow.
 */
export const equityTable = ({ accounts, strategies }: BacktestResult): ResultTable => ({
  name: 'equity',
  columns: COLUMNS,
  rows: accounts.flatMap(({ model, samples }: AccountResult) => [
    ...samples.map(({ at, equity }) => [model, null, String(at), exactDigits(equity)]),
    ...(strategies.length < 2 ? [] : strategies).flatMap(({ name }, of) =>
      samples.map(({ at, byStrategy }) => [model, name, String(at), exactDigits(byStrategy[of] ?? Wei.ZERO)]),
    ),
  ]),
})
