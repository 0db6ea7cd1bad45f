import type { ResultTable, TableColumn } from '../../src/recording/write-tables.js'
import type { AccountResult, BacktestResult } from '../result.js'
import { exactDigits } from './digits.js'

const COLUMNS: readonly TableColumn[] = [
  { name: 'model', type: 'VARCHAR' },
  { name: 'marked_at', type: 'TIMESTAMP' },
  { name: 'equity', type: 'DECIMAL(38, 18)' },
]

/** What each account had gained since it began, marked at most once a second: exact in collateral, times UTC. */
export const equityTable = ({ accounts }: BacktestResult): ResultTable => ({
  name: 'equity',
  columns: COLUMNS,
  rows: accounts.flatMap(({ model, samples }: AccountResult) =>
    samples.map(({ at, equity }) => [model, String(at), exactDigits(equity)]),
  ),
})
