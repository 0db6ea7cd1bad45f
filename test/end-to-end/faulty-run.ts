import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { DUST, type OrderRecord, Proof } from '../../src/engine/order-record.js'
import { type FaultKind, type RunningExchange, startExchange, type WrittenFault } from '../../src/exchange.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import { strategy } from '../../strategies/two-sided.js'
import { createOperator, type OperatorClient } from '../exchange/server/operator-client.js'
import { type Holdings, holdingsAtExchange, openOrdersAtExchange } from './outside-look.js'
import { type WalletSession, wakeWallet } from './wallet-session.js'

/** What a run of the bot against an exchange that does wrong came to. */
export interface FaultyRun {
  /** How often each fault struck, in the order in which they were set. */
  readonly strikes: readonly number[]
  readonly stopped: Awaited<ReturnType<WalletSession['session']['stop']>>
  /** Orders whose state was still unknown after the exchange had worked correctly for a while. */
  readonly unknown: number
  /** Those that had no end when it had stopped. */
  readonly doubtful: readonly OrderRecord[]
  readonly here: Holdings
  readonly there: Holdings
  readonly openThere: readonly string[]
  readonly fills: number
  readonly told: readonly string[]
}

export interface FaultyRunOptions {
  readonly faults: (run: { readonly markets: readonly number[]; readonly account: string }) => readonly WrittenFault[]
  readonly seed: number
  /** How long the bot quotes under them. */
  readonly forMs: number
  /** Whether it has to stop under them too. */
  readonly isStoppedUnder?: boolean
}

const QUIET_MS = 12_000
/** What must come comes within this, even on a busy machine; the wait ends as soon as it comes. */
const PATIENCE_MS = 30_000

/** The two-sided strategy quotes against a lively crowd; the faults come when it quotes, and go before it stops. */
export async function runFaultily({ faults, seed, forMs, isStoppedUnder = false }: FaultyRunOptions): Promise<FaultyRun> {
  const exchange = await startExchange({
    seed,
    crowd: { kind: 'synthetic', noiseASecond: 12 },
    settlementMs: 120,
    rateLimits: null,
    markets: [
      { question: 'Will it rain?', endsInMinutes: null },
      { question: 'Will it snow?', endsInMinutes: null },
    ],
  })
  const operator = createOperator(exchange)
  const account = exchange.accounts[0]
  if (account === undefined) throw new Error('the exchange has no account')
  const wallet = await wakeWallet({
    exchange,
    timings: { silentBookMs: 300, confirmCallsPerMinute: 600, definitionsEveryMs: 300 },
    assigned: { definition: strategy, parameters: strategy.parameters.parse({ halfSpreadTicks: 0 }) },
  })
  try {
    await until(() => wallet.journal.rows.orders(10).length >= 4, 'the first quotes', PATIENCE_MS)
    const markets = exchange.markets.map(({ id }) => id)
    for (const fault of faults({ markets, account: account.address })) await operator.done('/faults', fault)
    await pause(forMs)
    const rows = await haveStruck(operator)
    if (!isStoppedUnder) await operator.done('/faults/clear')
    await until(() => isCalm(wallet), 'calm', QUIET_MS).catch(() => undefined)
    const unknown = wallet.session.desk.summary().counts.unknown
    const stopped = await wallet.session.stop('the test')
    return {
      strikes: rows.map(row => row.strikes),
      stopped,
      unknown,
      doubtful: [...wallet.session.desk.state().orders.values()].filter(isDoubtful),
      ...(await compared(exchange, wallet, account)),
      told: wallet.told,
    }
  } finally {
    await wallet.close()
    await exchange.close()
  }
}

/** A busy machine gives some faults little to strike at first. */
const haveStruck = async (operator: OperatorClient): Promise<readonly { readonly strikes: number }[]> => {
  for (const from = performance.now(); ; await pause(100)) {
    const rows: { strikes: number }[] = (await operator.get('/faults')).body.data
    if (rows.every(({ strikes }) => strikes > 0) || performance.now() - from > PATIENCE_MS) return rows
  }
}

const isDoubtful = ({ proof, endedAt, left }: OrderRecord): boolean =>
  proof !== Proof.REJECTED && endedAt === null && left >= DUST

const isCalm = ({ session }: WalletSession): boolean => session.desk.summary().counts.unknown === 0

const compared = async (
  exchange: RunningExchange,
  { journal }: WalletSession,
  account: RunningExchange['accounts'][number],
): Promise<Pick<FaultyRun, 'here' | 'there' | 'openThere' | 'fills'>> => {
  const { state } = restoreState(journal)
  const shares: Record<string, bigint> = {}
  for (const [market, position] of state.positions)
    for (const outcome of ['yes', 'no'] as const)
      if (position[outcome].shares !== 0n) shares[`${market}-${outcome}`] = position[outcome].shares
  return {
    here: { cash: state.cash, shares },
    there: await holdingsAtExchange(exchange, account.address),
    openThere: await openOrdersAtExchange(exchange, account.privateKey),
    fills: journal.rows.fills(1_000).length,
  }
}

/** Everything the run promises, whatever went wrong. */
export function expectWhole(run: FaultyRun, kinds: readonly FaultKind[]): void {
  expect(run.strikes.map((count, index) => [kinds[index], count > 0])).toEqual(kinds.map(kind => [kind, true]))
  expect(run.unknown).toBe(0)
  expect(run.stopped).toMatchObject({ open: 0, unanswered: 0, unsettled: 0, differences: [] })
  expect(run.here).toEqual(run.there)
  expect(run.openThere).toEqual([])
}

async function until(isSo: () => boolean, what: string, atMostMs: number): Promise<void> {
  for (const from = performance.now(); !isSo(); await pause(25))
    if (performance.now() - from > atMostMs) throw new Error(`waited for ${what} in vain`)
}
