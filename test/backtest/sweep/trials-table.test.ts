import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { rankTrials } from '../../../backtest/sweep/rank.js'
import type { TrialRow } from '../../../backtest/sweep/trial-table.js'
import { trialsTable } from '../../../backtest/sweep/trials-table.js'
import { writeTables } from '../../../src/recording/columns/write-tables.js'
import { inFolder } from '../../end-to-end/daemon.js'

const rowOf = (key: string, parameters: TrialRow['parameters'], eventProfits: readonly number[]): TrialRow => ({
  key,
  question: 'q',
  parameters,
  result: {
    hash: `hash of ${key}`,
    stateHash: key,
    events: 1,
    orders: { placed: 4, canceled: 3, filled: 2, refused: 1 },
    fills: eventProfits.length,
    profit: {
      total: String(eventProfits.reduce((sum, profit) => sum + profit, 0)),
      spread: '0.000000000000000001',
      drift: '0',
      settlement: '0',
      fees: '-0.5',
      rewards: '0',
    },
    maxDrawdown: '1',
    eventProfits,
    warnings: [],
  },
})

test('trials read back in the order of the search, with a column for each varied parameter, ranks and failures', () =>
  inFolder(async folder => {
    const rows = [
      rowOf('a', { half: 1, 'ru"le': 'slow', isBold: true, held: 5 }, [1.5, -1]),
      rowOf('b', { half: 2.5, 'ru"le': 'fast', isBold: false, held: 5 }, [2, 1]),
      rowOf('c', { half: 3, 'ru"le': 'fast', isBold: false, held: 5 }, []),
    ]
    const ranked = rankTrials(
      rows.map((row, at) => ({ ...row, number: at + 1 })),
      'profit',
    )
    const failed = [{ number: 4, parameters: { half: 9, 'ru"le': 'slow', isBold: true, held: 5 }, message: 'it threw' }]
    await writeTables(folder, [trialsTable({ ranked, failed, varied: ['half', 'ru"le', 'isBold'] })])
    const connection = await (await DuckDBInstance.create(':memory:')).connect()
    const columns =
      'trial, parameter_half, "parameter_ru""le", "parameter_isBold", failure, rank, score, spread::VARCHAR, fills, orders_canceled, event_profits::VARCHAR, key'
    const found = await connection.runAndReadAll(`SELECT ${columns} FROM '${join(folder, 'trials.parquet')}'`)
    const tiny = '0.000000000000000001'
    expect(found.getRows()).toEqual([
      [1n, 1, 'slow', true, null, 2n, 0.5, tiny, 2n, 3n, '[1.5, -1.0]', 'a'],
      [2n, 2.5, 'fast', false, null, 1n, 3, tiny, 2n, 3n, '[2.0, 1.0]', 'b'],
      [3n, 3, 'fast', false, null, null, null, tiny, 0n, 3n, '[]', 'c'],
      [4n, 9, 'slow', true, 'it threw', null, null, null, null, null, null, null],
    ])
    connection.closeSync()
  }))
