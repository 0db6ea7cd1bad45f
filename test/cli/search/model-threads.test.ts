import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'
import { inProcess } from '../in-process.js'
import { smallRecording } from '../small-recording.js'

const TOUCH = resolve(import.meta.dirname, '../../../strategies/two-sided.ts')

/** Runs this short are over before optimized code pays. */
const backtest = (args: readonly string[]) => oddsmith(['backtest', ...args], {}, ['--no-opt']).ended

/** All that a run came to, but for how long it took and where it lies. */
async function run(config: string, out: string, threads: number) {
  const args = [config, '--models', 'all', '--threads', String(threads), '--json', '--out', out]
  // One thread is that of the process, which may as well be this one.
  const { code, stdout, stderr } = await (threads === 1 ? inProcess(['backtest', ...args]) : backtest(args))
  expect(code, stderr).toBe(0)
  const { wallSeconds, eventsPerSecond, ...summary } = JSON.parse(stdout) as Record<string, unknown>
  expect([typeof wallSeconds, typeof eventsPerSecond]).toEqual(['number', 'number'])
  const [fills, orders] = ['fills', 'orders'].map(name => readFileSync(join(out, `${name}.parquet`)))
  return { summary, fills, orders }
}

describe('fill models on threads', () => {
  test('come to what they come to on one thread, fill by fill and hash for hash', () =>
    inFolder(async folder => {
      const recording = await smallRecording(folder, 3, 20)
      const config = join(folder, 'try.yaml')
      writeFileSync(config, `recording: ${recording}\nstrategy: two-sided\nparameters: { sizeShares: 30 }\n`)
      // Three models on two threads: two side by side, and one on a thread that has had another.
      const [one, two] = await Promise.all([1, 2].map(threads => run(config, join(folder, `${threads}`), threads)))
      expect(one?.summary['fills']).toMatchObject({ pessimistic: expect.any(Number), optimistic: expect.any(Number) })
      expect(two).toEqual(one)
    }))

  test('what a strategy prints is not in the document of --json', () =>
    inFolder(async folder => {
      const recording = await smallRecording(folder, 1, 20)
      writeFileSync(join(folder, 'talks.ts'), `console.log('I am loaded')\n${readFileSync(TOUCH, 'utf8')}`)
      const config = join(folder, 'try.yaml')
      writeFileSync(config, `recording: ${recording}\nstrategy: ./talks.ts\n`)
      for (const threads of ['1', '2']) {
        const args = ['--models', 'all', '--threads', threads, '--json', '--out', join(folder, threads)]
        const { code, stdout, stderr } = await backtest([config, ...args])
        expect(code, stderr).toBe(0)
        expect(JSON.parse(stdout)).toMatchObject({ events: expect.any(Number) })
        expect(stderr).toContain('I am loaded')
      }
    }))

  test('a thread that ends early ends the run with a sentence, and leaves no report', () =>
    inFolder(async folder => {
      const recording = await smallRecording(folder, 1, 20)
      const strategy = join(folder, 'leaves.ts')
      const early = "import { isMainThread } from 'node:worker_threads'\nif (!isMainThread) process.exit(7)\n"
      writeFileSync(strategy, early + readFileSync(TOUCH, 'utf8'))
      const config = join(folder, 'try.yaml')
      writeFileSync(config, `recording: ${recording}\nstrategy: ./leaves.ts\n`)
      const { code, stderr } = await backtest([config, '--models', 'all', '--threads', '2', '--out', join(folder, 'out')])
      expect(code).toBe(1)
      expect(stderr).toMatch(/the replay of [\w,]+ failed: its thread ended with code 7/)
    }))

  test('a number of threads that is none ends with code 2', async () => {
    const { code, stderr } = await inProcess(['backtest', 'config/backtest.yaml', '--threads', 'many'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--threads: expected a whole number from 1 to 256')])
  })
})
