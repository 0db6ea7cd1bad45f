import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { acquireLease } from '../../../src/journal/lease.js'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'
import { isAcceptance } from '../../is-acceptance.js'
import { inProcess } from '../in-process.js'
import { smallRecording } from '../small-recording.js'

/** Searches this small are over before optimized code pays: making it took a third of their processor time. */
const start = (args: readonly string[]) => oddsmith(['sweep', ...args], {}, ['--no-opt'])

const sweep = async (args: readonly string[]) => {
  const { code, stdout, stderr } = await start([...args, '--json']).ended
  return { code, stderr, found: code === 0 ? JSON.parse(stdout) : null }
}

/** In this process, where the process of a search is not what is looked at. */
const asked = (args: readonly string[]) => inProcess(['sweep', ...args, '--json'])

const searched = async (args: readonly string[]) => {
  const { code, stdout, stderr } = await asked(args)
  return { code, stderr, found: code === 0 ? JSON.parse(stdout) : null }
}

function configIn(folder: string, recording: string, lines: readonly string[]): string {
  const file = join(folder, 'try.yaml')
  const limits = 'limits: { positionMaxShares: 300, worstCaseLossMaxUsdt: 200 }'
  writeFileSync(file, [`recording: ${recording}`, 'strategy: two-sided', limits, ...lines].join('\n'))
  return file
}

interface Row {
  readonly parameters: Readonly<Record<string, number>>
  readonly key: string
  readonly hash: string
  readonly stateHash: string
  readonly profit: { readonly total: string }
}

const keysIn = (folder: string): readonly string[] =>
  existsSync(join(folder, 'trials.ndjson'))
    ? readFileSync(join(folder, 'trials.ndjson'), 'utf8')
        .split('\n')
        .filter(line => line.endsWith('}}'))
        .map(line => (JSON.parse(line) as Row).key)
    : []

/** Throws where two parameters are wrong together: as it is made, as its schema is asked, and as it decides. */
const FUSSY = `import { pull, z } from 'oddsmith'
const check = ({ rungs, isOdd }) => {
  if (isOdd && rungs === 3) throw new Error('an odd three')
  return true
}
export const strategy = {
  name: 'fussy', version: 1, watches: 'touch',
  parameters: z.strictObject({ rungs: z.int().positive().default(1), isOdd: z.boolean().default(false) }).refine(check),
  create: ({ rungs, isOdd }) => {
    if (!isOdd && rungs === 2) throw new Error('two rungs are none')
    return { decide: () => (rungs === 4 ? rungs.fall() : pull('never')) }
  },
}`

const FALLS = /^rungs\.fall is not a function \(.*fussy\.ts:11, market [^)]+\)$/

/** Several processes one after another, each with threads of its own, on a machine that may be busy. */
const PATIENCE = 180_000

describe('sweep', () => {
  test(
    'finds the same on one thread and on two, each trial as a backtest alone has it, and reports the best whole',
    () =>
      inFolder(async folder => {
        const recording = await smallRecording(folder, 2, 20)
        const parameters = 'parameters: { positionMaxShares: 100 }'
        const file = configIn(folder, recording, [
          parameters,
          'sweep: { parameters: { halfSpreadTicks: [0, 1, 2], sizeShares: [5, 20] } }',
        ])
        const [two, one] = [
          await sweep([file, '--out', join(folder, 'two'), '--threads', '2']),
          await searched([file, '--out', join(folder, 'one'), '--threads', '1', '--report', '0']),
        ]
        expect(two.code, two.stderr).toBe(0)
        expect(two.found).toMatchObject({ trials: 6, resumed: 0, tries: 6, refused: 0, threads: 2, deflatedSharpe: null })
        expect(two.found.verdict).toMatch(/^No verdict: 0 independent resolution events.*The best of 6 trials earned/)
        const told = (rows: readonly Row[]) => rows.map(row => [row.key, row.hash, row.stateHash, row.profit.total])
        expect(told(one.found.table)).toEqual(told(two.found.table))
        expect(one.found.hash).toBe(two.found.hash)
        const totals = (two.found.table as readonly Row[]).map(({ profit }) => Number(profit.total))
        expect(totals).toEqual(totals.toSorted((a, b) => b - a))
        expect(new Set(totals).size).toBeGreaterThan(1)

        const { parameters: best, report, hash } = two.found.table[0]
        const alone = configIn(folder, recording, [`parameters: ${JSON.stringify(best)}`])
        const backtest = await inProcess(['backtest', alone, '--json', '--out', join(folder, 'alone')])
        expect(JSON.parse(backtest.stdout).hash).toBe(hash)
        const summary = JSON.parse(readFileSync(join(folder, 'two', report, 'summary.json'), 'utf8'))
        expect(Object.keys(summary.fills)).toEqual(['pessimistic', 'probabilistic', 'optimistic'])
        expect(summary.pnl.pessimistic.total).toBe(two.found.table[0].profit.total)
        const page = readFileSync(join(folder, 'two/sweep.html'), 'utf8')
        expect(page).toContain(`href="${report}/report.html"`)
        expect(page).not.toMatch(/<script|src=|https?:\/\/(?!www\.w3\.org)/)
      }),
    PATIENCE,
  )

  test(
    'goes on after a kill, repeats no trial that was finished, and comes to what it would have come to',
    () =>
      inFolder(async folder => {
        const recording = await smallRecording(folder, 2, 20)
        const file = configIn(folder, recording, ['sweep: { random: 12, seed: 7, reports: 0 }'])
        const [broken, whole] = [join(folder, 'broken'), join(folder, 'whole')]
        const { child, ended } = start([file, '--out', broken, '--threads', '2'])
        while (keysIn(broken).length < 3 && child.exitCode === null) await wait(5)
        child.kill('SIGKILL')
        await ended
        const again = start([file, '--out', broken, '--threads', '1'])
        while (keysIn(broken).length < 5 && again.child.exitCode === null) await wait(5)
        again.child.kill('SIGINT')
        expect((await again.ended).stderr).toContain(`stopped: finished trials are in ${broken}`)
        expect(again.child.signalCode).toBe('SIGINT')
        const kept = keysIn(broken)
        const resumed = await searched([file, '--out', broken])
        expect(resumed.code, resumed.stderr).toBe(0)
        expect(resumed.found.trials).toBe(12)
        expect(resumed.found.resumed).toBe(kept.length)
        const keys = keysIn(broken)
        expect(keys).toHaveLength(12)
        expect(new Set(keys).size).toBe(12)
        expect(keys.slice(0, kept.length)).toEqual(kept)
        const fresh = await searched([file, '--out', whole, '--threads', '1'])
        expect(resumed.found.hash).toBe(fresh.found.hash)
        expect(resumed.found.table).toEqual(fresh.found.table)
      }),
    PATIENCE,
  )

  // The points of a sequential search: backtest/search/tree-parzen.test.ts. Threads and kills: the two tests above.
  test.runIf(isAcceptance)(
    'a sequential search tries the same on one thread and on two, and after a kill goes on with what stands in the table',
    () =>
      inFolder(async folder => {
        const recording = await smallRecording(folder, 1, 20)
        const space = '{ halfSpreadTicks: { from: 0, to: 40 }, leanTicks: { from: 0, to: 4 } }'
        const file = configIn(folder, recording, [
          `sweep: { sequential: 26, seed: 3, batch: 5, reports: 0, parameters: ${space} }`,
        ])
        const [broken, whole] = [join(folder, 'broken'), join(folder, 'whole')]
        const { child, ended } = start([file, '--out', broken, '--threads', '2'])
        while (keysIn(broken).length < 18 && child.exitCode === null) await wait(5)
        child.kill('SIGKILL')
        await ended
        const kept = keysIn(broken)
        const resumed = await sweep([file, '--out', broken, '--threads', '2'])
        expect(resumed.code, resumed.stderr).toBe(0)
        expect(resumed.found).toMatchObject({ search: 'sequential', trials: 26, resumed: kept.length, tries: 26 })
        expect(keysIn(broken).slice(0, kept.length)).toEqual(kept)
        const fresh = await sweep([file, '--out', whole, '--threads', '1'])
        expect(resumed.found.hash).toBe(fresh.found.hash)
        expect(resumed.found.table).toEqual(fresh.found.table)
        const traded = (fresh.found.table as readonly { rank: number | null; fills: number }[]).filter(({ fills }) => fills > 0)
        expect(traded.map(({ rank }) => rank)).toEqual(traded.map((_, at) => at + 1))
        expect(fresh.found.traded).toBe(traded.length)
        const drawn = await sweep([file, '--out', whole, '--random', '16', '--threads', '2'])
        expect(drawn.found).toMatchObject({ search: 'random', trials: 16, resumed: 16, tries: 26 })
        const both = await sweep([file, '--out', whole, '--random', '4', '--sequential', '4'])
        expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('expected --random or --sequential, found both')])
      }),
    PATIENCE,
  )

  test(
    'a strategy that throws for one parameter set fails that trial alone, and one that throws for all ends with code 1',
    () =>
      inFolder(async folder => {
        const recording = await smallRecording(folder, 1, 20)
        writeFileSync(join(folder, 'fussy.ts'), FUSSY)
        const search = (rungs: string) =>
          ['strategy: ./fussy.ts', `sweep: { reports: 0, parameters: { rungs: ${rungs}, isOdd: [false, true] } }`].join('\n')
        const file = configIn(folder, recording, [])
        const lines = readFileSync(file, 'utf8').replace('strategy: two-sided', search('[1, 2, 3, 4]'))
        writeFileSync(file, lines)
        const out = ['--out', join(folder, 'out'), '--threads', '1']
        const { code, stderr, found } = await sweep([file, ...out])
        expect(code, stderr).toBe(0)
        expect([found.trials, found.table.length]).toEqual([4, 4])
        expect(found.failed).toEqual([
          { number: 3, parameters: { rungs: 2, isOdd: false }, message: 'two rungs are none' },
          { number: 6, parameters: { rungs: 3, isOdd: true }, message: 'an odd three' },
          { number: 7, parameters: { rungs: 4, isOdd: false }, message: expect.stringMatching(FALLS) },
          { number: 8, parameters: { rungs: 4, isOdd: true }, message: expect.stringMatching(FALLS) },
        ])
        expect(found.warnings).toContain('4 of 8 trials failed and are not ranked')
        expect(readFileSync(join(folder, 'out/sweep.html'), 'utf8')).toContain('two rungs are none')
        const again = await inProcess(['sweep', file, ...out])
        expect(again.stdout).toMatch(/trial +│? *rungs +│? *isOdd[^]*two rungs are none/)
        expect(again.stdout).toContain('4 of them were in the table already')

        writeFileSync(file, lines.replace('[1, 2, 3, 4]', '[2]').replace('[false, true]', '[false]'))
        const none = await asked([file, ...out])
        expect(none.code).toBe(1)
        expect(JSON.parse(none.stdout)).toMatchObject({ trials: 0, failed: [{ message: 'two rungs are none' }] })
      }),
    PATIENCE,
  )

  test.runIf(isAcceptance)(
    'a strategy that reads a clock ends the search with a sentence that says so, and without a stack',
    () =>
      inFolder(async folder => {
        const lines = [
          "import { keep, pull, Size, z } from 'oddsmith'",
          "export const strategy = { name: 'late', version: 1, watches: 'touch', parameters: z.strictObject({ odd: z.boolean().default(false) }),",
          "  create: () => ({ decide: ({ book }) => (book.state === 'live' && book.touch !== null",
          '    ? book.quote({ bid: { price: book.touch.bid, size: Size.ofShares(5 + (process.hrtime()[1] % 997)) } }) : pull(`none`)) }) }',
        ]
        writeFileSync(join(folder, 'late.ts'), lines.join('\n'))
        const file = configIn(folder, await smallRecording(folder, 1, 20), [])
        writeFileSync(file, readFileSync(file, 'utf8').replace('two-sided', './late.ts'))
        const { code, stderr } = await sweep([file, '--out', join(folder, 'out')])
        expect([code, stderr]).toEqual([1, expect.stringMatching(/decides by more than its input[^]*lintStrategy/)])
        expect(stderr).not.toContain('    at ')
      }),
    PATIENCE,
  )

  test('what cannot be searched ends with code 2 and the line that is wrong', () =>
    inFolder(async folder => {
      const out = ['--out', join(folder, 'out')]
      const unknown = await asked([configIn(folder, './nowhere', ['sweep: { parameters: { size: [1] } }']), ...out])
      expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('try.yaml:4: sweep.parameters.size')])
      const threads = await asked([configIn(folder, './nowhere', []), '--threads', 'many', ...out])
      expect([threads.code, threads.stderr]).toEqual([2, expect.stringContaining('--threads: expected a whole number')])
    }))

  test('a folder into which another process writes is refused with code 3', () =>
    inFolder(async folder => {
      const lease = acquireLease(join(folder, 'out/.lock'))
      const { code, stderr } = await asked([configIn(folder, './nowhere', []), '--out', join(folder, 'out')])
      lease.release()
      expect([code, stderr]).toEqual([3, expect.stringContaining(`process ${process.pid} writes into`)])
    }))
})
