import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTrialTable, type TrialRow } from '../../../backtest/sweep/trial-table.js'
import { inFolder } from '../../end-to-end/daemon.js'

const rowOf = (key: string, question = 'q'): TrialRow => ({
  key,
  question,
  parameters: { half: 1 },
  result: {
    hash: key,
    stateHash: key,
    events: 1,
    orders: { placed: 0, canceled: 0, filled: 0, refused: 0 },
    fills: 0,
    profit: { total: '0', spread: '0', drift: '0', settlement: '0', fees: '0', rewards: '0' },
    maxDrawdown: '0',
    eventProfits: [],
    warnings: [],
  },
})

test('a row that a kill cut short is cut off, and those before it stay', () =>
  inFolder(async folder => {
    const first = openTrialTable(folder)
    first.add(rowOf('a'))
    first.add(rowOf('b', 'other'))
    first.close()
    const file = join(folder, 'trials.ndjson')
    appendFileSync(file, JSON.stringify(rowOf('c')).slice(0, 40))
    const second = openTrialTable(folder)
    expect(['a', 'b', 'c'].map(key => second.get(key)?.key)).toEqual(['a', 'b', undefined])
    second.add(rowOf('c'))
    second.close()
    const third = openTrialTable(folder)
    expect(third.get('c')).toEqual(rowOf('c'))
    expect(third.tries('q')).toBe(2)
    third.close()
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4)
  }))

test('a file of something else is refused with its line', () =>
  inFolder(async folder => {
    writeFileSync(join(folder, 'trials.ndjson'), `${JSON.stringify(rowOf('a'))}\n{"kind":"header"}\n`)
    expect(() => openTrialTable(folder)).toThrow(/trials\.ndjson:2: expected a trial/)
  }))
