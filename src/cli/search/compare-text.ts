import type { ResultComparison } from '../../../backtest/compare/compare-html.js'
import type { ComparedResult } from '../../../backtest/compare/compared-result.js'
import type { SharedFills } from '../../../backtest/compare/shared-fills.js'
import { PROFIT_PARTS } from '../../../backtest/report/profit-section.js'
import { textTable } from '../screen/text-table.js'

/** The comparison for programs: `compare.json`, and what `compare --json` prints. Money is in collateral. */
export interface CompareDocument {
  /** Without lists of points and fills, which are in each result's Parquet files. */
  readonly results: readonly Omit<ComparedResult, 'equity' | 'fillList'>[]
  readonly common: readonly SharedFills[]
  readonly notes: readonly string[]
}

/** A comparison as a document. */
export const compareDocument = ({ results, common, notes }: ResultComparison): CompareDocument => ({
  results: results.map(withoutLists),
  common,
  notes,
})

function withoutLists(result: ComparedResult): CompareDocument['results'][number] {
  const { equity: _, fillList: __, ...rest } = result
  return rest
}

/** A comparison as a terminal shows it. */
export function compareText({ results, common, notes }: ResultComparison, folder: string): string {
  const row = (name: string, of: (result: ComparedResult) => string): string[] => [name, ...results.map(of)]
  const parts = results.some(each => each.parts !== null)
    ? PROFIT_PARTS.map(part => row(`  ${part}`, each => money(each.parts === null ? null : Number(each.parts[part]))))
    : []
  const rows = [
    row('', ({ model }) => model ?? 'run'),
    row('pnl', ({ profit }) => money(profit)),
    ...parts,
    ...shareRows(results, ({ strategies }) => strategies),
    row('drawdown', ({ maxDrawdown }) => money(maxDrawdown)),
    row('at risk, mean', ({ atRisk }) => money(atRisk)),
    row('sharpe', ({ sharpe }) => money(sharpe?.value ?? null)),
    row('markout 30 s, c', each => money(each.markouts.find(({ horizon }) => horizon === '30 s')?.cents ?? null)),
    row('fills', ({ fills }) => String(fills)),
    row('orders', ({ orders }) => String(orders)),
    row('volume', ({ volume }) => money(volume)),
  ]
  const shared = common.map(
    ({ pair, shares, parts: [one, other] }) =>
      `fills in common, ${pair.join(' and ')}: ${shares.toFixed(2)} shares, ${percent(one)} of the first, ${percent(other)} of the second`,
  )
  return [
    textTable(['', ...results.map(({ name }) => name)], rows),
    '',
    ...shared,
    ...notes.map(note => `note: ${note}`),
    `page ${folder}/compare.html`,
    '',
  ].join('\n')
}

/** Shown if any result has more than one strategy. */
function shareRows(
  results: readonly ComparedResult[],
  of: (result: ComparedResult) => ComparedResult['strategies'],
): readonly string[][] {
  if (results.every(each => Object.keys(of(each)).length < 2)) return []
  const names = [...new Set(results.flatMap(each => Object.keys(of(each))))]
  return names.map(name => [`  ${name}`, ...results.map(each => money(of(each)[name]?.profit ?? null))])
}

const money = (value: number | null): string => (value === null ? '-' : value.toFixed(2))

const percent = (part: number | null): string => (part === null ? 'nothing' : `${(100 * part).toFixed(1)} %`)
