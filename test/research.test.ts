import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type BacktestFields,
  backtest,
  type CodedFields,
  calibrate,
  type GivenStrategy,
  openRecording,
  ResearchError,
  sweep,
  walkForward,
} from 'oddsmith/research'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { acquireLease } from '../src/journal/lease.js'
import { strategy as ladder } from '../strategies/ladder.js'
import { strategy as twoSided } from '../strategies/two-sided.js'
import { smallRecording } from './cli/small-recording.js'
import { inFolder, oddsmith } from './end-to-end/daemon.js'

const SAMPLE = resolve(import.meta.dirname, '../data/sample/harbour.ndjson.gz')
const CONFIG = resolve(import.meta.dirname, '../config/backtest.yaml')
const LIMITS = { positionMaxShares: 300, worstCaseLossMaxUsdt: 200 }

const faultOf = async (act: Promise<unknown>): Promise<readonly [string, string]> => {
  const error = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ResearchError)) throw new Error(`expected a ResearchError, found ${String(error)}`)
  return [error.fault, error.message]
}

const spoken = ['stdout', 'stderr'] as const
const spies = spoken.map(name => vi.spyOn(process[name], 'write'))
afterEach(() => {
  for (const spy of spies) spy.mockClear()
})
const expectSilence = (): void => {
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
}

describe('a recording', () => {
  test('tells its markets and times, and gives its events as often as they are asked for', async () => {
    const recording = await openRecording(SAMPLE)
    expect(recording.markets.length).toBeGreaterThan(1)
    expect(recording.manifest.fingerprint).toMatch(/^[0-9a-f]{64}$/)
    let last = recording.from ?? 0
    let count = 0
    for await (const event of recording.events()) {
      expect(event.receivedAt).toBeGreaterThanOrEqual(last)
      last = event.receivedAt
      count++
    }
    expect([count, last]).toEqual([recording.manifest.coverage.events, recording.to])
    const first = await recording.events().next()
    expect(first.value?.receivedAt).toBe(recording.from)
    let rows = 0
    for await (const { events } of recording.chunks()) rows += events.length
    expect(rows).toBe(count)
    expectSilence()
  })
})

describe('a backtest', () => {
  test('of fields, of a file and of the command line is the same', () =>
    inFolder(async folder => {
      const fields = { recording: SAMPLE, strategy: 'two-sided', parameters: { sizeShares: 20 }, limits: LIMITS }
      const told: number[] = []
      const { summary, result, recording, write } = await backtest({
        config: fields,
        models: ['pessimistic'],
        onProgress: ({ events, of }) => told.push(events / of),
      })
      expect(result.accounts[0]?.fills.length).toBeGreaterThan(50)
      expect(summary.events).toBe(recording.coverage.events)
      expect(told.length).toBeGreaterThan(10)
      expect(told.every(part => part > 0 && part <= 1)).toBe(true)
      expectSilence()
      const alone = await backtest({ ...fields, models: ['pessimistic'] })
      expect(alone.summary.hash).toBe(summary.hash)
      await write(join(folder, 'written'))
      expect(existsSync(join(folder, 'written/report.html'))).toBe(true)

      // The command below takes a thread for each core.
      const inFile = await backtest({ config: CONFIG, models: 'all', threads: 1, recording: await openRecording(SAMPLE) })
      expect(Object.keys(inFile.summary.fills)).toEqual(['pessimistic', 'probabilistic', 'optimistic'])
      const command = await oddsmith(['backtest', CONFIG, '--models', 'all', '--json', '--out', join(folder, 'out')]).ended
      expect(JSON.parse(command.stdout).hash).toBe(inFile.summary.hash)
    }))

  test('takes strategies as objects, alone and in a run, and comes to the same as by their names', async () => {
    const alone = (strategy: string | GivenStrategy): CodedFields => ({ recording: SAMPLE, strategy, limits: LIMITS })
    const named = await backtest({ config: alone('two-sided'), models: ['pessimistic'] })
    const given = await backtest({ config: alone(twoSided), models: ['pessimistic'] })
    expect(given.summary.hash).toBe(named.summary.hash)
    expect(given.result.accounts[0]?.fills.length).toBeGreaterThan(50)

    const { markets } = await openRecording(SAMPLE)
    const [first = '', second = ''] = markets.map(({ id }) => String(id))
    const run = (strategies: readonly (string | GivenStrategy)[]): CodedFields => ({
      venue: { name: 'predict', embedded: { crowd: { kind: 'synthetic' } } },
      limits: LIMITS,
      backtest: { recording: SAMPLE },
      strategies: strategies.map((strategy, at) => ({ strategy, markets: [at === 0 ? first : second] })),
    })
    const narrow: GivenStrategy = {
      ...twoSided,
      create: parameters => twoSided.create({ ...twoSided.parameters.parse(parameters), sizeShares: 5 }),
    }
    const models = ['pessimistic'] as const
    const byName = await backtest({ config: run(['two-sided', 'ladder']), models })
    const byObject = await backtest({ config: run([twoSided, ladder]), models })
    expect(byObject.summary.hash).toBe(byName.summary.hash)
    // Two of one name are told apart.
    const both = await backtest({ config: run([twoSided, narrow]), models })
    const sizes = both.result.accounts[0]?.sent.map(({ market, size }) => [String(both.result.markets[market]?.id), size]) ?? []
    expect(sizes.length).toBeGreaterThan(20)
    for (const [id, size] of sizes) if (id === second) expect(size).toBeLessThanOrEqual(5e6)
    expectSilence()
  })

  test('refuses an object that is no strategy, more than one thread for an object, and a search of one', async () => {
    const config = (strategy: unknown): CodedFields => ({ recording: SAMPLE, strategy: strategy as GivenStrategy })
    expect(await faultOf(backtest(config({ name: 'half', version: 1 })))).toEqual([
      'config',
      expect.stringContaining('config: in "strategy" expected parameters to be a zod schema, found nothing'),
    ])
    expect(await faultOf(backtest({ config: config(twoSided), threads: 2 }))).toEqual([
      'config',
      expect.stringContaining('threads: a strategy that is an object cannot travel'),
    ])
    expect(await faultOf(sweep({ config: config(twoSided) as BacktestFields }))).toEqual([
      'config',
      expect.stringContaining('strategy: a search runs on threads'),
    ])
  })

  test('is wrong in the sentences of the command line, and a typed error', async () => {
    const wrong = { recording: SAMPLE, strategy: 'two-sided', limits: { positionMaxShares: -1 } }
    expect(await faultOf(backtest(wrong))).toEqual([
      'config',
      expect.stringMatching(/^config:\d: limits\.positionMaxShares: expected more than 0, found -1$/),
    ])
    expect(await faultOf(backtest({ config: { ...wrong, limits: LIMITS }, threads: 0 }))).toEqual([
      'config',
      'threads: expected a whole number from 1 to 256, found 0',
    ])
    const [fault, message] = await faultOf(backtest({ recording: './nowhere', strategy: 'two-sided' }))
    expect([fault, message]).toEqual(['recording', expect.stringContaining('nowhere')])
    expect(await faultOf(backtest('./no.yaml'))).toEqual([
      'config',
      expect.stringContaining('./no.yaml: the config cannot be read'),
    ])
    expectSilence()
  })

  test('ends where its signal says so, on one thread and on two', async () => {
    for (const threads of [1, 2]) {
      const control = new AbortController()
      const events: number[] = []
      const running = backtest({
        config: CONFIG,
        models: 'all',
        threads,
        signal: control.signal,
        onProgress: progress => {
          events.push(progress.events)
          control.abort(new Error('enough'))
        },
      })
      await expect(running).rejects.toThrow('enough')
      expect(events.length).toBeGreaterThan(0)
    }
    await expect(backtest({ config: CONFIG, signal: AbortSignal.abort() })).rejects.toThrow(/aborted/)
  })
})

describe('a search', () => {
  test(
    'is that of the command line, keeps its trials where it is told to, and can be ended',
    () =>
      inFolder(async folder => {
        const recording = await smallRecording(folder, 2, 20)
        const config = { recording, strategy: 'two-sided', limits: LIMITS, parameters: { leanTicks: 1 }, sweep: { random: 3 } }
        const space = { parameters: { halfSpreadTicks: { from: 0, to: 4 } } }
        const told: number[] = []
        const asked = { config, sweep: { ...space, sequential: 6, seed: 5 } }
        const kept = join(folder, 'kept')
        const first = await sweep({ ...asked, out: kept, threads: 2, onProgress: ({ done, of }) => told.push(done / of) })
        expect(first.summary).toMatchObject({ search: 'sequential', trials: 6, resumed: 0, folder: kept })
        expect(first.trials[0]?.result.profit.total).toBe(first.summary.table[0]?.profit.total)
        expect(told).toHaveLength(6)
        expect(readdirSync(kept)).toEqual(expect.arrayContaining(['sweep.html', 'sweep.json', 'trials.ndjson']))
        const again = await sweep({ ...asked, threads: 1 })
        expect(again.summary).toMatchObject({ hash: first.summary.hash, folder: null, resumed: 0 })
        const resumed = await sweep({ ...asked, out: kept })
        expect(resumed.summary).toMatchObject({ hash: first.summary.hash, resumed: 6 })

        const control = new AbortController()
        const ended = sweep({
          ...asked,
          threads: 1,
          signal: control.signal,
          onProgress: () => control.abort(new Error('enough')),
        })
        await expect(ended).rejects.toThrow('enough')
        const lease = acquireLease(join(kept, '.lock'))
        expect(await faultOf(sweep({ ...asked, out: kept }))).toEqual(['locked', expect.stringContaining('writes into')])
        lease.release()
        expect(await faultOf(sweep({ config, sweep: { parameters: { halfSpread: [1] } } }))).toEqual([
          'config',
          expect.stringContaining('did you mean "halfSpreadTicks"?'),
        ])
        expectSilence()
      }),
    180_000,
  )

  test(
    'walks forward over events that end one after another, and says why it cannot over others',
    () =>
      inFolder(async folder => {
        const recording = await smallRecording(folder, 3, 20)
        const config = { recording, strategy: 'two-sided', limits: LIMITS, walkForward: { folds: 4 } }
        const { summary, folds } = await walkForward({
          config,
          sweep: { parameters: { halfSpreadTicks: [0, 1] } },
          walkForward: { folds: 2 },
          threads: 1,
        })
        expect(folds).toHaveLength(2)
        expect(summary.folds.map(({ trials }) => trials)).toEqual([2, 2])
        expect(folds[0]?.chosen.parameters['halfSpreadTicks']).toBe(summary.folds[0]?.parameters['halfSpreadTicks'])
        expect(await faultOf(walkForward(CONFIG))).toEqual(['config', expect.stringContaining('nothing is left to test')])
        expectSilence()
      }),
    180_000,
  )
})

test('a run is calibrated: fills of the run against those of each model, and nothing is said or written', () =>
  inFolder(async folder => {
    const run = join(folder, 'runs/20261123-070014')
    cpSync(resolve(import.meta.dirname, 'fixtures/v0.1.0/run'), run, { recursive: true })
    const told: number[] = []
    const found = await calibrate(run, { home: folder, onProgress: ({ events }) => told.push(events) })
    expect(found.orders).toBe(77)
    expect(found.models.map(({ model }) => model)).toEqual(['pessimistic', 'probabilistic', 'optimistic'])
    for (const { hits } of found.models) {
      expect(hits.both + hits.runOnly).toBe(13)
      expect(hits.both + hits.runOnly + hits.modelOnly + hits.neither).toBe(77)
    }
    expect(found.warnings).toEqual([])
    expect(told.at(-1)).toBeGreaterThan(0)
    expect(readdirSync(folder)).toEqual(['runs'])
    expectSilence()
    await expect(calibrate(run, { home: folder, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  }))

test('a run that is none cannot be calibrated, and the sentence says what was expected', () =>
  inFolder(async folder => {
    const [fault, message] = await faultOf(calibrate(join(folder, 'runs/none')))
    expect([fault, message]).toEqual(['config', expect.stringContaining('expected a folder under runs/, or its input log')])
  }))
