import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { exactDigits } from '../../../backtest/report/digits.js'
import { refusalText } from '../../../backtest/report/refusal-section.js'
import { reportHtml } from '../../../backtest/report/report-html.js'
import { summarizeBacktest } from '../../../backtest/report/summary.js'
import { writeFills } from '../../../backtest/report/write-fills.js'
import { writeOrders } from '../../../backtest/report/write-orders.js'
import { writeReport } from '../../../backtest/report/write-report.js'
import type { SimulatedOrder } from '../../../backtest/result.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
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

test('writes a row an order, with times that are not known left empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oddsmith-orders-'))
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  try {
    const { accounts, ...rest } = generatedResult({ seconds: 60, models: ['pessimistic'] })
    const order: SimulatedOrder = {
      ...{
        id: '1-7',
        market: 0,
        outcome: 'no',
        side: 'buy',
        style: 'post-only',
        price: Price.of(4_350),
        size: Size.ofShares(12.5),
      },
      ...{ sentAt: rest.from, arrivedAt: null, endedAt: null, ended: 'sent', why: null, filled: Wei.of(1n) },
    }
    const ended: SimulatedOrder = { ...order, arrivedAt: rest.from, endedAt: rest.to, ended: 'ended', why: 'post-only' }
    const file = join(folder, 'orders.parquet')
    await writeOrders(file, { ...rest, accounts: accounts.map(account => ({ ...account, sent: [order, ended] })) })
    const reader = await connection.runAndReadAll(
      `SELECT * REPLACE (epoch_us(sent_at) AS sent_at, epoch_us(arrived_at) AS arrived_at, epoch_us(ended_at) AS ended_at, filled::VARCHAR AS filled) FROM '${file}'`,
    )
    const row = {
      ...{ model: 'pessimistic', order_id: '1-7', market: 'GOLD-0', outcome: 'no', side: 'buy', style: 'post-only' },
      ...{ price: 0.435, shares: 12.5, sent_at: BigInt(rest.from), filled: '0.000000000000000001' },
    }
    expect(reader.getRowObjects()).toEqual([
      { ...row, arrived_at: null, ended_at: null, ended: 'sent', why: null },
      { ...row, arrived_at: BigInt(rest.from), ended_at: BigInt(rest.to), ended: 'ended', why: 'post-only' },
    ])
  } finally {
    connection.closeSync()
    database.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
})

test('names each rule that refused, and how often, on the page, in the summary and in words', async () => {
  const result = generatedResult({ seconds: 60 })
  const page = reportHtml(result, generatedAbout())
  expect(page).toMatch(/limit: positionMaxShares<\/th><td>2<\/td>/)
  expect(page).toMatch(/venue: post-only<\/th><td>1<\/td>/)
  expect(summarizeBacktest(result, generatedAbout()).accounts['optimistic']?.refusals).toEqual(result.accounts[2]?.refusals)
  expect(refusalText({ limits: { a: 1_200, b: 1 }, venue: { c: 2 } })).toBe(
    'refused by limits: a 1,200, b 1; by the venue: c 2',
  )
  expect(refusalText({ limits: {}, venue: {} })).toBeNull()
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
