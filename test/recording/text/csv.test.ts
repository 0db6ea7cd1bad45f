import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { csvCells, readCsv } from '../../../src/recording/text/csv.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (text: string) => {
  const file = join(folder, 'a.csv')
  writeFileSync(file, text)
  return readCsv(file)
}

test('a cell in quotes holds commas, line ends and doubled quotes, and a record names the line it begins at', async () => {
  expect(await read('a,b\r\n"one, two","say ""no"""\n\n"over\r\ntwo lines",\n')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['one, two', 'say "no"'] },
    { line: 4, cells: ['over\r\ntwo lines', ''] },
  ])
})

test('whatever cells are written by RFC 4180 are read as they were', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ü', ',', '"', '\n', '\r', ' ', '0') })
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  const bare = fc.string({ unit: fc.constantFrom('a', 'ü', ' ', '0') }).map(text => ({ text, written: text }))
  const anyCell = fc.oneof(
    cell.map(text => ({ text, written: quoted(text) })),
    bare,
  )
  const table = fc.array(fc.array(anyCell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom('\n', '\r\n'), async (rows, end) => {
      const written = rows.map(row => row.map(each => each.written).join(',')).join(end)
      expect((await read(`${written}${end}`)).map(({ cells }) => cells)).toEqual(rows.map(row => row.map(({ text }) => text)))
    }),
    { numRuns: 200, seed: 4 },
  )
})

test('what is no CSV is refused with file and line', async () => {
  await expect(read('a,b\n1,2\n"3,4\n5,6')).rejects.toThrow(/a\.csv:3: expected a closing quote, found the end of the file/)
  await expect(read('a,b\n1,"2"x\n')).rejects.toThrow(/a\.csv:2: expected a comma behind a closing quote, found x/)
  await expect(read('a,b\n1,2"x"\n')).rejects.toThrow(/a\.csv:2: expected quotes around the whole of a cell, found 2"x"/)
  expect(csvCells('{"recv_ms":1}')).toBeNull()
})
