import { Wei } from '../../../model/money.js'
import type { Timestamp } from '../../../model/time.js'
import type { CoreEvent, Leg } from '../../core/core-event.js'
import type { LogEntry } from '../log/log-entry.js'
import type { Note } from '../log/note.js'
import type { Watcher } from '../log/watcher.js'
import { isWallet, legsOf } from './tape.js'

/** What collateral locked in yield-bearing markets has earned, by wallet. */
export interface Yield extends Watcher {
  readonly percentPerYear: number
  /** Yield earned up to `now` and not paid, in wei, rounded down. */
  pending(account: string, now: Timestamp): Wei
  /** Every account that ever held such shares. */
  accounts(): Iterable<string>
}

const YEAR_US = 31_536_000_000_000n
const RATE_UNITS = 1_000_000n

/**
 * Shares times time as two sums, so that the order of changes does not matter: when shares s(i) came at times t(i), share-time up to `now` is now x
 * sum(s) - sum(s x t).
 */
interface Held {
  readonly shares: bigint
  readonly moments: bigint
  readonly paid: bigint
}

interface Saved {
  readonly markets: ReadonlySet<number>
  readonly held: ReadonlyMap<string, Held>
}

const NOTHING: Held = { shares: 0n, moments: 0n, paid: 0n }

/**
 * A pair locks a dollar, half of it for each share. Each share earns `percentPerYear` without compounding for as long as it is held. Computed in
 * whole numbers from the log's own times, so a restart finds the same to the wei.
 */
export const createYield = (percentPerYear: number): Yield => {
  const markets = new Set<number>()
  const held = new Map<string, Held>()
  const rate = BigInt(Math.round((percentPerYear * Number(RATE_UNITS)) / 100))
  const add = (account: string, shares: bigint, at: Timestamp): void => {
    const before = held.get(account) ?? NOTHING
    const moments = before.moments + shares * BigInt(at)
    held.set(account, { ...before, shares: before.shares + shares, moments })
  }
  const settle = (leg: Leg, at: Timestamp): void => {
    const { account, market } = leg.order.spec
    if (isWallet(account) && markets.has(market))
      add(account, leg.side === 'buy' ? leg.shares - leg.fee.amount : -leg.shares, at)
  }
  return {
    percentPerYear,
    enter: ({ command }: LogEntry) => {
      if (command.kind === 'market' && command.market.isYieldBearing) markets.add(command.market.id)
      if ((command.kind !== 'split' && command.kind !== 'merge') || !markets.has(command.market)) return
      if (isWallet(command.account)) add(command.account, (command.kind === 'split' ? 2n : -2n) * command.shares, command.at)
    },
    see: (event: CoreEvent) => {
      if (event.kind === 'settled') for (const leg of legsOf(event.match)) settle(leg, event.at)
      else if (event.kind === 'paid' && isWallet(event.account) && markets.has(event.market))
        add(event.account, -event.shares, event.at)
      else if (event.kind === 'converted' && isWallet(event.account)) {
        const { account, given, others, shares, kept, at } = event
        for (const market of given) if (markets.has(market)) add(account, -shares, at)
        for (const market of others) if (markets.has(market)) add(account, kept, at)
      }
    },
    hear: (note: Note) => {
      if (note.kind !== 'yield-paid') return
      const before = held.get(note.account) ?? NOTHING
      held.set(note.account, { ...before, paid: before.paid + BigInt(note.wei) })
    },
    memory: {
      name: 'yield',
      save: (): Saved => ({ markets, held }),
      load: saved => {
        const known = saved as Saved
        for (const market of known.markets) markets.add(market)
        for (const [account, one] of known.held) held.set(account, one)
      },
    },
    pending: (account, now) => {
      const { shares, moments, paid } = held.get(account) ?? NOTHING
      const shareTime = shares * BigInt(now) - moments
      return Wei.of((shareTime * rate) / (2n * YEAR_US * RATE_UNITS) - paid)
    },
    accounts: () => held.keys(),
  }
}
