import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningExchange } from '../../src/exchange.js'
import { type Daemon, oddsmith } from './daemon.js'
import { type Lookout, lookOut } from './open-orders.js'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.js'

/** A run on an exchange in a process of its own, looked at from outside. */
export interface KeptRun {
  readonly run: Daemon
  readonly lookout: Lookout
  readonly home: string
  /** Between the run and the venue's REST; the lookout goes around it. */
  readonly rest: TcpProxy
  /** Starts another run of the same wallet and config. */
  readonly again: (...flags: string[]) => Daemon
  /** Any other command on the same config. */
  readonly command: (name: string) => Daemon
}

interface Seat {
  readonly ready: RunningExchange
  readonly privateKey: string
}

/** An exchange in a process of its own, with an account for each run. */
export interface Seats {
  take(): Promise<Seat>
  leave(seat: Seat): void
  close(): Promise<void>
}

/** Runs share a key, and so do those that look on from outside; their calls are counted by it. */
const MANY_CALLS =
  'rateLimits: { tradingPerMinute: 50000, searchPerMinute: 5000, otherPerMinute: 25000, orderPostsPerSecond: 400 }'

/** Starts the exchange, with so few markets that orders may be renewed every few seconds. */
export function startExchange(accounts: number): Seats {
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-seats-'))
  const world = join(home, 'world.yaml')
  writeFileSync(world, `takerDelayMs: 0\naccounts: ${accounts}\n${MANY_CALLS}\n`)
  const exchange = oddsmith(['exchange', '--world', world, '--port', '0', '--data', ':memory:', '--seed', '5', '--json'])
  const free: Seat[] = []
  const started = (async () => {
    const ready = JSON.parse(await exchange.says(/"baseUrl"/)) as RunningExchange
    for (const { privateKey } of ready.accounts) free.push({ ready, privateKey })
  })()
  return {
    take: async () => {
      await started
      for (;;) {
        const seat = free.shift()
        if (seat !== undefined) return seat
        await pause(100)
      }
    },
    leave: seat => void free.push(seat),
    close: async () => {
      exchange.child.kill('SIGTERM')
      await exchange.ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A strategy that quotes far from the touch, and does what a test asks of it once the file `fault` stands beside it. */
const QUOTES = `import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Price, pull, Size, type StrategyDefinition, z } from 'oddsmith'
const parameters = z.strictObject({ folder: z.string(), fault: z.enum(['none', 'loop']) })
export const strategy = {
  name: 'far',
  version: 1,
  watches: 'touch',
  parameters,
  create: ({ folder, fault }) => {
    let shift = 0
    return {
      decide({ book, market: { tick } }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        if (fault === 'loop' && existsSync(join(folder, 'fault'))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
        // Each answer is another price, so that there is always something to send.
        shift = (shift + 1) % 3
        const { bid, ask } = book.touch
        const size = Size.ofShares(20)
        return book.quote({
          bid: { price: Price.floor(bid - (6 + shift) * tick, tick), size },
          ask: { price: Price.ceil(ask + (6 + shift) * tick, tick), size },
        })
      },
    }
  },
} satisfies StrategyDefinition<typeof parameters>
`

export interface KeptOptions {
  readonly fault?: 'none' | 'loop'
  readonly config?: object
  /** Makes the folder ready before the run begins; what it returns undoes that in the end. */
  readonly prepare?: (home: string) => () => void
}

/** Starts a run, hands it over once its orders rest, and cleans up behind. */
export async function keptRun(
  seats: Seats,
  { fault = 'none', config = {}, prepare }: KeptOptions,
  work: (kept: KeptRun) => Promise<void>,
): Promise<void> {
  const seat = await seats.take()
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-kept-'))
  const { privateKey, ready } = seat
  const { wsUrl, rpcUrl, chainId, apiKey } = ready
  const port = Number(new URL(ready.baseUrl).port)
  const rest = await openTcpProxy(() => port)
  const baseUrl = ready.baseUrl.replace(`:${port}`, `:${rest.port}`)
  const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, chainId, apiKey, privateKey: { env: 'WALLET' } }
  const strategies = [{ strategy: './far.ts', parameters: { folder: home, fault } }]
  const file = join(home, 'config.yaml')
  writeFileSync(join(home, 'far.ts'), QUOTES)
  writeFileSync(file, JSON.stringify({ venue, strategies, requote: { requoteEveryMs: 1_000 }, ...config }))
  const command = (name: string, ...flags: string[]): Daemon =>
    oddsmith([name, file, '--home', home, '--json', ...flags], { WALLET: privateKey })
  const undo = prepare?.(home)
  const lookout = await lookOut(ready, privateKey)
  const run = command('run')
  try {
    await run.says(/ours 0\.\d+x\S*\/0\.\d+x/)
    await lookout.untilOpen()
    await work({ run, lookout, home, rest, command, again: (...flags) => command('run', ...flags) })
  } finally {
    if (run.child.exitCode === null) run.child.kill('SIGKILL')
    await run.ended
    await lookout.stop()
    await rest.close()
    undo?.()
    rmSync(home, { recursive: true, force: true })
    seats.leave(seat)
  }
}

/** Lets the strategy of a run do what it was told to. */
export const breakStrategy = (home: string): void => writeFileSync(join(home, 'fault'), '')
