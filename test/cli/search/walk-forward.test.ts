import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'
import { smallRecording } from '../small-recording.js'

const SAMPLE = resolve(import.meta.dirname, '../../../data/sample/harbour.ndjson.gz')

interface FoldWords {
  readonly trainEvents: readonly string[]
  readonly testEvents: readonly string[]
  readonly trials: number
  readonly parameters: Readonly<Record<string, number>>
  readonly inSample: { readonly profit: { readonly total: string } }
  readonly outOfSample: { readonly profit: { readonly total: string }; readonly fills: number }
}

const walk = async (args: readonly string[]) => {
  const { code, stdout, stderr } = await oddsmith(['walk-forward', ...args, '--json']).ended
  return { code, stderr, found: code === 0 ? JSON.parse(stdout) : null }
}

function configIn(folder: string, lines: readonly string[]): string {
  const file = join(folder, 'try.yaml')
  writeFileSync(file, lines.join('\n'))
  return file
}

/** Several processes one after another, each with threads of its own, on a machine that may be busy. */
const PATIENCE = 180_000

describe('walk-forward', () => {
  test(
    'chooses on earlier events and tests on later ones, pools what the tests came to, and runs no trial twice',
    () =>
      inFolder(async folder => {
        const file = configIn(folder, [
          `recording: ${await smallRecording(folder, 4)}`,
          'strategy: two-sided',
          'limits: { positionMaxShares: 300, worstCaseLossMaxUsdt: 200 }',
          'parameters: { sizeShares: 20 }',
          'sweep: { parameters: { halfSpreadTicks: [0, 1] } }',
          'walkForward: { folds: 3 }',
        ])
        const first = await walk([file, '--out', join(folder, 'first'), '--threads', '2'])
        expect(first.code, first.stderr).toBe(0)
        const folds = first.found.folds as readonly FoldWords[]
        const market = (at: number): string => `market KXSMALL-${at}`
        expect(folds.map(({ trainEvents, testEvents }) => [trainEvents, testEvents])).toEqual([
          [[market(0)], [market(1)]],
          [[market(0), market(1)], [market(2)]],
          [[market(0), market(1), market(2)], [market(3)]],
        ])
        for (const fold of folds) expect([fold.trials, fold.parameters['sizeShares']]).toEqual([2, 20])
        expect(folds.some(({ outOfSample }) => outOfSample.fills > 0)).toBe(true)
        const sum = folds.reduce((total, { outOfSample }) => total + Number(outOfSample.profit.total), 0)
        expect(Number(first.found.pooled.outOfSample)).toBeCloseTo(sum, 9)
        expect(first.found.pooled).toMatchObject({ events: 3, resolutions: 0, verdict: expect.stringContaining('No verdict') })
        expect(readFileSync(join(folder, 'first/walk-forward.html'), 'utf8')).not.toContain('<script')
        const trials = join(folder, 'first/trials.ndjson')
        const table = readFileSync(trials, 'utf8')
        const second = await walk([file, '--out', join(folder, 'first'), '--threads', '1'])
        expect(readFileSync(trials, 'utf8')).toBe(table)
        expect(second.found.folds).toEqual(first.found.folds)
        expect(second.found.hash).toBe(first.found.hash)
      }),
    PATIENCE,
  )

  test(
    'of the recording that comes with the package says what the guide shows, with a verdict and a picture',
    () =>
      inFolder(async folder => {
        const { code, stdout, stderr } = await oddsmith(['walk-forward', 'config/rounds.yaml', '--out', folder]).ended
        expect(code, stderr).toBe(0)
        const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/backtest.md'), 'utf8')
        const told = stdout.split('\n').filter(line => line !== '' && !/ on \d+ threads?| page /.test(line))
        expect(told.length).toBeGreaterThan(6)
        for (const line of told) expect(guide).toContain(line)
        const { pooled, folds } = JSON.parse(readFileSync(join(folder, 'walk-forward.json'), 'utf8'))
        expect(pooled).toMatchObject({ resolutions: 36, verdict: expect.stringMatching(/^Over 36 independent/) })
        expect(pooled.eventProfits).toHaveLength(36)
        expect((folds as readonly FoldWords[]).map(({ trainEvents }) => trainEvents.length % 3)).toEqual([0, 0, 0, 0])
        const page = readFileSync(join(folder, 'walk-forward.html'), 'utf8')
        expect(page).toContain('Out of sample, event by event')
        expect(page).not.toMatch(/<script|src=/)
      }),
    PATIENCE,
  )

  test(
    'says how many trials failed, and with what',
    () =>
      inFolder(async folder => {
        writeFileSync(
          join(folder, 'picky.ts'),
          `import { pull, z } from 'oddsmith'
          export const strategy = {
            name: 'picky', version: 1, watches: 'touch', parameters: z.strictObject({ ticks: z.number().default(1) }),
            create: ({ ticks }) => {
              if (ticks === 2) throw new Error('two are too many')
              return { decide: () => pull('it is picky') }
            },
          }`,
        )
        const file = configIn(folder, [
          `recording: ${await smallRecording(folder, 3)}`,
          'strategy: ./picky.ts',
          'limits: { positionMaxShares: 300 }',
          'sweep: { parameters: { ticks: [1, 2] } }',
          'walkForward: { folds: 2 }',
        ])
        const { code, stderr, found } = await walk([file, '--out', join(folder, 'out'), '--threads', '1'])
        expect(code, stderr).toBe(0)
        expect(found.warnings).toContain(
          '2 trials on training events failed and could not be chosen, the first with: two are too many',
        )
      }),
    PATIENCE,
  )

  test('a recording whose events end together is refused with the reason', () =>
    inFolder(async folder => {
      const file = configIn(folder, [`recording: ${SAMPLE}`, 'strategy: two-sided', 'walkForward: { folds: 2 }'])
      const { code, stderr } = await walk([file, '--out', join(folder, 'out')])
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/harbour\.ndjson\.gz: the 3 events of the recording end within .*, and nothing is left to test/),
      ])
      expect(existsSync(join(folder, 'out/walk-forward.html'))).toBe(false)
    }))
})
