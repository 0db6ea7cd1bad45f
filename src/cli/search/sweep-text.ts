import { duration, money } from '../../../backtest/report/format.js'
import { parameterText } from '../../../backtest/sweep/parameter-text.js'
import type { FailedTrial } from '../../../backtest/sweep/trial.js'
import { counted } from '../../model/counted.js'
import { textTable } from '../screen/text-table.js'
import type { SweepDocument } from './sweep-document.js'

const ROWS_MAX = 20

/** The result of a search as text. */
export function sweepText(document: SweepDocument, folder: string): string {
  const { axes, failed, trials, traded, resumed, tries, refused, threads, wallSeconds, verdict, warnings, hash } = document
  const names = axes.map(({ name }) => name)
  const table = document.table.slice(0, traded)
  const rows = table
    .slice(0, ROWS_MAX)
    .map(({ parameters, profit, maxDrawdown, fills, orders, hash: own }, at) => [
      String(at + 1),
      ...names.map(name => parameterText(parameters, name)),
      ...[profit.total, profit.spread, profit.drift, profit.settlement, profit.fees].map(amountText),
      amountText(`-${maxDrawdown}`),
      String(fills),
      String(orders.placed),
      own,
    ])
  const head = ['rank', ...names, 'profit', 'spread', 'drift', 'settlement', 'fees', 'drawdown', 'fills', 'orders', 'hash']
  const more = [
    ...(resumed === 0 ? [] : [`${resumed} of them were in the table already`]),
    ...(tries === trials ? [] : [`${tries} tries at this recording are known`]),
    ...(refused === 0 ? [] : [`${refused} combinations were refused by the strategy`]),
  ]
  return [
    textTable(head, rows),
    ...(table.length > ROWS_MAX ? [`… and ${table.length - ROWS_MAX} more in ${folder}/trials.ndjson`] : []),
    ...failedText(failed, names, folder),
    '',
    [`${counted(trials, 'trial')} in ${duration(wallSeconds)} on ${counted(threads, 'thread')}`, ...more].join('; '),
    verdict,
    ...warnings.map(text => `  note: ${text}`),
    `  page ${folder}/sweep.html, hash ${hash}`,
    ...document.table.flatMap(({ report }) => (report === null ? [] : [`  report ${folder}/${report}/report.html`])),
  ].join('\n')
}

/** Failed trials as a separate table, because they have no rank. */
function failedText(failed: readonly FailedTrial[], names: readonly string[], folder: string): readonly string[] {
  if (failed.length === 0) return []
  const rows = failed
    .slice(0, ROWS_MAX)
    .map(({ number, parameters, message }) => [String(number), ...names.map(name => parameterText(parameters, name)), message])
  const more = failed.length > ROWS_MAX ? [`… and ${failed.length - ROWS_MAX} more in ${folder}/sweep.json`] : []
  return ['', textTable(['trial', ...names, 'failed with'], rows), ...more]
}

/** Shortens exact digits for people. */
export const amountText = (digits: string): string => money(Number(digits)).replace('−', '-')
