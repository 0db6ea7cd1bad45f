import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compileForLongRun } from '../src/cli/search/compiler.js'
import type { RunningExchange } from '../src/exchange.js'
import type { Bench, Row } from './bench.js'
import { BARE_HEADER, openBarePath } from './parts/bare-path.js'
import type { Step } from './parts/exchange-process.js'
import { type HandOver, watchHandOvers } from './parts/hand-over.js'
import { openLivePath } from './parts/live-path.js'
import { median, quantile } from './rounds.js'

const QUOTE = { price: 4_200, shares: 20 }
const CREATE = '/v1/orders'
const CANCEL = '/v1/orders/remove-by-hash'

/**
 * Steps of the daemon before the measurement, so that the compiler is done: code that runs once for each order is compiled only after many
 * thousands of orders. A daemon reaches that after hours, the bare path, which is little code, after its first round.
 */
const UNREAD = 12_000

/** Microseconds from a push to the head of the request that it caused. */
interface Path {
  readonly create: number[]
  readonly cancel: number[]
}

type Paths = Readonly<Record<'live' | 'bare', Path>>

/** From a push of the book to the request handed to the system, with the exchange in another process. */
export const bench: Bench = {
  name: 'tick-to-order',
  run: async ({ isQuick, note }) => {
    // The trading process calls this at its start too.
    compileForLongRun()
    const child = fork(fileURLToPath(new URL('parts/exchange-process.js', import.meta.url)), { stdio: 'inherit' })
    const [exchange] = (await once(child, 'message')) as [Omit<RunningExchange, 'close'>]
    const paths: Paths = { live: { create: [], cancel: [] }, bare: { create: [], cancel: [] } }
    const probe = createProbe(paths)
    const [first, second] = exchange.markets.map(({ id }) => id)
    const shared = { exchange, ...QUOTE }
    const live = await openLivePath({ ...shared, market: first ?? 0, account: 0, onPush: at => probe.push('live', at / 1e3) })
    const bare = await openBarePath({
      ...shared,
      market: second ?? 0,
      account: 1,
      onPush: () => probe.push('bare', performance.now()),
    })
    // Read each time, because the daemon's clock follows the time of day, which is adjusted from time to time.
    const offset = (): number => live.clock.now() / 1e3 - performance.now()
    const unwatch = watchHandOvers(handOver => probe.request(handOver, offset()))
    await pause(500)
    const plan = isQuick ? { unread: 400, rounds: 2, steps: 60 } : { unread: UNREAD, rounds: 9, steps: 400 }
    for (let left = plan.unread; left > 0; left -= plan.steps) {
      await runRound(child, probe, { side: 'live', steps: plan.steps, restMs: 0 })
      note(`${left} steps until it is read`)
    }
    for (let round = 0; round <= plan.rounds; round++) {
      for (const side of ['live', 'bare'] as const) await runRound(child, probe, { side, steps: plan.steps, restMs: SETTLE_MS })
      if (round === 0) for (const path of Object.values(paths)) path.create.length = path.cancel.length = 0
      note(`round ${round} of ${plan.rounds}`)
    }
    unwatch()
    // The last answers are still in flight.
    await pause(500)
    await bare.close()
    await live.close()
    child.disconnect()
    return rowsOf(paths)
  },
}

type Side = keyof Paths

interface Probe {
  /** The next push of this path is the one that counts. */
  arm(side: Side): void
  push(side: Side, atMs: number): void
  request(handOver: HandOver, offsetMs: number): void
  /** Resolves when the push has led to its request, the answer has arrived, and with it the push of the request's effect on the book. */
  done(): Promise<void>
}

/** The state of a step: `push` waits for the book to move, `request` for the resulting request, `echo` for the push of our own order. */
type Stage = { readonly at: 'push' | 'echo' | 'end' } | { readonly at: 'request'; readonly pushedAt: number }

function createProbe(paths: Paths): Probe {
  let measured: Side = 'live'
  let stage: Stage = { at: 'end' }
  let answered: Promise<void> = Promise.resolve()
  let told: () => void = () => undefined
  return {
    arm: side => {
      measured = side
      stage = { at: 'push' }
    },
    push: (side, atMs) => {
      if (side !== measured) return
      if (stage.at === 'push') stage = { at: 'request', pushedAt: atMs }
      else if (stage.at === 'echo') {
        stage = { at: 'end' }
        void answered.then(told)
      }
    },
    request: ({ path, head, at, ...request }, offsetMs) => {
      const side = head.includes(`${BARE_HEADER}: `) ? 'bare' : 'live'
      const list = path === CREATE ? paths[side].create : path === CANCEL ? paths[side].cancel : null
      // A push causes one request; another one is the daemon repeating it.
      if (list === null || side !== measured || stage.at !== 'request') return
      // The daemon stamps pushes with the time of day, the bare path with the process clock.
      list.push((at + (side === 'live' ? offsetMs : 0) - stage.pushedAt) * 1_000)
      stage = { at: 'echo' }
      answered = request.answered
    },
    done: () =>
      new Promise(resolve => {
        told = resolve
      }),
  }
}

interface RoundPlan {
  readonly side: Side
  readonly steps: number
  readonly restMs: number
}

/** Up: an order; down: its cancel; each after everything that the last one caused. */
async function runRound(child: ChildProcess, probe: Probe, { side, steps, restMs }: RoundPlan): Promise<void> {
  for (let at = 0; at < steps; at++) {
    probe.arm(side)
    const done = probe.done()
    child.send({ market: side === 'live' ? 0 : 1, isUp: at % 2 === 0 } satisfies Step)
    await Promise.race([done, pause(STEP_MAX_MS, undefined, { ref: false }).then(() => missed(side, at))])
    if (restMs > 0) await pause(restMs)
  }
}

const STEP_MAX_MS = 5_000
/** The private stream's report of the order usually takes this long; a longer pause would measure cold caches. */
const SETTLE_MS = 1

function missed(side: Side, step: number): never {
  throw new Error(`expected a request of the ${side} path in step ${step}, found none`)
}

/** The budgets were set where the bare path took 46.5 and 74.8 microseconds; elsewhere they are the same multiple of it. */
const CANCEL_P50 = 40 / 46.5
const CANCEL_P99 = 100 / 74.8
const CREATE_P50 = 1.5

function rowsOf({ live, bare }: Paths): readonly Row[] {
  const p99 = (values: readonly number[]): number => quantile(values, 0.99)
  const [floor, floor99] = [median(bare.create), p99(bare.create)]
  const row = (what: string, value: number): Row => ({
    what,
    value,
    unit: 'us',
    ratio: null,
    against: null,
    budget: null,
    holds: null,
  })
  const judged = (what: string, value: number, { to, limit, note }: { to: number; limit: number; note: string }): Row => ({
    ...row(what, value),
    ratio: value / to,
    against: 'the bare POST',
    budget: `<= ${limit.toPrecision(3)}x${note}`,
    holds: value / to <= limit,
  })
  return [
    row('bare path: push to POST, p50', floor),
    row('bare path: push to POST, p99', floor99),
    row('bare path: push to cancel, p50', median(bare.cancel)),
    judged('push to cancel handed over, p50', median(live.cancel), { to: floor, limit: CANCEL_P50, note: ' (40 us)' }),
    judged('push to cancel handed over, p99', p99(live.cancel), { to: floor99, limit: CANCEL_P99, note: ' (100 us)' }),
    judged('push to POST handed over, p50', median(live.create), { to: floor, limit: CREATE_P50, note: '' }),
    row('push to POST handed over, p99', p99(live.create)),
  ]
}
