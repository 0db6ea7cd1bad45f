import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RunningExchange } from '../src/exchange.js'
import type { Bench, BenchOptions, Row } from './bench.js'
import type { SendOrder } from './parts/push-sender.js'
import { openWatchedPath } from './parts/watched-path.js'
import { median } from './rounds.js'

const BUDGET = 1.1
/** A hundred markets, fifty pushes a second each. */
const PUSHES_A_SECOND = 5_000
/** A half of a round with less than this part of the requested rate is not used, because a thread with less to do is measured at another load. */
const RATE_MIN = 0.95
/** Time for a reader to start or end. */
const SETTLE_MS = 500

interface Round {
  /** CPU time of the trading thread for one push, in nanoseconds. */
  readonly alone: number
  readonly watched: number
  /** Pushes a second of both halves. */
  readonly rates: readonly number[]
}

/** What an open page and a metrics scraper cost the trading thread, with a hundred markets. */
export const bench: Bench = {
  name: 'door',
  run: async options => {
    const [exchangeProcess, sender, readers] = [start('quiet-exchange'), start('push-sender'), start('door-readers')]
    const [[exchange]] = (await Promise.all([once(exchangeProcess, 'message'), once(readers, 'message')])) as [
      [Exchange],
      unknown,
    ]
    sender.send({ wsUrl: exchange.wsUrl, pushesASecond: PUSHES_A_SECOND } satisfies SendOrder)
    const [wsUrl] = (await once(sender, 'message')) as [string]
    const path = await openWatchedPath({ ...exchange, wsUrl })
    const rounds = await play({ path, readers }, options)
    readers.disconnect()
    await path.close()
    for (const child of [sender, exchangeProcess]) child.disconnect()
    return rowsOf(rounds)
  },
}

type Exchange = Omit<RunningExchange, 'close'>

const start = (file: string): ChildProcess =>
  fork(fileURLToPath(new URL(`parts/${file}.js`, import.meta.url)), { stdio: 'inherit' })

interface Measured {
  readonly path: Awaited<ReturnType<typeof openWatchedPath>>
  readonly readers: ChildProcess
}

async function play({ path, readers }: Measured, { isQuick, note }: BenchOptions): Promise<readonly Round[]> {
  const plan = isQuick ? { warmUpMs: 2_000, rounds: 2, ms: 1_500 } : { warmUpMs: 20_000, rounds: 11, ms: 4_000 }
  const { url, tokens } = path.file
  const reading = { url, token: tokens['cli'], market: path.market }
  const half = async (asked: typeof reading | 'end'): Promise<{ readonly ns: number; readonly rate: number }> => {
    readers.send(asked)
    await pause(SETTLE_MS)
    return measured(path.counted, plan.ms)
  }
  const rounds: Round[] = []
  await pause(plan.warmUpMs)
  while (rounds.length < plan.rounds) {
    const [alone, watched] = [await half('end'), await half(reading)]
    rounds.push({ alone: alone.ns, watched: watched.ns, rates: [alone.rate, watched.rate] })
    note(`round ${rounds.length} of ${plan.rounds}: ${Math.round(watched.rate)} pushes a second`)
  }
  return rounds
}

async function measured(
  counted: { readonly pushes: number },
  ms: number,
): Promise<{ readonly ns: number; readonly rate: number }> {
  const before = { ns: ownThreadNs(), pushes: counted.pushes, at: performance.now() }
  await pause(ms)
  const pushes = counted.pushes - before.pushes
  if (pushes === 0) throw new Error('no push arrived: the process that sends them ended, or its books were not followed')
  return { ns: (ownThreadNs() - before.ns) / pushes, rate: (pushes * 1_000) / (performance.now() - before.at) }
}

/** CPU time in nanoseconds of this process's first thread, without the threads of the door, the journal and the runtime. Only Linux reports it. */
const ownThreadNs = (): number => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0])

function rowsOf(rounds: readonly Round[]): readonly Row[] {
  // Each round is compared with its own neighbour, because the machine is the same for both.
  const ratio = median(rounds.map(({ alone, watched }) => watched / alone))
  const rate = median(rounds.flatMap(({ rates }) => rates))
  const isFull = rate >= RATE_MIN * PUSHES_A_SECOND
  const plain = { unit: 'us', ratio: null, against: null, budget: null, holds: null }
  const what = 'a push, on the core of the trading thread'
  return [
    { ...plain, what: `${what}, no one watches`, value: median(rounds.map(({ alone }) => alone)) / 1e3 },
    {
      ...{ what: `${what}, a page and a scraper`, unit: 'us', value: median(rounds.map(({ watched }) => watched)) / 1e3 },
      ...{ ratio, against: 'no one watches', budget: `<= ${BUDGET}x`, holds: isFull ? ratio <= BUDGET : null },
    },
    {
      ...{ what: 'pushes of a hundred markets', unit: '/s', value: rate },
      ...{ ratio: rate / PUSHES_A_SECOND, against: 'the asked rate', budget: `>= ${RATE_MIN}x`, holds: isFull },
    },
  ]
}
