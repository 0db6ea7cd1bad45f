import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ComparedResult } from '../../../backtest/compare/compared-result.js'
import { readTable } from '../../recording/columns/read-table.js'

/** What the page of a backtest draws of its accounts. Times in milliseconds, the first since the epoch, the others since that. */
const drawn = z.object({
  from: z.number(),
  models: z.array(z.string()),
  equity: z.object({ x: z.array(z.number()), lines: z.array(z.array(z.number().nullable())) }),
})

/** The equity of an account over time, of a backtest's folder: from its table, or of a result without one from its page. Empty where it has neither. */
export async function readEquity(folder: string, model: string): Promise<ComparedResult['equity']> {
  const file = join(folder, 'equity.parquet')
  if (!existsSync(file)) return equityOnPage(join(folder, 'report.html'), model)
  const columns = { model: 'text', marked_at: 'time', equity: 'number' } as const
  // Tables of an older version have no column for the strategy: all of their rows are of whole accounts.
  const rows = await readTable(file, { ...columns, strategy: 'text' }).catch(() => readTable(file, columns))
  return rows.flatMap(([of, at, value, strategy]) =>
    of === model && (strategy ?? null) === null ? [{ at: Number(at), value: Number(value) }] : [],
  )
}

function equityOnPage(file: string, model: string): ComparedResult['equity'] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const json = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(text)?.[1]
  const { data } = drawn.safeParse(json === undefined ? null : JSON.parse(json))
  const line = data?.equity.lines[data.models.indexOf(model)]
  if (data === undefined || line === undefined) return []
  return data.equity.x.flatMap((milliseconds, row) => {
    const value = line[row] ?? null
    return value === null ? [] : [{ at: (data.from + milliseconds) * 1_000, value }]
  })
}
