import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { exactDigits } from '../../../backtest/report/digits.js'
import { writeFills } from '../../../backtest/report/write-fills.js'
import { writeReport } from '../../../backtest/report/write-report.js'
import { Wei } from '../../../src/model/money.js'
import { generatedAbout, generatedResult } from './generated-result.js'

test('leaves a page, a summary and the fills in a folder it makes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oddsmith-report-'))
  try {
    const result = generatedResult()
    const summary = await writeReport(join(folder, 'deep', 'down'), result, generatedAbout())
    const read = (name: string): Promise<string> => readFile(join(folder, 'deep', 'down', name), 'utf8')
    expect(JSON.parse(await read('summary.json'))).toEqual(summary)
    expect(await read('report.html')).toContain(result.hash)
    expect(summary).toMatchObject({ hash: result.hash, headline: 'pessimistic', events: result.events })
    expect(summary.pnl['pessimistic']?.total).toBe(exactDigits(result.accounts[0]?.profit.total ?? Wei.ZERO))
    expect(Object.keys(summary.fills)).toEqual(['pessimistic', 'probabilistic', 'optimistic'])
    expect(summary.coverage).toMatchObject({ dropped: 3, repaired: 121, printsPaired: 0.953 })
    expect((await readFile(join(folder, 'deep', 'down', 'fills.parquet'))).subarray(0, 4).toString()).toBe('PAR1')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('writes fills that read back to the wei, each with the row that justified it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oddsmith-fills-'))
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  try {
    const result = generatedResult({ seconds: 600, fillRate: 0.1 })
    const file = join(folder, "it's fills.parquet")
    await writeFills(file, result)
    const reader = await connection.runAndReadAll(
      `SELECT epoch_us(matched_at) AS matched_at, market, outcome, side, shares::VARCHAR AS shares, value::VARCHAR AS value, is_settled, evidence, evidence_price
       FROM '${file.replaceAll("'", "''")}' WHERE model = 'pessimistic'`,
    )
    const found = reader.getRowObjects()
    const fills = result.accounts[0]?.fills ?? []
    expect(found).toHaveLength(fills.length)
    for (const [index, { at, outcome, side, shares, value, isSettled, evidence }] of fills.entries()) {
      expect(found[index]).toMatchObject({
        matched_at: BigInt(at),
        market: 'GOLD-0',
        outcome,
        side,
        is_settled: isSettled,
        evidence: 'trade',
      })
      expect(weiOf(found[index]?.['shares'])).toBe(shares)
      expect(weiOf(found[index]?.['value'])).toBe(value)
      expect(found[index]?.['evidence_price']).toBe(evidence?.kind === 'trade' ? evidence.price / 10_000 : null)
    }
  } finally {
    connection.closeSync()
    database.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
})

test('writes a file without rows where there were no fills', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oddsmith-fills-'))
  try {
    await writeFills(join(folder, 'fills.parquet'), generatedResult({ fillRate: 0, seconds: 60 }))
    expect((await readFile(join(folder, 'fills.parquet'))).subarray(0, 4).toString()).toBe('PAR1')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

const weiOf = (text: unknown): bigint => BigInt(String(text).replace('.', ''))

test('writes amounts as exact decimal digits', () => {
  expect(exactDigits(Wei.of(0n))).toBe('0')
  expect(exactDigits(Wei.of(1n))).toBe('0.000000000000000001')
  expect(exactDigits(Wei.of(-1_500_000_000_000_000_000n))).toBe('-1.5')
  expect(exactDigits(Wei.of(12_000_000_000_000_000_000n))).toBe('12')
})
