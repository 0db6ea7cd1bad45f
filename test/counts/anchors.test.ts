import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { changedFiles } from './addition.js'
import { ADDITIONS } from './additions.js'
import { countTable } from './count-table.js'
import { edited } from './edited.js'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

test.each(ADDITIONS)(
  '$what still finds each place that it edits, and takes the place of no file',
  ({ files, folder, edits }) => {
    const texts = new Map<string, string>()
    for (const edit of edits) texts.set(edit.file, edited(texts.get(edit.file) ?? read(edit.file), edit))
    expect([...texts.keys()].filter(file => texts.get(file) === read(file))).toEqual([])
    expect(Object.keys(files).filter(file => existsSync(join(ROOT, file)))).toEqual([])
    if (folder !== undefined) expect([folder.from, folder.to].map(path => existsSync(join(ROOT, path)))).toEqual([true, false])
  },
)

test('a plugin changes no source file, a command of the package one, a limit or a field of the desk four at most', () => {
  const most = Object.fromEntries(ADDITIONS.map(({ what, sourceMax }) => [what, sourceMax]))
  expect(most).toEqual({
    'a strategy': 0,
    'a strategy that comes with the package': 0,
    'a venue': 0,
    'a reference feed': 0,
    'a recording format': 0,
    'a command of your own': 0,
    'a command that comes with the package': 1,
    'a limit of risk': 4,
    'a field of the desk': 4,
  })
  const tooMany = ADDITIONS.filter(addition => changedFiles(addition).source.length > addition.sourceMax)
  expect(tooMany.map(({ what }) => what)).toEqual([])
})

test('an edit that has lost its place, or finds two, is an error that names its file', () => {
  const edit = { file: 'some.ts', after: 'here', put: ' and there' }
  expect(edited('it is here.', edit)).toBe('it is here and there.')
  expect(() => edited('it is gone.', edit)).toThrow(/^some\.ts: expected this text once, found it 0 times/)
  expect(() => edited('here, and here.', edit)).toThrow('found it 2 times')
})

test('CONTRIBUTING.md has the table', () => {
  expect(read('CONTRIBUTING.md')).toContain(`\n\n${countTable(ADDITIONS)}\n\n`)
})
