import { exactDigits } from '../../src/protocol/exact-digits.js'
import type { ResultTable, TableColumn } from '../../src/recording/columns/write-tables.js'
import type { BacktestResult, SimulatedFill } from '../result.js'
import { ownersOf } from './strategy-profits.js'

const COLUMNS: readonly TableColumn[] = [
  { name: 'model', type: 'VARCHAR' },
  { name: 'strategy', type: 'VARCHAR' },
  { name: 'order_id', type: 'VARCHAR' },
  { name: 'matched_at', type: 'TIMESTAMP' },
  { name: 'market', type: 'VARCHAR' },
  { name: 'outcome', type: 'VARCHAR' },
  { name: 'side', type: 'VARCHAR' },
  { name: 'is_maker', type: 'BOOLEAN' },
  { name: 'shares', type: 'DECIMAL(38, 18)' },
  { name: 'value', type: 'DECIMAL(38, 18)' },
  { name: 'fee', type: 'DECIMAL(38, 18)' },
  { name: 'fee_in', type: 'VARCHAR' },
  { name: 'is_settled', type: 'BOOLEAN' },
  { name: 'is_alone', type: 'BOOLEAN' },
  { name: 'evidence', type: 'VARCHAR' },
  { name: 'evidence_at', type: 'TIMESTAMP' },
  { name: 'evidence_side', type: 'VARCHAR' },
  { name: 'evidence_price', type: 'DOUBLE' },
  { name: 'evidence_shares', type: 'DOUBLE' },
]

/** Every account's fills, including failed ones: exact amounts in whole units, prices 0 to 1, times in UTC. */
export function fillsTable(result: BacktestResult): ResultTable {
  const owners = ownersOf(result)
  const rows = result.accounts.flatMap(({ model, fills }) =>
    fills.map(fill => [model, owners[fill.market] ?? null, ...fillTexts(fill, result.markets[fill.market]?.id ?? '')]),
  )
  return { name: 'fills', columns: COLUMNS, rows }
}

const fillTexts = ({ order, at, outcome, side, isMaker, shares, value, fee, ...fill }: SimulatedFill, market: string) => [
  order,
  String(at),
  market,
  outcome,
  side,
  String(isMaker),
  exactDigits(shares),
  exactDigits(value),
  exactDigits(fee.amount),
  fee.in,
  String(fill.isSettled),
  String(fill.isAlone),
  ...evidenceTexts(fill.evidence),
]

function evidenceTexts(evidence: SimulatedFill['evidence']): readonly (string | null)[] {
  if (evidence === null) return [null, null, null, null, null]
  const cause = evidence.kind === 'level' ? `level ${evidence.cause}` : evidence.kind
  if (evidence.kind !== 'level' && evidence.kind !== 'trade') return [cause, String(evidence.at), null, null, null]
  const { at, side, price, size } = evidence
  return [cause, String(at), side, String(price / 10_000), String(size / 1e6)]
}
