import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataFiles, importFiles } from '../../../src/cli/search/import.js'

let folder = ''
const put = (...names: readonly string[]): void => {
  for (const name of names) writeFileSync(join(folder, name), '')
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
  mkdirSync(join(folder, 'events'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a file stands for itself, whatever it is called', () => {
  put('notes')
  expect(dataFiles(join(folder, 'notes'))).toEqual([join(folder, 'notes')])
})

test('a folder stands for the market data in it and below, in the order of names', () => {
  put('events/b.ndjson.gz', 'events/a.ndjson', 'MARKETS.csv', 'readme.md', 'events/about.json')
  expect(dataFiles(folder)).toEqual(['MARKETS.csv', 'events/a.ndjson', 'events/b.ndjson.gz'].map(name => join(folder, name)))
})

test('the folder of a run stands for its input log', () => {
  put('input.ndjson.gz', 'fills.csv')
  expect(dataFiles(folder)).toEqual([join(folder, 'input.ndjson.gz')])
})

test('a folder without market data, and a path that leads nowhere, are refused by name', () => {
  put('readme.md')
  expect(() => dataFiles(folder)).toThrow(/holds no market data: expected files that end with \.ndjson/)
  expect(() => dataFiles(join(folder, 'nowhere'))).toThrow(/there is no file .*nowhere/)
})

test('a file of another format than the named one is refused with the format that it looks like', async () => {
  const { flags, message } = { flags: { out: join(folder, 'out') }, message: 'looks like input-log: name that format, or auto' }
  writeFileSync(join(folder, 'log.ndjson'), '{"kind":"header","version":1,"markets":[]}\n')
  await expect(importFiles('kalshi', [join(folder, 'log.ndjson')], flags)).rejects.toThrow(message)
  writeFileSync(join(folder, 'log.ndjson'), 'nothing known\n')
  await expect(importFiles('kalshi', [join(folder, 'log.ndjson')], flags)).rejects.not.toThrow(/looks like/)
})
