import { createHash } from 'node:crypto'
import type { BacktestResult } from '../../backtest/result.js'

/** Short hashes of all that a user reads of a result, by account: a change of the code that shall change no result changes none of them. */
export const hashesOf = ({ accounts }: BacktestResult): readonly string[] =>
  accounts.map(({ model, orders, fills, profit, samples, quotes, maxDrawdown }) => {
    const { placed, canceled, filled, refused } = orders
    // Of one strategy its part of the equity is empty, and hashes that were taken before there was one stand.
    const marked = samples.map(({ byStrategy, ...sample }) => (byStrategy.length === 0 ? sample : { ...sample, byStrategy }))
    // The ids of orders count in the hash of the state, prices after a fill follow from the recording, and hashes that were taken before fills had
    // them stand.
    const exchanged = fills.map(fill => ({ ...fill, order: undefined, middlesAfter: undefined }))
    const told = { fills: exchanged, profit, samples: marked, quotes }
    const parts = Object.entries(told).map(([name, value]) => `${name} ${hashOf(value)}`)
    const counts = `${placed} placed, ${canceled} canceled, ${filled} filled, ${refused} refused, ${fills.length} fills`
    return `${model}: ${counts}; ${parts.join(', ')}, drawdown ${maxDrawdown}`
  })

/** Of plain data; keys count in the order of the alphabet, so that a change of shape alone is none. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, plain)).digest('hex').slice(0, 12)

const plain = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value} wei`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
