import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLogFile } from '../../../src/cli/screen/log-file.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oddsmith-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('goes on in a new file when it is full, keeps as many as it was told and loses no line of those', async () => {
  const sink = openLogFile(join(folder, 'log'), { partMaxMb: 8 / 1e6, partsMax: 3 })
  for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n', 'six\n', 'seven\n', 'eight\n'])
    await sink.write(Buffer.from(line))
  expect(readdirSync(folder).toSorted()).toEqual(['log', 'log.1', 'log.2'])
  expect([read('log.2'), read('log.1'), read('log')]).toEqual(['six\n', 'seven\n', 'eight\n'])
  expect(statSync(join(folder, 'log')).mode & 0o777).toBe(0o600)
})

test('keeps one file alone where it was told so', async () => {
  const sink = openLogFile(join(folder, 'log'), { partMaxMb: 8 / 1e6, partsMax: 1 })
  for (const line of ['one\n', 'two\n', 'three\n']) await sink.write(Buffer.from(line))
  expect(readdirSync(folder)).toEqual(['log'])
  expect(read('log')).toBe('three\n')
})

test('goes on in the file of a process that was killed', async () => {
  const parts = { partMaxMb: 1, partsMax: 3 }
  await openLogFile(join(folder, 'log'), parts).write(Buffer.from('one\n'))
  openLogFile(join(folder, 'log'), parts).writeNow(Buffer.from('two\n'))
  expect(read('log')).toBe('one\ntwo\n')
})
