import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCore } from '../../src/exchange/core/core.js'
import type { CoreEvent } from '../../src/exchange/core/core-event.js'
import { pessimistic } from '../../src/exchange/core/fill-models.js'
import { openHistory } from '../../src/exchange/server/log/open-history.js'
import { openJournal } from '../../src/journal/journal.js'
import { inFolder, oddsmith, walletFolder } from '../end-to-end/daemon.js'

const hashOf = (fills: readonly string[]): string => createHash('sha256').update(fills.toSorted().join('\n')).digest('hex')

/** Fills of the exchange's commands, at their times, in the core that a backtest runs on. */
function fillsOfHistory(data: string, wallet: string): readonly string[] {
  const history = openHistory(data)
  if (history === null) throw new Error(`expected the data of an exchange in ${data}, found none`)
  const core = createCore({ ...history.options, fillModel: () => pessimistic, matchesKept: 1_000 }, history.state)
  const fills: string[] = []
  const note = (event: CoreEvent): void => {
    if (event.kind !== 'matched') return
    const { taker, makers } = event.match
    for (const { order, outcome, side, shares, value, fee } of taker === null ? makers : [taker, ...makers])
      if (order.spec.account === wallet)
        fills.push([order.spec.hash, outcome, side, shares, value, fee.in, fee.amount].join(' '))
  }
  for (const command of history.commands()) {
    core.apply(command)
    core.drain().forEach(note)
  }
  history.close()
  return fills
}

/** Fills as the bot was told, and wrote down. */
function fillsOfJournal(folder: string): readonly string[] {
  const journal = openJournal(join(folder, 'journal.db'), { epoch: 0, isReadOnly: true })
  const fills = journal.rows
    .fills(100_000)
    .filter(({ state }) => state !== 'failed')
    .map(({ key, outcome, side, shares, value, feeIn, fee }) =>
      [key.split(':')[1], outcome, side, shares, value, feeIn, fee].join(' '),
    )
  journal.close()
  return fills
}

interface Calibrated {
  readonly orders: number
  readonly times: string
  readonly models: readonly {
    readonly model: string
    readonly hits: { readonly both: number; readonly runOnly: number; readonly modelOnly: number }
    readonly shares: { readonly run: number; readonly error: number }
    readonly fillTime: { readonly p90Ms: number | null }
    readonly brier: { readonly score: number; readonly ignorant: number }
  }[]
}

test.each([
  ['the synthetic crowd', 'config/paper.yaml'],
  ['a recorded crowd', 'config/recorded.yaml'],
])(
  'a paper run against %s fills the same in the backtest’s core, and calibrate finds no error where it knows each place in the queue',
  (_crowd, config) =>
    inFolder(async home => {
      const daemon = oddsmith(['run', config, '--json', '--home', home])
      await daemon.says(/[1-9]\d* fills/)
      daemon.child.kill('SIGINT')
      const { code, stdout, stderr } = await daemon.ended
      expect(code, stderr).toBe(0)
      const { folder, address } = walletFolder(home)
      const written = fillsOfJournal(folder)
      expect(written.length).toBeGreaterThan(0)
      expect(hashOf(fillsOfHistory(join(folder, 'exchange'), address))).toBe(hashOf(written))

      const { run } = JSON.parse(stdout) as { run: string }
      const calibrate = await oddsmith(['calibrate', join(home, 'runs', run), '--json']).ended
      expect(calibrate.code, calibrate.stderr).toBe(0)
      const { times, models } = JSON.parse(calibrate.stdout) as Calibrated
      expect(times).toBe('exchange')
      expect(models.map(({ model }) => model)).toEqual(['exact', 'pessimistic', 'probabilistic', 'optimistic'])
      const [exact] = models
      expect(exact).toMatchObject({
        hits: { runOnly: 0, modelOnly: 0 },
        shares: { error: 0 },
        fillTime: { p90Ms: 0 },
        brier: { score: 0 },
      })
      expect(exact?.hits.both).toBeGreaterThan(0)

      // As where neither the exchange’s data nor the run’s own part of it lie with the run.
      rmSync(join(home, 'runs', run, 'exchange'), { recursive: true })
      const alone = await oddsmith(['calibrate', join(home, 'runs', run), '--json', '--home', join(home, 'elsewhere')]).ended
      expect(alone.code, alone.stderr).toBe(0)
      const told = JSON.parse(alone.stdout) as Calibrated
      expect(told.times).toBe('run')
      expect(told.models.map(({ model }) => model)).toEqual(['pessimistic', 'probabilistic', 'optimistic'])
      expect(told.models[0]?.shares.run).toBe(exact?.shares.run)
    }),
  120_000,
)

test('calibrate says what is missing where there is no run to compare', () =>
  inFolder(async home => {
    const missing = await oddsmith(['calibrate', join(home, 'runs', 'none')]).ended
    expect(missing.code).toBe(2)
    expect(missing.stderr).toContain('expected a folder under runs/, or its input log')
    const recorded = await oddsmith(['calibrate', 'data/sample/harbour.ndjson.gz']).ended
    expect(recorded.code).toBe(1)
    expect(recorded.stderr).toMatch(/nothing to compare/)
  }))
