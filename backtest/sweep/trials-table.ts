import type { ResultTable, TableColumn } from '../../src/recording/columns/write-tables.js'
import type { RankedTrial } from './rank.js'
import type { FailedTrial, TrialResult } from './trial.js'

/** Trials of a search, and the parameters that it varied. */
interface SearchedTrials {
  readonly ranked: readonly RankedTrial[]
  readonly failed: readonly FailedTrial[]
  readonly varied: readonly string[]
}

type Parameters = Readonly<Record<string, unknown>>

const COUNTS = ['placed', 'canceled', 'filled', 'refused'] as const
const PARTS = ['total', 'spread', 'drift', 'settlement', 'fees', 'rewards'] as const

/**
 * Every trial of a search, including failed ones, in the order in which they were chosen: one column for each varied parameter, exact amounts in
 * collateral.
 */
export function trialsTable({ ranked, failed, varied }: SearchedTrials): ResultTable {
  const all = [...ranked.map(({ parameters }) => parameters), ...failed.map(({ parameters }) => parameters)]
  const rows = [
    ...ranked.map((trial, at) => ({
      number: trial.number,
      texts: rankedTexts(trial, trial.score === null ? null : at + 1, varied),
    })),
    ...failed.map(trial => ({ number: trial.number, texts: failedTexts(trial, varied) })),
  ]
  return {
    name: 'trials',
    columns: [...columnsOf(all, varied), ...RESULT_COLUMNS],
    rows: rows.toSorted((a, b) => a.number - b.number).map(({ texts }) => texts),
  }
}

const columnsOf = (all: readonly Parameters[], varied: readonly string[]): readonly TableColumn[] => [
  { name: 'trial', type: 'BIGINT' },
  ...varied.map((name): TableColumn => ({ name: `parameter_${name}`, type: typeOf(all.map(parameters => parameters[name])) })),
  { name: 'parameters', type: 'VARCHAR' },
]

const RESULT_COLUMNS: readonly TableColumn[] = [
  { name: 'failure', type: 'VARCHAR' },
  { name: 'rank', type: 'BIGINT' },
  { name: 'score', type: 'DOUBLE' },
  { name: 'profit', type: 'DECIMAL(38, 18)' },
  ...PARTS.slice(1).map((name): TableColumn => ({ name, type: 'DECIMAL(38, 18)' })),
  { name: 'max_drawdown', type: 'DECIMAL(38, 18)' },
  { name: 'fills', type: 'BIGINT' },
  ...COUNTS.map((name): TableColumn => ({ name: `orders_${name}`, type: 'BIGINT' })),
  { name: 'event_profits', type: 'DOUBLE[]' },
  { name: 'key', type: 'VARCHAR' },
  { name: 'hash', type: 'VARCHAR' },
]

/** The common type of all values; text if they differ. */
function typeOf(values: readonly unknown[]): TableColumn['type'] {
  const kinds = new Set(values.filter(value => value !== undefined).map(value => typeof value))
  const [only] = kinds.size === 1 ? kinds : []
  return only === 'number' ? 'DOUBLE' : only === 'boolean' ? 'BOOLEAN' : 'VARCHAR'
}

const parameterTexts = (parameters: Parameters, varied: readonly string[]): readonly (string | null)[] => [
  ...varied.map(name => {
    const value = parameters[name]
    return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
  }),
  JSON.stringify(parameters),
]

const rankedTexts = (
  { number, parameters, key, score, result }: RankedTrial,
  rank: number | null,
  varied: readonly string[],
): readonly (string | null)[] => [
  String(number),
  ...parameterTexts(parameters, varied),
  null,
  rank === null ? null : String(rank),
  score === null ? null : String(score),
  ...resultTexts(result),
  key,
  result.hash,
]

const resultTexts = ({ profit, maxDrawdown, fills, orders, eventProfits }: TrialResult): readonly string[] => [
  ...PARTS.map(part => profit[part]),
  maxDrawdown,
  String(fills),
  ...COUNTS.map(name => String(orders[name])),
  JSON.stringify(eventProfits),
]

/** Only its parameters and its error. */
const failedTexts = ({ number, parameters, message }: FailedTrial, varied: readonly string[]): readonly (string | null)[] => [
  String(number),
  ...parameterTexts(parameters, varied),
  message,
  ...Array.from({ length: RESULT_COLUMNS.length - 1 }, () => null),
]
