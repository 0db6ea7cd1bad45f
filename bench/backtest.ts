import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadRecording } from '../src/recording/load-recording.js'
import type { Bench, Row } from './bench.js'
import { firstRow, loopRows, pace } from './parts/backtest-rows.js'
import { coldInTurn } from './parts/cold-command.js'
import { heldRow } from './parts/held-memory.js'
import { oldVersion } from './parts/old-version.js'
import { type BacktestModules, backtestModules, openBacktest, playBacktest } from './parts/play-backtest.js'
import { type Contender, firstPasses, playInTurn } from './parts/play-in-turn.js'
import { readTape, recordingFolder, type Tape } from './parts/recorded-tape.js'
import type { ReplayOrder } from './parts/replay-messages.js'
import { openReplayer } from './parts/replayer.js'
import { ROOT } from './parts/root.js'

/** The whole backtest over a recording, beside version 0.1.0 and beside the two books alone, as that version keeps them. */
export const bench: Bench = {
  name: 'backtest',
  run: async ({ isQuick, note }) => {
    const home = mkdtempSync(join(tmpdir(), 'oddsmith-backtest-'))
    try {
      const source = process.env['ODDSMITH_RECORDINGS']
      const folder = await recordingFolder(source, join(home, 'recording'))
      const here = { root: ROOT, recording: folder }
      const old = await oldTree(source, join(home, 'old'), note)
      const contenders = [...contendersHere(here), ...(old === null ? [] : contendersBeside(here, old))]
      note(`${contenders.length} processes in turn`)
      const loops = await playInTurn(contenders, isQuick ? LOOK : MEASURE)
      note('first passes')
      const both = contenders.filter(({ name }) => name === 'one' || name === 'old one')
      const first = await firstPasses(both, isQuick ? 1 : 5)
      note('from disk, memory, cold')
      return [
        ...loopRows(loops),
        ...firstRow(first),
        ...(await inThisProcess(folder, isQuick)),
        ...coldRows(old?.root ?? null, join(home, 'report'), isQuick ? 1 : 5),
      ]
    } finally {
      rmSync(home, { recursive: true })
    }
  },
}

const LOOK = { rounds: 1, msPerRound: 20, msToWarm: 200 }
const MEASURE = { rounds: 7, msPerRound: 500, msToWarm: 3_000 }

/** A built tree, and the recording in the form that it reads. */
interface Tree {
  readonly root: string
  readonly recording: string
}

/** Version 0.1.0, which imports the raw files itself; null, after a note, if it is not available or cannot read the recording. */
async function oldTree(source: string | undefined, folder: string, note: (text: string) => void): Promise<Tree | null> {
  const old = oldVersion(note)
  if (old.kind === 'missing') {
    note(old.why)
    return null
  }
  const { root } = old
  try {
    const what = { variant: 'floor', market: 'all in one run' } as const
    const replayer = await openReplayer({ root, source: source ?? null, folder, what })
    await replayer.close()
    note(`${replayer.events} events of ${replayer.markets} markets`)
    return { root, recording: replayer.recording }
  } catch {
    note(
      'the rows beside v0.1.0 are left out, because it cannot read this recording; give ODDSMITH_RECORDINGS a folder of raw files',
    )
    return null
  }
}

const contendersHere = (tree: Tree): readonly Contender[] => [
  { name: 'one', order: orderOf(tree, 'one') },
  { name: 'three', order: orderOf(tree, 'three') },
  { name: 'touch', order: orderOf(tree, 'touch') },
  { name: 'cadence', order: orderOf(tree, 'cadence') },
  { name: 'alone', order: orderOf(tree, 'one', 'one at a time') },
]

const contendersBeside = (here: Tree, old: Tree): readonly Contender[] => [
  { name: 'keep', order: orderOf(here, 'keep') },
  { name: 'busiest', order: orderOf(here, 'one', 'the busiest') },
  { name: 'old one', order: orderOf(old, 'one') },
  { name: 'old keep', order: orderOf(old, 'keep') },
  { name: 'old floor', order: orderOf(old, 'floor') },
  { name: 'old busiest floor', order: orderOf(old, 'floor', 'the busiest') },
]

function orderOf(
  { root, recording }: Tree,
  variant: ReplayOrder['what']['variant'],
  market: ReplayOrder['what']['market'] = 'all in one run',
): ReplayOrder {
  return { root, source: recording, folder: recording, what: { variant, market } }
}

/** What cannot be compared with another version: the speed from disk, and the memory held. */
async function inThisProcess(folder: string, isQuick: boolean): Promise<readonly Row[]> {
  const [modules, tape] = [await backtestModules(ROOT), await readTape(folder)]
  return [await fromDisk({ modules, folder, tape, rounds: isQuick ? 1 : 10 }), heldRow(modules, tape, isQuick ? 3 : 10)]
}

interface DiskRun {
  readonly modules: BacktestModules
  readonly folder: string
  readonly tape: Tape
  readonly rounds: number
}

/** By wall time, because reading uses other threads: the best of rounds in which each runs in turn. */
async function fromDisk({ modules, folder, tape, rounds }: DiskRun): Promise<Row> {
  let [memory, disk] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    memory = Math.min(memory, await wallNs(tape, () => playBacktest(modules, tape, 'one')))
    disk = Math.min(disk, await wallNs(tape, () => stream(modules, folder)))
  }
  return pace('from Parquet', disk, { ns: memory, against: 'from memory', budget: '<= 1.25x', most: 1.25 })
}

async function wallNs({ events }: Tape, work: () => unknown): Promise<number> {
  const from = performance.now()
  await work()
  return ((performance.now() - from) * 1e6) / events
}

async function stream(modules: BacktestModules, folder: string): Promise<void> {
  const recording = await loadRecording(folder)
  const backtest = openBacktest(modules, recording.markets, 'one')
  for await (const chunk of recording.chunks()) backtest.add(chunk)
  backtest.finish()
}

function coldRows(old: string | null, report: string, rounds: number): readonly Row[] {
  const [here, there] = coldInTurn(old === null ? [ROOT] : [ROOT, old], report, rounds)
  const { seconds, busySeconds } = here!
  const wall = { ratio: null, against: null, budget: '< 10 s', holds: seconds < 10 }
  const cold: Row = { what: 'config/backtest.yaml, the whole cold process', value: seconds, unit: 's', ...wall }
  if (there === undefined) return [cold]
  const ratio = busySeconds / there.busySeconds
  const beside = { ratio, against: 'v0.1.0', budget: '<= 0.65x', holds: ratio <= 0.65 }
  return [cold, { what: 'the same, processor time of all its threads', value: busySeconds, unit: 's', ...beside }]
}
