import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'
import { inProcess } from '../in-process.js'

const SAMPLE = resolve(import.meta.dirname, '../../../data/sample/harbour.ndjson.gz')
const ROUNDS = resolve(import.meta.dirname, '../../../data/rounds')
const AMOUNT = expect.stringMatching(/^-?\d+(\.\d+)?$/)
const PARTS = { total: AMOUNT, spread: AMOUNT, drift: AMOUNT, settlement: AMOUNT, fees: AMOUNT, rewards: AMOUNT }

const backtest = async (args: readonly string[]) => oddsmith(['backtest', ...args]).ended

/** A config with one line more or less. */
function configIn(folder: string, lines: readonly string[]): string {
  const file = join(folder, 'try.yaml')
  writeFileSync(file, lines.join('\n'))
  return file
}

/** The same in this process, by the source and not as it is built. */
const inSource = (args: readonly string[]) => inProcess(['backtest', ...args])

describe('backtest', () => {
  test('the sample comes out the same twice, with every number a program asks for and a report', () =>
    inFolder(async folder => {
      const args = ['config/backtest.yaml', '--models', 'all', '--json', '--out', join(folder, 'out')]
      const first = await backtest(args)
      expect(first.code, first.stderr).toBe(0)
      const result = JSON.parse(first.stdout)
      expect(result).toMatchObject({
        events: 6_424,
        wallSeconds: expect.any(Number),
        eventsPerSecond: expect.any(Number),
        orders: expect.any(Number),
        fills: { pessimistic: expect.any(Number), probabilistic: expect.any(Number), optimistic: expect.any(Number) },
        pnl: { pessimistic: PARTS, probabilistic: PARTS, optimistic: PARTS },
        maxDrawdown: AMOUNT,
        coverage: { gaps: [], dropped: 0, repaired: expect.any(Number), printsPaired: expect.any(Number) },
        hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      })
      expect(result.fills.pessimistic).toBeGreaterThan(0)
      expect(result.accounts.pessimistic.refusals).toEqual({ limits: expect.any(Object), venue: expect.any(Object) })
      for (const name of ['report.html', 'fills.parquet', 'orders.parquet'])
        expect(existsSync(join(folder, 'out', name))).toBe(true)
      expect(JSON.parse(readFileSync(join(folder, 'out/summary.json'), 'utf8')).hash).toBe(result.hash)
      expect(JSON.parse((await inSource(args)).stdout).hash).toBe(result.hash)
    }))

  test('says which part of the wanted time had no quotes, and why where no order was placed at all', () =>
    inFolder(async folder => {
      const run = async (sizeShares: number, models: string) => {
        const file = configIn(folder, [
          `recording: ${SAMPLE}`,
          'strategy: two-sided',
          `parameters: { sizeShares: ${sizeShares} }`,
        ])
        const out = join(folder, String(sizeShares))
        const { stdout } = await inSource([file, '--models', models, '--out', out])
        return { stdout, summary: JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) }
      }
      const quoted = await run(20, 'pessimistic')
      const { wantedSeconds, darkSeconds, ...others } = quoted.summary.accounts.pessimistic.quoting
      expect(Object.keys(others)).toEqual(['pulledFor'])
      expect(wantedSeconds).toBeGreaterThan(600)
      expect(darkSeconds.waiting).toBeLessThan(wantedSeconds / 20)
      expect(quoted.stdout).toMatch(/quotes were wanted for 1\d min \d+ s of market time: dark \d\.\d %/)
      expect(quoted.stdout).not.toContain('no order was placed')
      // A size that rounds to nothing.
      const silent = await run(1e-7, 'pessimistic,optimistic')
      expect(silent.stdout).toMatch(/0 orders.*note: no order was placed: dark 100\.0 % \(pulled 100\.0\)/s)
      expect(readFileSync(join(folder, '1e-7/report.html'), 'utf8')).toMatch(/<section id="dark">.*pulled<\/th><td>100\.0 %/s)
    }))

  test('a config that cannot be run ends with code 2, and with the line that is wrong', () =>
    inFolder(async folder => {
      const out = ['--out', join(folder, 'out')]
      const strategy = await backtest([configIn(folder, [`recording: ${SAMPLE}`, 'strategy: two-sidet']), ...out])
      expect([strategy.code, strategy.stderr]).toEqual([
        2,
        expect.stringContaining('try.yaml:2: strategy: there is no strategy'),
      ])
      const field = await inSource([
        configIn(folder, [`recording: ${SAMPLE}`, 'strategy: two-sided', 'latency: { feedMs: -1 }']),
        ...out,
      ])
      expect([field.code, field.stderr]).toEqual([2, expect.stringContaining('try.yaml:3')])
      const file = configIn(folder, [`recording: ${SAMPLE}`, 'strategy: two-sided'])
      const onFile = await inSource([file, '--out', file])
      expect([onFile.code, onFile.stderr]).toEqual([2, expect.stringContaining('--out: expected a folder, found the file')])
      const missing = await inSource([configIn(folder, ['recording: ./nowhere', 'strategy: two-sided']), ...out])
      expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('nowhere')])
      const raw = await inSource([configIn(folder, ['recording: .', 'strategy: two-sided']), ...out])
      expect([raw.code, raw.stderr]).toEqual([
        2,
        expect.stringMatching(/is a folder and no recording: expected manifest\.json/),
      ])
      const withField = (field: string) =>
        inSource([configIn(folder, [`recording: ${SAMPLE}`, 'strategy: two-sided', field]), ...out])
      for (const [line, words] of [
        ['limits: { orderMinUsdt: 1e21 }', 'try.yaml:3: limits.orderMinUsdt: expected at most 900000, found 1e+21'],
        [
          'parameters: { sizeShares: 1e21 }',
          'try.yaml:2: strategy: "two-sided" cannot be created for market 1003: a size in millionths of a share must be a whole number',
        ],
        [
          'budget: { windows: [{ route: trading, calls: 1, perMs: 1 }], keeperCalls: 0 }',
          'try.yaml:3: budget.windows.0.calls: leaves no call to place an order: 1 calls × (1 - 20 % kept for cancels) = 0.8',
        ],
      ] as const) {
        const odd = await withField(line)
        expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining(words)])
      }
      const model = await inSource([
        configIn(folder, [`recording: ${SAMPLE}`, 'strategy: two-sided']),
        '--models',
        'lucky',
        ...out,
      ])
      expect([model.code, model.stderr]).toEqual([2, expect.stringContaining('found "lucky"')])
      expect(existsSync(join(folder, 'out'))).toBe(false)
    }))

  test('a recording that turns out to be damaged ends with code 2, and with the file', () =>
    inFolder(async folder => {
      cpSync(ROUNDS, folder, { recursive: true })
      const file = join(folder, 'events-00001.parquet')
      const bytes = readFileSync(file)
      bytes[5_000]! ^= 1
      writeFileSync(file, bytes)
      const out = join(folder, 'out')
      for (const command of ['backtest', 'walk-forward']) {
        const damaged = await inProcess([command, 'config/rounds.yaml', '--recording', folder, '--out', out])
        expect([damaged.code, damaged.stderr]).toEqual([
          2,
          expect.stringMatching(/events-00001\.parquet is not what was written.*import it again/),
        ])
      }
    }))
})
