import { cut } from '../src/model/cut.js'
import type { Fill } from '../src/model/fill.js'
import { type Outcome, Wei } from '../src/model/money.js'
import type { Timestamp } from '../src/model/time.js'
import type { ProfitParts } from './result.js'
import type { VenueBook } from './venue-book.js'

/** A fill's or a payout's share of the account. */
export type Booked = Pick<Fill, 'outcome' | 'side' | 'shares' | 'value' | 'fee'>

/** What a fill earned at once, so that it can be taken back when its settlement fails. */
export interface Entry {
  readonly fill: Booked
  readonly spread: bigint
  readonly fees: bigint
}

interface Holding {
  shares: bigint
  /** What the shares were last counted at. */
  carried: bigint
  bought: bigint
  boughtFor: bigint
}

/** Twice a price. */
const DOUBLE = 20_000n

/** What an account's profit is made of so far, in wei. */
export interface ProfitState {
  readonly cash: bigint
  /** By market, as are the holdings. */
  readonly parts: readonly Readonly<Omit<Parts, 'fees'>>[]
  readonly holdings: readonly Readonly<Record<Outcome, Readonly<Holding>>>[]
}

/** What one market earned. */
interface Parts {
  spread: bigint
  drift: bigint
  settlement: bigint
  fees: bigint
}

/**
 * Where an account's profit comes from, in wei. Shares are carried at the middle of the recorded book: a fill earns the distance to it, holding earns
 * its moves, a payout the rest. Every wei that cash or carried value moves by is put into one of the parts, so the parts are the total.
 */
export class WeiProfit {
  /** Of all fills and payouts, without what the account began with. */
  cash = 0n
  readonly #books: readonly VenueBook[]
  readonly #holdings: readonly Readonly<Record<Outcome, Holding>>[]
  /** Markets of which something is held. */
  readonly #held = new Set<number>()
  /** Markets of which something was booked since the list of net positions was made. */
  readonly #stale: number[] = []
  #net: readonly number[]
  readonly #parts: readonly Parts[]

  /** `state`: what was booked so far in another way; null: nothing. */
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

  /** Books a match, whether it is settled or not. */
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

  /** Takes a fill back whose settlement failed. What its shares gained meanwhile was never ours. */
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

  /** Books what shares of a resolved market paid. */
  pay(market: number, paid: { readonly outcome: Outcome; readonly shares: Wei; readonly value: Wei }): void {
    this.#mark(market)
    const carried = leave(this.#of(market, paid.outcome), paid.shares)
    this.cash += paid.value
    this.#parts[market]!.settlement += paid.value - carried
    this.#note(market)
  }

  /** Cash and marks at a moment between rows, without what the account began with. */
  equity(now: Timestamp): Wei {
    let equity = this.cash
    for (const market of this.#held) {
      const { yes, no } = this.#holdings[market]!
      if (yes.shares !== 0n) equity += this.#markOf(market, 'yes', { holding: yes, now })
      if (no.shares !== 0n) equity += this.#markOf(market, 'no', { holding: no, now })
    }
    return Wei.of(equity)
  }

  /** The same of one market: its parts are its cash and what its shares are carried at. */
  equityOf(market: number, now: Timestamp): bigint {
    const { yes, no } = this.#holdings[market]!
    const { spread, drift, settlement, fees } = this.#parts[market]!
    const cash = spread + drift + settlement + fees - yes.carried - no.carried
    return cash + this.#markOf(market, 'yes', { holding: yes, now }) + this.#markOf(market, 'no', { holding: no, now })
  }

  /** YES less NO, in shares. The same list until something is booked. */
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

  /** Values what is still held by the marks; nothing is booked after that. Answers what each market earned. */
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

  /** Carries what is held at today's middle; every booking begins with it. */
  #mark(market: number): void {
    this.#stale.push(market)
    for (const outcome of ['yes', 'no'] as const) {
      const holding = this.#of(market, outcome)
      if (holding.shares !== 0n) this.#carry(market, holding, this.#worth(market, outcome, holding.shares))
    }
  }

  /** Equity is asked for every second of a run, and few markets are held at a time. */
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

  /** By the market's mark; without one there is only cost. */
  #markOf(market: number, outcome: Outcome, { holding, now }: { readonly holding: Holding; readonly now: Timestamp }): bigint {
    const { shares, bought, boughtFor } = holding
    if (shares === 0n) return 0n
    const price = this.#books[market]?.priceOf(outcome, now) ?? null
    if (price !== null) return (shares * BigInt(price)) / 10_000n
    return bought === 0n ? 0n : (boughtFor * shares) / bought
  }
}

const NOTHING: Readonly<Holding> = { shares: 0n, carried: 0n, bought: 0n, boughtFor: 0n }

/** Takes shares out with their part of what they are carried at. */
function leave(holding: Holding, shares: bigint): bigint {
  const part = holding.shares === 0n ? 0n : (holding.carried * shares) / holding.shares
  holding.shares -= shares
  holding.carried -= part
  return part
}
