import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RunningExchange } from '../src/exchange.js'
import type { Bench } from './bench.js'
import { openWatchedPath } from './parts/watched-path.js'
import { median } from './rounds.js'

const BUDGET = 1.1
/** Time for a reader to start or end. */
const SETTLE_MS = 500

/** What an open page and a scraper cost the trading thread, with a hundred markets. */
export const bench: Bench = {
  name: 'door',
  run: async ({ isQuick, note }) => {
    const plan = isQuick ? { warmUpMs: 2_000, rounds: 2, ms: 1_500 } : { warmUpMs: 20_000, rounds: 11, ms: 4_000 }
    const exchangeProcess = start('busy-exchange')
    const [exchange] = (await once(exchangeProcess, 'message')) as [Omit<RunningExchange, 'close'>]
    const readers = start('door-readers')
    await once(readers, 'message')
    const path = await openWatchedPath(exchange)
    const { url, tokens } = path.file
    const costs = { alone: [] as number[], watched: [] as number[] }
    const rates: number[] = []
    await pause(plan.warmUpMs)
    for (let round = 0; round < plan.rounds; round++) {
      for (const side of ['alone', 'watched'] as const) {
        readers.send(side === 'watched' ? { url, token: tokens['cli'], market: path.market } : 'end')
        await pause(SETTLE_MS)
        const { ns, pushes } = await measured(path.counted, plan.ms)
        costs[side].push(ns / pushes)
        rates.push((pushes * 1_000) / plan.ms)
      }
      note(`round ${round + 1} of ${plan.rounds}: ${Math.round(median(rates))} pushes a second`)
    }
    readers.disconnect()
    await path.close()
    exchangeProcess.disconnect()
    // Each round is compared with its own neighbour, because the machine is the same for both.
    const ratio = median(costs.watched.map((cost, round) => cost / costs.alone[round]!))
    const about = { unit: 'us', what: 'a push, on the core of the trading thread' }
    return [
      {
        ...about,
        what: `${about.what}, no one watches`,
        value: median(costs.alone) / 1e3,
        ratio: null,
        against: null,
        budget: null,
        holds: null,
      },
      {
        ...about,
        what: `${about.what}, a page and a scraper`,
        value: median(costs.watched) / 1e3,
        ...{ ratio, against: 'no one watches', budget: `<= ${BUDGET}x`, holds: ratio <= BUDGET },
      },
      {
        what: 'pushes of a hundred markets',
        unit: '/s',
        value: median(rates),
        ratio: null,
        against: null,
        budget: null,
        holds: null,
      },
    ]
  },
}

const start = (file: string): ChildProcess =>
  fork(fileURLToPath(new URL(`parts/${file}.js`, import.meta.url)), { stdio: 'inherit' })

async function measured(counted: { readonly pushes: number }, ms: number): Promise<{ ns: number; pushes: number }> {
  const before = { ns: ownThreadNs(), pushes: counted.pushes }
  await pause(ms)
  return { ns: ownThreadNs() - before.ns, pushes: counted.pushes - before.pushes }
}

/** CPU time in nanoseconds of this process's first thread, without the threads of the door, the journal and the runtime. Only Linux reports it. */
const ownThreadNs = (): number => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0])
