import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { writeReport } from '../../../backtest/report/write-report.js'
import { readCompared } from '../../../src/cli/search/read-compared.js'
import { toJson } from '../../../src/model/plain.js'
import { plainMarket } from '../../../src/model/plain-market.js'
import { generatedAbout, generatedResult } from '../../backtest/report/generated-result.js'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'
import { inProcess } from '../in-process.js'

/** Two backtests of which the second filled more often. */
async function twoResults(home: string): Promise<readonly [string, string]> {
  const folders = [join(home, 'calm'), join(home, 'busy')] as const
  for (const [at, folder] of folders.entries()) {
    const result = generatedResult({ markets: 2, seconds: 300, fillRate: 0.02 + 0.06 * at })
    await writeReport(folder, { ...result, hash: `hash ${at}` }, generatedAbout())
  }
  return folders
}

const START = 1_760_000_000_000_000

/** A run's folder with one fill, which is told twice. */
function runFolder(home: string): string {
  const folder = join(home, 'runs', '1')
  mkdirSync(folder, { recursive: true })
  const header = { kind: 'header', version: 1, startedAt: START, oddsmith: '0', nodeMajor: 20, venue: 'predict' }
  const fill = {
    ...{ key: 'k', order: '1-1', market: 0, outcome: 'no', side: 'buy' },
    ...{ shares: 10n ** 19n, value: 4n * 10n ** 18n, fee: { in: 'cash', amount: 0n } },
  }
  const reports = ['matched', 'settled'].map((kind, at) => ({
    kind: 'report',
    report: { kind, fill, at: START + at * 1_000_000, receivedAt: START + at * 1_000_000 },
  }))
  const first = { ...header, markets: [plainMarket('m', 'q')], settings: {}, assignments: [], state: { version: 1 } }
  writeFileSync(join(folder, 'input.ndjson.gz'), gzipSync([first, ...reports].map(record => toJson(record)).join('\n')))
  const summary = {
    ...{ run: '1', seconds: 60, markets: ['m'], fills: 1, orders: { placed: 3 }, volume: '4', stateHash: 'abc' },
    pnl: { realized: '0', unrealized: '0.5', fees: '0.1', total: '0.4' },
  }
  writeFileSync(join(folder, 'summary.json'), JSON.stringify(summary))
  return folder
}

describe('compare', () => {
  test('puts backtests and a run side by side, in the terminal, as JSON and on a page', () =>
    inFolder(async home => {
      const [calm, busy] = await twoResults(home)
      const out = join(home, 'out')
      const args = [calm, busy, runFolder(home), '--out', out]
      // This once as a user calls it.
      const told = await oddsmith(['compare', ...args]).ended
      expect(told.code, told.stderr).toBe(0)
      expect(told.stdout).toMatch(/^ +calm +busy +1$/m)
      expect(told.stdout).toMatch(/^fills in common, calm and busy: /m)
      expect(told.stdout).toMatch(/^note: 1 has 1 market, calm 2; 0 are the same$/m)
      const document = JSON.parse((await inProcess(['compare', ...args, '--json', '--model', 'optimistic'])).stdout)
      expect(document.results).toMatchObject([
        { name: 'calm', kind: 'backtest', model: 'optimistic', fills: expect.any(Number) },
        { name: 'busy', strategies: { 'two-sided': { fills: expect.any(Number) } } },
        { name: '1', kind: 'run', model: null, profit: 0.4, fees: -0.1, parts: null },
      ])
      expect(document.common).toHaveLength(3)
      expect(JSON.parse(readFileSync(join(out, 'compare.json'), 'utf8'))).toEqual(document)
      const page = readFileSync(join(out, 'compare.html'), 'utf8')
      for (const id of ['results', 'equity', 'profit', 'strategies', 'markouts', 'common', 'markets'])
        expect(page).toContain(`<section id="${id}">`)
      expect([...page.matchAll(/<polyline /g)]).toHaveLength(2)
      expect(page).toContain('Without a curve: 1.')
      expect(page).not.toContain('<script')
    }))

  test('reads what a result says: its own account, its fills in YES terms, and a fill that is told twice once', () =>
    inFolder(async home => {
      const [calm] = await twoResults(home)
      const { accounts } = generatedResult({ markets: 2, seconds: 300, fillRate: 0.02 })
      const [headline] = accounts
      const read = await readCompared(join(calm, 'summary.json'), null)
      expect(read).toMatchObject({ name: 'calm', model: 'pessimistic', hash: 'hash 0', orders: headline!.orders.placed })
      expect(read.fillList).toHaveLength(headline!.fills.filter(({ isSettled }) => isSettled).length)
      expect(read.equity.at(-1)?.at).toBe(headline!.samples.at(-1)?.at)
      const run = await readCompared(runFolder(home), null)
      expect(run.fillList).toEqual([{ at: START, market: 'm', sign: -1, price: 0.6, shares: 10 }])
    }))

  test('tells of a run what a backtest tells: profit in parts, by strategy and market, equity, drawdown and markouts', async () => {
    const folder = resolve(import.meta.dirname, '../../fixtures/v0.1.0/run')
    const run = await readCompared(folder, null)
    expect(run).toMatchObject({ kind: 'run', fills: 14, profit: -0.47, sharpe: null })
    const { parts, strategies, byMarket, equity, markouts } = run
    const { total, ...own } = Object.fromEntries(Object.entries(parts ?? {}).map(([part, value]) => [part, Number(value)]))
    // The run valued what it held by the same marks at its own end.
    expect(total).toBeCloseTo(run.profit, 9)
    expect(Object.values(own).reduce((sum, part) => sum + part, 0)).toBeCloseTo(total ?? 0, 9)
    expect(strategies).toEqual({ 'two-sided': { fills: 14, profit: total } })
    expect(Object.values(byMarket).reduce((sum, { profit }) => sum + profit, 0)).toBeCloseTo(total ?? 0, 9)
    expect(equity.length).toBeGreaterThan(10)
    expect(equity.at(-1)?.value).toBeCloseTo(total ?? 0, 9)
    expect(run.maxDrawdown).toBeGreaterThan(0)
    expect(markouts.find(({ horizon }) => horizon === '1 s')?.fills).toBeGreaterThan(5)
  })

  test('refuses what is no result, and says what would be one', () =>
    inFolder(async home => {
      const [calm] = await twoResults(home)
      const folderOf = (name: string, file: string, text = '{}'): string => {
        mkdirSync(join(home, name), { recursive: true })
        writeFileSync(join(home, name, file), text)
        return join(home, name)
      }
      const refused: readonly (readonly [string, RegExp])[] = [
        [join(home, 'nowhere'), /nowhere: expected the folder of a backtest .* there is nothing of that name/],
        [home, /it has no summary\.json/],
        [folderOf('swept', 'sweep.json'), /that of a sweep; its folders trial-… hold results/],
        [folderOf('recorded', 'manifest.json'), /a recording without a summary: run a backtest over it/],
        [folderOf('broken', 'summary.json', '{"headline": '), /summary\.json: expected .* JSON/],
        [folderOf('other', 'summary.json'), /is the summary of something else/],
        [
          folderOf('older', 'summary.json', '{"headline":"pessimistic"}'),
          /of a version that told less; run the backtest again/,
        ],
      ]
      for (const [path, words] of refused) await expect(readCompared(path, null), path).rejects.toThrow(words)
      await expect(readCompared(calm, 'lucky')).rejects.toThrow(/it has no fill model lucky, only pessimistic, /)
      rmSync(join(calm, 'fills.parquet'))
      writeFileSync(join(calm, 'fills.parquet'), 'nothing')
      await expect(readCompared(calm, null)).rejects.toThrow(/fills\.parquet is not what a backtest writes/)
      const alone = await inProcess(['compare', calm, '--out', join(home, 'out')])
      expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('expected two results or more, found 1')])
    }))
})
