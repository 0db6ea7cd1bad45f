import type { ResultTable, TableColumn } from '../../src/recording/columns/write-tables.js'
import type { AccountResult, BacktestResult } from '../result.js'

const COLUMNS: readonly TableColumn[] = [
  { name: 'model', type: 'VARCHAR' },
  { name: 'marked_at', type: 'TIMESTAMP' },
  { name: 'market', type: 'VARCHAR' },
  { name: 'net_shares', type: 'DOUBLE' },
]

/** Each account's net YES shares of each market: one row whenever a mark found another position than before. Times in UTC. */
export const positionsTable = ({ accounts, markets }: BacktestResult): ResultTable => ({
  name: 'positions',
  columns: COLUMNS,
  rows: accounts.flatMap(account => changesOf(account, market => markets[market]?.id ?? '')),
})

function changesOf({ model, samples }: AccountResult, idOf: (market: number) => string): readonly (readonly string[])[] {
  const held = new Map<number, number>()
  return samples.flatMap(({ at, net }) =>
    net.flatMap((shares, market) => {
      if (shares === (held.get(market) ?? 0)) return []
      held.set(market, shares)
      return [[model, String(at), idOf(market), String(shares)]]
    }),
  )
}
