import { join } from 'node:path'
import { createCarrier } from '../../src/cli/trade/door/carry-out.js'
import { openDoor, type RunDoor, type RunDoorOptions } from '../../src/cli/trade/door/open-door.js'
import { createSeenTurns } from '../../src/cli/trade/door/seen-turns.js'
import { type RunningExchange, startExchange } from '../../src/exchange.js'
import { Price, Size } from '../../src/model/money.js'
import type { AlertsTask } from '../../src/operator/alerts/alerts-task.js'
import { type DoorFile, readDoorFile } from '../../src/operator/door-file.js'
import { type WalletSession, type WalletSessionOptions, wakeWallet } from '../end-to-end/wallet-session.js'

/** A run with a door in a thread of its own, against an exchange in this process. */
export interface WatchedRun {
  readonly run: WalletSession
  readonly door: RunDoor
  readonly file: DoorFile
  readonly exchange: RunningExchange
  /** What the run said to people. */
  readonly told: readonly string[]
  close(): Promise<void>
}

const STRATEGY = 'test'

export interface WatchedOptions
  extends Pick<WalletSessionOptions, 'decide' | 'settings' | 'accountLookEveryMs' | 'assigned' | 'references'>,
    Partial<Pick<RunDoorOptions, 'onHung' | 'hungAfterMs'>> {
  readonly clients?: readonly string[]
  readonly alerts?: AlertsTask
}

/** Two markets, both sides of each quoted far from the other. */
export async function watchedRun(options: WatchedOptions = {}): Promise<WatchedRun> {
  const {
    clients = [],
    alerts = null,
    decide,
    settings,
    accountLookEveryMs,
    assigned,
    references,
    onHung,
    hungAfterMs,
  } = options
  const exchange = await startExchange({
    crowd: { kind: 'none' },
    rateLimits: null,
    settlementMs: 100,
    markets: [{ question: 'Will it?' }, { question: 'Will it not?' }],
  })
  const seen = createSeenTurns()
  const told: string[] = []
  let carrier: ReturnType<typeof createCarrier> | null = null
  let door: RunDoor | null = null
  const run = await wakeWallet({
    exchange,
    timings: { probeEveryMs: 50 },
    decide: decide ?? quoteFar,
    ...(settings !== undefined && { settings }),
    ...(accountLookEveryMs !== undefined && { accountLookEveryMs }),
    ...(assigned !== undefined && { assigned }),
    ...(references !== undefined && { references }),
    show: (batch, turn) => {
      seen.saw(batch, turn)
      carrier?.saw(batch.controls)
      door?.saw(batch, turn)
    },
  })
  const { session, clock, journal, gateway } = run
  carrier = createCarrier({
    ...{ session, gateway, clock },
    hashOf: order => journal.rows.hashOf(order),
    isStopping: () => false,
    strategies: [STRATEGY],
    plan: () => Promise.resolve({ is: 'answer', answer: { is: 'refused', text: 'this run has no config' } }),
  })
  const folder = join(run.file, '..')
  door = openDoor({
    shown: {
      ...{ run: 'test-run', mode: 'paper', wallet: exchange.accounts[0]!.address, venue: 'predict', config: 'test.yaml' },
      ...{
        startedAt: clock.now(),
        settings: () => ({ stanzas: [], parameters: [] }),
        session,
        seen,
        clock,
        isStopping: () => false,
      },
      loop: { read: () => ({ p50Ms: 0, p99Ms: 0, maxMs: 0 }), end: () => undefined },
      keeper: { unattendedMaxMs: 5_000, heardMsAgo: () => null },
    },
    carrier,
    notice: (_, text) => void told.push(text),
    markoutSeconds: 1,
    onHung: onHung ?? (() => undefined),
    ...(hungAfterMs !== undefined && { hungAfterMs }),
    task: {
      home: folder,
      ...{ port: 0, folder, journal: run.file, log: join(folder, 'log'), run: 'test-run', version: '0', pid: process.pid },
      ...{ clients, metrics: 'token', alerts },
    },
  })
  await door.port
  const file = readDoorFile(folder)
  if (file === null) throw new Error(`the door did not say where it is: ${told.join('; ')}`)
  return {
    ...{ run, door, file, exchange, told },
    close: async () => {
      await door.end('the test is over')
      await session.stop('the test')
      await run.close()
      await exchange.close()
    },
  }
}

/** Both sides, as far from each other as no one would take them by himself. */
export const quoteFar: NonNullable<WalletSessionOptions['decide']> = ({ book }) =>
  book.state === 'live'
    ? book.quote({
        bid: { price: Price.of(3_000), size: Size.ofShares(20) },
        ask: { price: Price.of(7_000), size: Size.ofShares(20) },
      })
    : { kind: 'keep' }
