import { cut } from '../src/model/cut.js'
import type { Fill } from '../src/model/fill.js'
import { type Outcome, Wei } from '../src/model/money.js'
import type { Timestamp } from '../src/model/time.js'
import type { ProfitParts } from './result.js'
import type { VenueBook } from './venue-book.js'

/** A fill's or a payout's share of the account. */
export type Booked = Pick<Fill, 'outcome' | 'side' | 'shares' | 'value' | 'fee'>

/** The immediate gain of a fill, to be reverted if its settlement fails. */
export interface Entry {
  readonly fill: Booked
  readonly spread: bigint
  readonly fees: bigint
}

interface Holding {
  shares: bigint
  /** The last value of the shares. */
  carried: bigint
  bought: bigint
  boughtFor: bigint
}

/** Twice a price. */
const DOUBLE = 20_000n

/** The sums behind an account's profit so far, in wei. */
export interface ProfitState {
  readonly cash: bigint
  /** By market, like the holdings. */
  readonly parts: readonly Readonly<Omit<Parts, 'fees'>>[]
  readonly holdings: readonly Readonly<Record<Outcome, Readonly<Holding>>>[]
}

/** Profit of one market. */
interface Parts {
  spread: bigint
  drift: bigint
  settlement: bigint
  fees: bigint
}

/**
 * The sources of an account's profit, in wei. Shares are valued at the mid price of the recorded book: a fill earns the distance to it, holding earns
 * its moves, a payout the rest. Every wei by which cash or share value changes is added to one of the parts, so the parts sum to the total.
 */
export class WeiProfit {
  /** Over all fills and payouts, without the initial cash. */
  cash = 0n
  readonly #books: readonly VenueBook[]
  readonly #holdings: readonly Readonly<Record<Outcome, Holding>>[]
  /** Markets with shares. */
  readonly #held = new Set<number>()
  /** Markets with bookings since the list of net positions was made. */
  readonly #stale: number[] = []
  #net: readonly number[]
  readonly #parts: readonly Parts[]

  /** `state`: what was booked so far in doubles; null: nothing. */
  constructor(books: readonly VenueBook[], state: ProfitState | null = null) {
    this.#books = books
    this.#holdings = books.map((_, market) => ({
      yes: { ...NOTHING, ...state?.holdings[market]?.yes },
      no: { ...NOTHING, ...state?.holdings[market]?.no },
    }))
    this.#parts = books.map((_, market) => ({ spread: 0n, drift: 0n, settlement: 0n, fees: 0n, ...state?.parts[market] }))
    this.#net = books.map(() => 0)
    if (state === null) return
    this.cash = state.cash
    for (const market of books.keys()) {
      this.#stale.push(market)
      this.#note(market)
    }
  }

  /** Books a match, settled or not. */
  fill(market: number, fill: Booked): Entry {
    this.#mark(market)
    const holding = this.#of(market, fill.outcome)
    const entry = fill.side === 'buy' ? this.#buy(holding, market, fill) : this.#sell(holding, fill)
    const parts = this.#parts[market]!
    parts.spread += entry.spread
    parts.fees += entry.fees
    this.#note(market)
    return entry
  }

  /** Reverts a fill whose settlement failed. Its gains in the meantime were never ours. */
  undo(market: number, { fill, spread, fees }: Entry): void {
    this.#mark(market)
    const holding = this.#of(market, fill.outcome)
    const before = this.cash + holding.carried
    const feeCash = fill.fee.in === 'cash' ? fill.fee.amount : 0n
    if (fill.side === 'buy') {
      const shares = fill.shares - (fill.fee.in === 'shares' ? fill.fee.amount : 0n)
      leave(holding, shares)
      holding.bought -= shares
      holding.boughtFor -= fill.value
      this.cash += fill.value + feeCash
    } else {
      holding.shares += fill.shares
      holding.carried += this.#worth(market, fill.outcome, fill.shares)
      this.cash -= fill.value - feeCash
    }
    const parts = this.#parts[market]!
    parts.spread -= spread
    parts.fees -= fees
    parts.drift += this.cash + holding.carried - before + spread + fees
    this.#note(market)
  }

  /** Books the payout of shares of a resolved market. */
  pay(market: number, paid: { readonly outcome: Outcome; readonly shares: Wei; readonly value: Wei }): void {
    this.#mark(market)
    const carried = leave(this.#of(market, paid.outcome), paid.shares)
    this.cash += paid.value
    this.#parts[market]!.settlement += paid.value - carried
    this.#note(market)
  }

  /** Cash and marks at a moment between rows, without the initial cash. */
  equity(now: Timestamp): Wei {
    let equity = this.cash
    for (const market of this.#held) {
      const { yes, no } = this.#holdings[market]!
      if (yes.shares !== 0n) equity += this.#markOf(market, 'yes', { holding: yes, now })
      if (no.shares !== 0n) equity += this.#markOf(market, 'no', { holding: no, now })
    }
    return Wei.of(equity)
  }

  /** The same for one market: its parts equal its cash plus its share value. */
  equityOf(market: number, now: Timestamp): bigint {
    const { yes, no } = this.#holdings[market]!
    const { spread, drift, settlement, fees } = this.#parts[market]!
    const cash = spread + drift + settlement + fees - yes.carried - no.carried
    return cash + this.#markOf(market, 'yes', { holding: yes, now }) + this.#markOf(market, 'no', { holding: no, now })
  }

  /** YES minus NO, in shares. The same list until something is booked. */
  net(): readonly number[] {
    if (this.#stale.length === 0) return this.#net
    const net = [...this.#net]
    for (const market of this.#stale) {
      const { yes, no } = this.#holdings[market]!
      net[market] = Wei.toNumber(Wei.of(yes.shares - no.shares))
    }
    cut(this.#stale, 0)
    this.#net = net
    return net
  }

  shares(market: number, outcome: Outcome): Wei {
    return Wei.of(this.#of(market, outcome).shares)
  }

  /** Values held shares by the marks; nothing may be booked afterwards. Returns the profit of each market. */
  close(now: Timestamp): readonly ProfitParts[] {
    for (const [market, holdings] of this.#holdings.entries())
      for (const outcome of ['yes', 'no'] as const) {
        const holding = holdings[outcome]
        this.#carry(market, holding, this.#markOf(market, outcome, { holding, now }))
      }
    return this.#parts.map(({ spread, drift, settlement, fees }) => ({
      total: Wei.of(spread + drift + settlement + fees),
      spread: Wei.of(spread),
      drift: Wei.of(drift),
      settlement: Wei.of(settlement),
      fees: Wei.of(fees),
      rewards: Wei.ZERO,
    }))
  }

  #of(market: number, outcome: Outcome): Holding {
    const holdings = this.#holdings[market]
    if (holdings === undefined) throw new RangeError(`no market has index ${market}, there are ${this.#holdings.length}`)
    return holdings[outcome]
  }

  #buy(holding: Holding, market: number, fill: Booked): Entry {
    const whole = this.#worth(market, fill.outcome, fill.shares)
    const kept = fill.shares - (fill.fee.in === 'shares' ? fill.fee.amount : 0n)
    const carried = kept === fill.shares ? whole : this.#worth(market, fill.outcome, kept)
    const feeCash = fill.fee.in === 'cash' ? fill.fee.amount : 0n
    holding.shares += kept
    holding.carried += carried
    holding.bought += kept
    holding.boughtFor += fill.value
    this.cash -= fill.value + feeCash
    return { fill, spread: whole - fill.value, fees: carried - whole - feeCash }
  }

  #sell(holding: Holding, fill: Booked): Entry {
    const carried = leave(holding, fill.shares)
    const feeCash = fill.fee.in === 'cash' ? fill.fee.amount : 0n
    this.cash += fill.value - feeCash
    return { fill, spread: fill.value - carried, fees: -feeCash }
  }

  /** Revalues held shares at the current mid price; every booking begins with it. */
  #mark(market: number): void {
    this.#stale.push(market)
    for (const outcome of ['yes', 'no'] as const) {
      const holding = this.#of(market, outcome)
      if (holding.shares !== 0n) this.#carry(market, holding, this.#worth(market, outcome, holding.shares))
    }
  }

  /** Equity is computed every second of a run, and few markets are held at a time. */
  #note(market: number): void {
    const { yes, no } = this.#holdings[market]!
    if (yes.shares === 0n && no.shares === 0n) this.#held.delete(market)
    else this.#held.add(market)
  }

  #carry(market: number, holding: Holding, value: bigint): void {
    this.#parts[market]!.drift += value - holding.carried
    holding.carried = value
  }

  #worth(market: number, outcome: Outcome, shares: bigint): bigint {
    const middle = BigInt(this.#books[market]?.middle ?? 0)
    return (shares * (outcome === 'yes' ? middle : DOUBLE - middle)) / DOUBLE
  }

  /** By the market's mark; without one, its cost. */
  #markOf(market: number, outcome: Outcome, { holding, now }: { readonly holding: Holding; readonly now: Timestamp }): bigint {
    const { shares, bought, boughtFor } = holding
    if (shares === 0n) return 0n
    const price = this.#books[market]?.priceOf(outcome, now) ?? null
    if (price !== null) return (shares * BigInt(price)) / 10_000n
    return bought === 0n ? 0n : (boughtFor * shares) / bought
  }
}

const NOTHING: Readonly<Holding> = { shares: 0n, carried: 0n, bought: 0n, boughtFor: 0n }

/** Removes shares with their part of the value. */
function leave(holding: Holding, shares: bigint): bigint {
  const part = holding.shares === 0n ? 0n : (holding.carried * shares) / holding.shares
  holding.shares -= shares
  holding.carried -= part
  return part
}
