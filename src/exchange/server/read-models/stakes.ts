import { type Outcome, Wei } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import type { CoreEvent, Leg } from '../../core/core-event.js'
import type { LogEntry } from '../log/log-entry.js'
import type { Watcher } from '../log/watcher.js'
import { isWallet, legsOf } from './tape.js'

/** A wallet's settled trades in one outcome of a market. */
export interface Stake {
  readonly market: number
  readonly outcome: Outcome
  /** All shares ever bought, before fees, and what was paid for them; a minted pair counts as two shares at half a dollar. */
  readonly bought: Wei
  readonly cost: Wei
  /** Shares that the result paid for. */
  readonly paidShares: Wei
  readonly paidValue: Wei
  /** When the number of shares last changed. */
  readonly changedAt: Timestamp
}

/** What a wallet has traded in all. */
export interface Turnover {
  /** Value of its settled trades, either side. */
  readonly volume: Wei
  /** Collateral received less collateral spent: sales, payouts and merges against purchases and splits, after fees in cash. */
  readonly flow: Wei
}

/** Cost and proceeds of shares by wallet, from settled trades only. */
export interface Stakes extends Watcher {
  /** An account's stakes by `stakeKey`. */
  of(account: string): ReadonlyMap<number, Stake>
  turnover(account: string): Turnover
}

const NONE: ReadonlyMap<number, Stake> = new Map()
const NO_TURNOVER: Turnover = { volume: Wei.ZERO, flow: Wei.ZERO }

/** One number for each outcome of each market. */
export const stakeKey = (market: number, outcome: Outcome): number => market * 2 + (outcome === 'yes' ? 0 : 1)

/** No stakes yet. */
export const createStakes = (): Stakes => new KnownStakes()

interface Saved {
  readonly stakes: ReadonlyMap<string, Map<number, Stake>>
  readonly turnovers: ReadonlyMap<string, Turnover>
}

/** The fields of a stake that a change adds to. */
type Change = Partial<Pick<Stake, 'bought' | 'cost' | 'paidShares' | 'paidValue'>>

class KnownStakes implements Stakes {
  readonly #stakes = new Map<string, Map<number, Stake>>()
  readonly #turnovers = new Map<string, Turnover>()
  readonly memory = {
    name: 'stakes',
    save: (): Saved => ({ stakes: this.#stakes, turnovers: this.#turnovers }),
    load: (saved: unknown): void => {
      const { stakes, turnovers } = saved as Saved
      for (const [account, known] of stakes) this.#stakes.set(account, known)
      for (const [account, known] of turnovers) this.#turnovers.set(account, known)
    },
  }

  of(account: string): ReadonlyMap<number, Stake> {
    return this.#stakes.get(account) ?? NONE
  }

  turnover(account: string): Turnover {
    return this.#turnovers.get(account) ?? NO_TURNOVER
  }

  enter({ command }: LogEntry): void {
    if (command.kind !== 'split' && command.kind !== 'merge') return
    const { account, market, shares, at } = command
    if (!isWallet(account)) return
    const isSplit = command.kind === 'split'
    const change = isSplit ? { bought: shares, cost: Wei.of(shares / 2n) } : {}
    for (const outcome of ['yes', 'no'] as const) this.#change(account, { market, outcome }, { at, ...change })
    this.#turn(account, { volume: Wei.ZERO, flow: isSplit ? Wei.negate(shares) : shares })
  }

  see(event: CoreEvent): void {
    if (event.kind === 'settled') for (const leg of legsOf(event.match)) this.#settle(event.match.market, leg, event.at)
    else if (event.kind === 'paid' && isWallet(event.account)) {
      this.#change(event.account, event, { at: event.at, paidShares: event.shares, paidValue: event.value })
      this.#turn(event.account, { volume: Wei.ZERO, flow: event.value })
    } else if (event.kind === 'converted' && isWallet(event.account)) this.#convert(event)
  }

  /** Like a split: each share at what it is worth if every market of the group is as likely as the others. */
  #convert({ account, given, others, kept, at }: CoreEvent & { readonly kind: 'converted' }): void {
    const cost = Wei.of(kept / BigInt(given.length + others.length))
    for (const market of given) this.#change(account, { market, outcome: 'no' }, { at })
    for (const market of others) this.#change(account, { market, outcome: 'yes' }, { at, bought: kept, cost })
    this.#turn(account, { volume: Wei.ZERO, flow: Wei.of(BigInt(given.length - 1) * kept) })
  }

  #settle(market: number, { order, outcome, side, shares, value, fee }: Leg, at: Timestamp): void {
    const { account } = order.spec
    if (!isWallet(account)) return
    const isBuy = side === 'buy'
    this.#change(account, { market, outcome }, { at, ...(isBuy && { bought: shares, cost: value }) })
    this.#turn(account, { volume: value, flow: isBuy ? Wei.negate(value) : Wei.sub(value, fee.amount) })
  }

  #change(account: string, { market, outcome }: Pick<Stake, 'market' | 'outcome'>, change: Change & { at: Timestamp }): void {
    const known = this.#stakes.get(account) ?? new Map<number, Stake>()
    const key = stakeKey(market, outcome)
    const before = known.get(key)
    known.set(key, {
      market,
      outcome,
      bought: sum(before?.bought, change.bought),
      cost: sum(before?.cost, change.cost),
      paidShares: sum(before?.paidShares, change.paidShares),
      paidValue: sum(before?.paidValue, change.paidValue),
      changedAt: Timestamp.max(before?.changedAt ?? Timestamp.ZERO, change.at),
    })
    this.#stakes.set(account, known)
  }

  #turn(account: string, { volume, flow }: Turnover): void {
    const before = this.turnover(account)
    this.#turnovers.set(account, { volume: Wei.add(before.volume, volume), flow: Wei.add(before.flow, flow) })
  }
}

const sum = (a: Wei | undefined, b: Wei | undefined): Wei => Wei.add(a ?? Wei.ZERO, b ?? Wei.ZERO)
