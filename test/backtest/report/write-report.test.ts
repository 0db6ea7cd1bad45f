import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { equityTable } from '../../../backtest/report/equity-table.js'
import { fillsTable } from '../../../backtest/report/fills-table.js'
import { ordersTable } from '../../../backtest/report/orders-table.js'
import { positionsTable } from '../../../backtest/report/positions-table.js'
import { quotesTable } from '../../../backtest/report/quotes-table.js'
import { refusalText } from '../../../backtest/report/refusal-section.js'
import { reportHtml } from '../../../backtest/report/report-html.js'
import { summarizeBacktest } from '../../../backtest/report/summary.js'
import { writeReport } from '../../../backtest/report/write-report.js'
import type { SimulatedOrder } from '../../../backtest/result.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
import { exactDigits } from '../../../src/protocol/exact-digits.js'
import { writeTables } from '../../../src/recording/columns/write-tables.js'
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
    await writeTables(folder, [{ ...fillsTable(result), name: "it's fills" }])
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
      expect(weiOfDigits(found[index]?.['shares'])).toBe(shares)
      expect(weiOfDigits(found[index]?.['value'])).toBe(value)
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
    await writeTables(folder, [
      ordersTable({ ...rest, accounts: accounts.map(account => ({ ...account, sent: [order, ended] })) }),
    ])
    const reader = await connection.runAndReadAll(
      `SELECT * REPLACE (epoch_us(sent_at) AS sent_at, epoch_us(arrived_at) AS arrived_at, epoch_us(ended_at) AS ended_at, filled::VARCHAR AS filled) FROM '${file}'`,
    )
    const row = {
      ...{
        model: 'pessimistic',
        strategy: 'two-sided',
        order_id: '1-7',
        market: 'GOLD-0',
        outcome: 'no',
        side: 'buy',
        style: 'post-only',
      },
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
  const result = generatedResult({ markets: 2, seconds: 60 })
  const page = reportHtml(result, generatedAbout())
  expect(page).toMatch(/limit: positionMaxShares<\/th><td>2<\/td>/)
  expect(page).toMatch(/venue: post-only<\/th><td>1<\/td>/)
  expect(summarizeBacktest(result, generatedAbout()).accounts['optimistic']?.refusals).toEqual(result.accounts[2]?.refusals)
  expect(refusalText({ limits: { a: 1_200, b: 1 }, venue: { c: 2 } })).toBe(
    'refused by limits: a 1,200, b 1; by the venue: c 2',
  )
  expect(refusalText({ limits: {}, venue: {} })).toBeNull()
  const shared = { ...result, strategies: result.markets.map(({ index }) => ({ name: `of ${index}`, markets: [index] })) }
  const { strategies } = summarizeBacktest(shared, generatedAbout()).accounts['optimistic']!
  expect(strategies['of 0']?.refusals).toEqual(result.accounts[2]?.refusals)
  expect(strategies['of 1']?.refusals).toEqual({ limits: {}, venue: {} })
  expect(reportHtml(shared, generatedAbout())).toMatch(/of 0, limit: positionMaxShares<\/th><td>2<\/td>/)
  expect(page).not.toContain('two-sided, limit')
})

test('writes a file without rows where there were no fills', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oddsmith-fills-'))
  try {
    await writeTables(folder, [fillsTable(generatedResult({ fillRate: 0, seconds: 60 }))])
    expect((await readFile(join(folder, 'fills.parquet'))).subarray(0, 4).toString()).toBe('PAR1')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

const weiOfDigits = (text: unknown): bigint => BigInt(String(text).replace('.', ''))

test('writes amounts as exact decimal digits', () => {
  expect(exactDigits(Wei.of(0n))).toBe('0')
  expect(exactDigits(Wei.of(1n))).toBe('0.000000000000000001')
  expect(exactDigits(Wei.of(-1_500_000_000_000_000_000n))).toBe('-1.5')
  expect(exactDigits(Wei.of(12_000_000_000_000_000_000n))).toBe('12')
})

test('names the strategy of each row, and writes the equity of each of several strategies beside that of the account', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oddsmith-shares-'))
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  const read = async (name: string, rest: string) =>
    (await connection.runAndReadAll(rest.replace('TABLE', `'${folder}/${name}.parquet'`))).getRows()
  try {
    const alone = generatedResult({ markets: 2, seconds: 600, fillRate: 0.1, models: ['pessimistic'] })
    const strategies = alone.markets.map(({ index }) => ({ name: `of ${index}`, markets: [index] }))
    expect(strategies.length).toBeGreaterThan(1)
    const accounts = alone.accounts.map(account => ({
      ...account,
      samples: account.samples.map(sample => ({ ...sample, byStrategy: strategies.map((_, at) => Wei.of(BigInt(at + 1))) })),
    }))
    const result = { ...alone, accounts, strategies }
    await writeTables(folder, [fillsTable(result), quotesTable(result), equityTable(result)])
    for (const name of ['fills', 'quotes'])
      expect(await read(name, 'SELECT DISTINCT market, strategy FROM TABLE ORDER BY ALL')).toEqual(
        result.markets.map(({ id, index }) => [id, `of ${index}`]),
      )
    const [account] = accounts
    const count = BigInt(account?.samples.length ?? 0)
    expect(
      await read(
        'equity',
        'SELECT strategy, count(*), any_value(equity::VARCHAR) FROM TABLE WHERE strategy IS NOT NULL GROUP BY ALL ORDER BY ALL',
      ),
    ).toEqual(strategies.map(({ name }, at) => [name, count, exactDigits(Wei.of(BigInt(at + 1)))]))
    expect(await read('equity', 'SELECT count(*) FROM TABLE WHERE strategy IS NULL')).toEqual([[count]])
  } finally {
    connection.closeSync()
    database.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
})

test('writes quotes, equity and positions that read back as they were', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oddsmith-tables-'))
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  const read = async (name: string, columns: string) =>
    (await connection.runAndReadAll(`SELECT ${columns} FROM '${folder}/${name}.parquet' WHERE model = 'pessimistic'`)).getRows()
  try {
    const result = generatedResult({ seconds: 600, fillRate: 0.1 })
    await writeTables(folder, [quotesTable(result), equityTable(result), positionsTable(result)])
    const [account] = result.accounts
    if (account === undefined) throw new Error('expected an account')
    expect(await read('quotes', 'market, side, price, shares, epoch_us(from_at), epoch_us(to_at)')).toEqual(
      account.quotes.map(({ market, side, price, size, from, to }) => [
        result.markets[market]?.id,
        side,
        price / 10_000,
        size / 1e6,
        BigInt(from),
        to === null ? null : BigInt(to),
      ]),
    )
    const equity = await read('equity', 'epoch_us(marked_at), equity::VARCHAR')
    expect(equity.map(([at, digits]) => [at, weiOfDigits(digits)])).toEqual(
      account.samples.map(({ at, equity }) => [BigInt(at), equity]),
    )
    const changes = await read('positions', 'epoch_us(marked_at), market, net_shares')
    expect(changes.length).toBeGreaterThan(5)
    for (const { at, net } of account.samples)
      for (const [market, shares] of net.entries()) {
        const id = result.markets[market]?.id
        const last = changes.findLast(([when, where]) => where === id && Number(when) <= at)
        expect(last?.[2] ?? 0).toBe(shares)
      }
  } finally {
    connection.closeSync()
    await rm(folder, { recursive: true, force: true })
  }
})
