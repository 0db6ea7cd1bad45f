import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exactDigits } from '../../../backtest/report/digits.js'
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
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('writes amounts as exact decimal digits', () => {
  expect(exactDigits(Wei.of(0n))).toBe('0')
  expect(exactDigits(Wei.of(1n))).toBe('0.000000000000000001')
  expect(exactDigits(Wei.of(-1_500_000_000_000_000_000n))).toBe('-1.5')
  expect(exactDigits(Wei.of(12_000_000_000_000_000_000n))).toBe('12')
})
