import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BacktestResult } from '../result.js'
import type { ReportAbout } from './about.js'
import { reportHtml } from './report-html.js'
import { type BacktestSummary, summarizeBacktest } from './summary.js'
import { writeFills } from './write-fills.js'
import { writeOrders } from './write-orders.js'

/** Writes `report.html`, `summary.json`, `fills.parquet` and `orders.parquet` into a folder, which is made where it is missing. Answers what the summary says. */
export async function writeReport(folder: string, result: BacktestResult, about: ReportAbout): Promise<BacktestSummary> {
  const summary = summarizeBacktest(result, about)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`)
  await writeFile(join(folder, 'report.html'), reportHtml(result, about))
  await writeFills(join(folder, 'fills.parquet'), result)
  await writeOrders(join(folder, 'orders.parquet'), result)
  return summary
}
