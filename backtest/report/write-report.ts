import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeTables } from '../../src/recording/columns/write-tables.js'
import type { BacktestResult } from '../result.js'
import type { ReportAbout } from './about.js'
import { accountFigures } from './account-figures.js'
import { equityTable } from './equity-table.js'
import { fillsTable } from './fills-table.js'
import { ordersTable } from './orders-table.js'
import { positionsTable } from './positions-table.js'
import { quotesTable } from './quotes-table.js'
import { reportHtml } from './report-html.js'
import { type BacktestSummary, summarizeBacktest } from './summary.js'

/**
 * Writes `report.html`, `summary.json` and the tables (`fills`, `orders`, `quotes`, `equity` and `positions.parquet`) into a folder, which is created
 * if missing. Returns the summary.
 */
export async function writeReport(folder: string, result: BacktestResult, about: ReportAbout): Promise<BacktestSummary> {
  const figures = accountFigures(result)
  const summary = summarizeBacktest(result, about, figures)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`)
  await writeFile(join(folder, 'report.html'), reportHtml(result, about, figures))
  const tables = [fillsTable, ordersTable, quotesTable, equityTable, positionsTable]
  await writeTables(
    folder,
    tables.map(table => table(result)),
  )
  return summary
}
