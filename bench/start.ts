import { execFile } from 'node:child_process'
import { closeSync, cpSync, fsyncSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LogEntry } from '../src/exchange/server/log/log-entry.js'
import { SNAPSHOT_EVERY } from '../src/exchange/server/log/snapshot-keeper.js'
import { openStore } from '../src/exchange/server/log/store.js'
import { fundOnce, openMarkets } from '../src/exchange/server/markets/first-start.js'
import type { RunningServer } from '../src/exchange/server/start-server.js'
import type { Bench, Row } from './bench.js'
import { type OrdersFor, placeEntry, removeEntry } from './parts/open-orders.js'
import { type Started, serve } from './parts/start-once.js'

const OPEN = 100_000
const BUDGET_S = 10
const WALLETS = Array.from({ length: 100 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '1')}`)
const QUESTIONS = Array.from({ length: 5 }, (_, index) => ({ question: `Will it rain on day ${index}?`, endsInMinutes: null }))
const BATCH = 500
const NEVER = 1_000_000_000
const STALL_ROUNDS = 3
const STALL_MS = 50
const STALL_ROUND_MS = 5_000

/**
 * The start of an exchange with 100,000 open orders, after as many others were placed and removed: from a snapshot with the longest possible log
 * after it, and from the whole log.
 */
export const bench: Bench = {
  name: 'start',
  run: async ({ isQuick, note }) => {
    const scale = isQuick ? 10 : 1
    const home = mkdtempSync(join(tmpdir(), 'oddsmith-start-'))
    try {
      return rowsOf(await measure(home, { open: OPEN / scale, tail: (2 * SNAPSHOT_EVERY) / scale, note }), OPEN / scale)
    } finally {
      rmSync(home, { recursive: true })
    }
  },
}

interface Measured {
  /** Seconds. */
  readonly snapshot: number
  readonly tail: number
  readonly log: number
  /** The longest time without any other work while snapshots were taken in service. */
  readonly stall: number
  /** The same without snapshots: what the machine does to any process. */
  readonly quiet: number
}

const measure = async (
  home: string,
  { open, tail, note }: { readonly open: number; readonly tail: number; readonly note: (text: string) => void },
): Promise<Measured> => {
  const first = await serve(join(home, 'first'), NEVER)
  await prepare(first)
  const orders = ordersOf(first)
  note(`placing ${open} orders that stay and ${open} that go`)
  for (let index = 0; index < open; index += BATCH) {
    await apply(first, { from: index, count: BATCH }, at => placeEntry(at, orders))
    await churn(first, { from: open + index, count: BATCH }, orders)
  }
  await first.close()
  const snapshot = await timeStart(join(home, 'first'), open)
  const second = await serve(join(home, 'first'), NEVER)
  note(`a tail of ${tail} commands`)
  for (let index = 0; index < tail / 2; index += BATCH)
    await churn(second, { from: 2 * open + index, count: BATCH }, ordersOf(second))
  const killed = copyOf(home, 'killed')
  await second.close()
  const whole = copyOf(home, 'whole')
  forgetSnapshots(whole)
  const quiet = await timeStall(copyOf(home, 'quiet'), NEVER)
  const stall = await timeStall(copyOf(home, 'stall'), 2)
  note(`longest stall ${Math.round(stall * 1_000)} ms, ${Math.round(quiet * 1_000)} ms without a snapshot`)
  return { snapshot, tail: await timeStart(killed, open), log: await timeStart(whole, open), stall, quiet }
}

const prepare = async ({ exchange }: RunningServer): Promise<void> => {
  for (const address of WALLETS) await fundOnce(exchange.writes, { address, usdt: '1000000000' })
  await openMarkets(
    exchange.writes,
    () => QUESTIONS,
    () => [],
  )
}

const ordersOf = ({ exchange }: RunningServer): OrdersFor => ({
  markets: exchange.reads.markets.catalog.markets().map(({ id }) => id),
  wallets: WALLETS,
  at: exchange.writes.sequencer.now(),
})

interface Span {
  readonly from: number
  readonly count: number
}

/** Places orders and removes them again. */
const churn = async (server: RunningServer, span: Span, orders: OrdersFor): Promise<void> => {
  await apply(server, span, index => placeEntry(index, orders))
  await apply(server, span, index => removeEntry(index, orders))
}

const apply = async (
  { exchange }: RunningServer,
  { from, count }: Span,
  entryOf: (index: number) => LogEntry,
): Promise<void> => {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => exchange.writes.sequencer.apply(entryOf(from + index))),
  )
  for (const answer of answers) if (answer.kind === 'refused') throw new Error(`an order was refused: ${answer.reason}`)
}

const copyOf = (home: string, name: string): string => {
  cpSync(join(home, 'first'), join(home, name), { recursive: true })
  return join(home, name)
}

const forgetSnapshots = (data: string): void => {
  const store = openStore(data)
  for (const seq of store.snapshots()) store.drop(seq)
  store.close()
}

/** Seconds until it listens, in a fresh process. */
const timeStart = async (data: string, open: number): Promise<number> => {
  const script = fileURLToPath(new URL('parts/start-once.js', import.meta.url))
  const { stdout } = await run(process.execPath, [script, data])
  const { seconds, openOrders } = JSON.parse(stdout) as Started
  if (openOrders !== open) throw new Error(`expected ${open} open orders, found ${openOrders}`)
  return seconds
}

const run = promisify(execFile)

/** The longest pause for all clients, in seconds, while orders are placed and removed, with a snapshot after this many commands. */
const timeStall = async (data: string, snapshotEvery: number): Promise<number> => {
  // Syncs the copy to disk now, so that no later write waits for it.
  const file = openSync(join(data, 'exchange.db'), 'r+')
  fsyncSync(file)
  closeSync(file)
  const server = await serve(data, snapshotEvery)
  // Lets the garbage of the start be collected first.
  await pause(STALL_ROUND_MS)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  // While a snapshot is packed no other is taken, so several rounds give the longest pause more than one chance.
  for (let round = 0; round < STALL_ROUNDS; round++) {
    await churn(server, { from: NEVER + round * 2, count: 2 }, ordersOf(server))
    await pause(STALL_ROUND_MS)
  }
  delay.disable()
  await server.close()
  return delay.max / 1e9
}

const rowsOf = ({ snapshot, tail, log, stall, quiet }: Measured, open: number): readonly Row[] => {
  const orders = `${open.toLocaleString('en-US')} open orders`
  const plain = { ratio: null, against: null, budget: null, holds: null }
  return [
    { ...plain, what: `replaying the whole log, ${orders}`, value: log, unit: 's' },
    {
      what: `from a snapshot and the longest tail, ${orders}`,
      value: tail,
      unit: 's',
      ratio: log / tail,
      against: 'replaying the whole log',
      budget: `< ${BUDGET_S} s`,
      holds: tail < BUDGET_S,
    },
    {
      ...plain,
      what: 'from a snapshot alone',
      value: snapshot,
      unit: 's',
      ratio: log / snapshot,
      against: 'replaying the whole log',
    },
    { ...plain, what: 'longest stall where none is taken', value: quiet * 1_000, unit: 'ms' },
    {
      ...plain,
      what: 'longest stall while one is taken',
      value: stall * 1_000,
      unit: 'ms',
      ratio: stall / quiet,
      against: 'where none is taken',
      budget: `<= ${STALL_MS} ms more`,
      holds: stall - quiet <= STALL_MS / 1_000,
    },
  ]
}
