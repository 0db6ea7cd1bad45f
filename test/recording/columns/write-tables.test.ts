import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ResultTable, type TableColumn, writeTables } from '../../../src/recording/columns/write-tables.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The values of a table's file as DuckDB shows them. */
async function writtenRows(table: ResultTable): Promise<readonly (readonly (string | null)[])[]> {
  await writeTables(folder, [table])
  const database = await DuckDBInstance.create(':memory:')
  const connection = await database.connect()
  const columns = table.columns.map(({ name }) => `"${name.replaceAll('"', '""')}"::VARCHAR`).join(', ')
  const result = await connection.runAndReadAll(`SELECT ${columns} FROM '${join(folder, `${table.name}.parquet`)}'`)
  const rows = result.getRows().map(row => row.map(value => (value === null ? null : String(value))))
  connection.closeSync()
  database.closeSync()
  return rows
}

const column = (name: string, type: TableColumn['type']): TableColumn => ({ name, type })

test('texts come back as they are, whatever they hold, and what is missing stays missing', async () => {
  const rows = [
    ['', 'plain'],
    [null, 'it\'s "quoted"; -- \\'],
    ['\u0001\u001e\u001f\n\t', null],
    ['Ünïcode 🙂', "'); DROP TABLE texts; --"],
    [null, null],
  ]
  expect(await writtenRows({ name: 'texts', columns: [column('a "b"', 'VARCHAR'), column('c', 'VARCHAR')], rows })).toEqual(
    rows,
  )
})

test('decimals keep their sign and all their digits', async () => {
  const texts = ['0', '3', '-3', '0.5', '-0.5', '-0.000000000000000001', '12.000000000000000001', '-9007199254740993.25', null]
  const rows = await writtenRows({ name: 'money', columns: [column('m', 'DECIMAL(38, 18)')], rows: texts.map(text => [text]) })
  const digits = (text: string): string =>
    `${text}${text.includes('.') ? '' : '.'}`.padEnd(text.split('.')[0]!.length + 19, '0')
  expect(rows).toEqual(texts.map(text => [text === null ? null : digits(text)]))
})

test('every other type comes back as its own', async () => {
  const columns = [
    column('at', 'TIMESTAMP'),
    column('count', 'BIGINT'),
    column('ratio', 'DOUBLE'),
    column('is', 'BOOLEAN'),
    column('list', 'DOUBLE[]'),
  ]
  const rows = [
    ['1786410060000001', '-9007199254740993', '0.1', 'true', '[1, 2.5]'],
    [null, null, null, null, null],
  ]
  expect(await writtenRows({ name: 'all', columns, rows })).toEqual([
    ['2026-08-11 01:01:00.000001', '-9007199254740993', '0.1', 'true', '[1.0, 2.5]'],
    [null, null, null, null, null],
  ])
})

test('a table without rows is a file without rows', async () => {
  expect(
    await writtenRows({ name: 'none', columns: [column('m', 'DECIMAL(38, 18)'), column('n', 'BIGINT')], rows: [] }),
  ).toEqual([])
})

test('a text that does not match its type, or holds every control character, is refused', async () => {
  const table = (type: TableColumn['type'], text: string) => [{ name: 'bad', columns: [column('x', type)], rows: [[text]] }]
  await expect(writeTables(folder, table('BIGINT', 'twelve'))).rejects.toThrow('twelve')
  await expect(writeTables(folder, table('DECIMAL(38, 18)', '1.x'))).rejects.toThrow()
  const all = String.fromCharCode(...Array.from({ length: 31 }, (_, at) => at + 1))
  await expect(writeTables(folder, table('VARCHAR', all))).rejects.toThrow('every control character')
})
