import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ComparedResult } from '../../../backtest/compare/compared-result.js'
import { readTable } from '../../recording/columns/read-table.js'

/** The data of a backtest's page. Times in milliseconds: the first since the epoch, the others since the first. */
const drawn = z.object({
  from: z.number(),
  models: z.array(z.string()),
  equity: z.object({ x: z.array(z.number()), lines: z.array(z.array(z.number().nullable())) }),
})

/** The equity of a backtest's account over time: from its table, or else from its page. Empty: it has neither. */
export async function readEquity(folder: string, model: string): Promise<ComparedResult['equity']> {
  const file = join(folder, 'equity.parquet')
  if (!existsSync(file)) return equityOnPage(join(folder, 'report.html'), model)
  const columns = { model: 'text', marked_at: 'time', equity: 'number' } as const
  // Tables of older versions have no column for the strategy: all their rows are of whole accounts.
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
