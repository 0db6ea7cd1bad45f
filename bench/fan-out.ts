import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Bench, Row } from './bench.js'
import { readMeter } from './parts/meter.js'
import { giveCredit } from './parts/paced.js'
import { openStreamClients, type StreamClients, type StreamClientsOptions } from './parts/stream-clients.js'
import { createYardstick } from './parts/yardstick.js'
import { interleave, median } from './rounds.js'

const FOLLOWERS = 100
const CROWD = 1_000
const BUDGET = 150_000
/** Memory may grow by this factor while pushes go to a thousand clients. */
const GROWTH = 1.1

/** Book pushes to many clients in another process, and what a thousand of them cost. */
export const bench: Bench = {
  name: 'fan-out',
  run: async ({ isQuick, note }) => {
    const plan = isQuick ? { rounds: 2, ms: 300 } : { rounds: 9, ms: 1_500 }
    const speeds = await measureSpeeds(plan, note)
    note(`${CROWD} clients connect`)
    const memory = await measureMemory(isQuick ? 500 : 5_000)
    return [...speedRows(speeds), ...memoryRows(memory)]
  },
}

type Side = 'bare' | 'ours'
type Speeds = Readonly<Record<Side, number[]>> & { readonly yardstick: number[] }

async function measureSpeeds(plan: { rounds: number; ms: number }, note: (text: string) => void): Promise<Speeds> {
  const sides = {
    bare: await openSide('bare-stream', { path: '/', topic: null, count: FOLLOWERS }),
    ours: await openSide('stream-exchange', { count: FOLLOWERS }),
  }
  const speeds: Speeds = { bare: [], ours: [], yardstick: [] }
  const yardstick = createYardstick()
  for (let round = 0; round <= plan.rounds; round++) {
    for (const side of ['bare', 'ours'] as const) {
      const speed = await pushesASecond(sides[side], plan.ms)
      // The first round of each warms up the compiler.
      if (round > 0) speeds[side].push(speed)
    }
    const ns = interleave([{ name: 'yardstick', call: yardstick.call }], { rounds: 1, msPerRound: 20 }).get('yardstick')
    speeds.yardstick.push(yardstick.scale(ns ?? Number.NaN))
    note(`round ${round} of ${plan.rounds}`)
  }
  for (const { child, clients } of Object.values(sides)) {
    clients.close()
    child.disconnect()
  }
  return speeds
}

interface Open {
  readonly child: ChildProcess
  readonly clients: StreamClients
}

async function openSide(file: string, options: Partial<StreamClientsOptions> & { count: number }): Promise<Open> {
  const { child, said } = await start(file)
  return { child, clients: await openStreamClients({ ...said, ...options }) }
}

async function start(file: string): Promise<{ child: ChildProcess; said: Omit<StreamClientsOptions, 'count'> }> {
  const child = fork(fileURLToPath(new URL(`parts/${file}.js`, import.meta.url)), {
    stdio: 'inherit',
    execArgv: ['--expose-gc'],
  })
  const [said] = (await once(child, 'message')) as [Omit<StreamClientsOptions, 'count'>]
  return { child, said }
}

async function pushesASecond({ child, clients }: Open, ms: number): Promise<number> {
  const credit = giveCredit(child, clients.open)
  clients.onFrames = credit.take
  await pause(ms / 10)
  const [from, frames] = [performance.now(), clients.frames]
  await pause(ms)
  const speed = ((clients.frames - frames) / (performance.now() - from)) * 1e3
  credit.stop()
  // Messages still in flight belong to no round.
  await pause(100)
  return speed
}

function speedRows({ bare, ours, yardstick }: Speeds): readonly Row[] {
  const scaled = BUDGET / median(yardstick)
  const plain = { ratio: null, against: null, budget: null, holds: null }
  const found = median(ours)
  const ratio = median(ours.map((speed, round) => speed / (bare[round] ?? Number.NaN)))
  return [
    { what: `bare ws server in a loop, 1 KB to ${FOLLOWERS} clients`, value: median(bare), unit: 'pushes/s', ...plain },
    {
      what: `book pushes of 1 KB to ${FOLLOWERS} clients`,
      value: found,
      unit: 'pushes/s',
      ...plain,
      ratio,
      against: 'the bare server',
    },
    {
      what: 'the same, against the goal at this machine’s pace',
      value: found,
      unit: 'pushes/s',
      ratio: found / scaled,
      against: `${Math.round(scaled / 1_000)} k/s`,
      budget: '>= 150 k/s',
      holds: found >= scaled,
    },
  ]
}

interface Memory {
  readonly perClient: number
  /** Memory after many pushes, as a multiple of its size after the first of them. */
  readonly growth: number
  readonly pushes: number
  readonly open: number
}

async function measureMemory(ms: number): Promise<Memory> {
  const { child, said } = await start('stream-exchange')
  const before = await readMeter(child)
  const clients = await openStreamClients({ ...said, count: CROWD })
  const connected = await readMeter(child)
  const readings: number[] = []
  for (let part = 0; part < 5; part++) {
    await pushesASecond({ child, clients }, ms)
    readings.push((await readMeter(child)).resident)
  }
  const [first = Number.NaN, last = Number.NaN] = [readings[0], readings.at(-1)]
  const found = {
    perClient: (connected.resident - before.resident) / CROWD,
    growth: last / first,
    pushes: clients.frames,
    open: clients.open,
  }
  clients.close()
  child.disconnect()
  return found
}

function memoryRows({ perClient, growth, pushes, open }: Memory): readonly Row[] {
  const plain = { ratio: null, against: null, budget: null, holds: null }
  return [
    { what: `a client of ${CROWD} in memory`, value: perClient / 1_024, unit: 'KB', ...plain },
    {
      what: `memory after ${Math.round(pushes / 1_000)} k pushes to ${open} clients`,
      value: growth,
      unit: 'x',
      ratio: growth,
      against: 'after the first fifth',
      budget: `<= ${GROWTH}x, no client lost`,
      holds: growth <= GROWTH && open === CROWD,
    },
  ]
}
