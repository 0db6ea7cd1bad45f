import type { Fill } from '../model/fill.js'
import type { FillKey, MarketId } from '../model/ids.js'
import { type Outcome, Wei } from '../model/money.js'
import { Payout } from '../model/payout.js'
import type { Timestamp } from '../model/time.js'
import {
  CLOSED_MAX,
  type DeskState,
  type Holding,
  type PendingFill,
  POSITIONS_KEPT,
  type PositionRecord,
} from './desk-state.js'
import { buy, move, sell } from './holding-moves.js'
import { Unredeemed } from './unredeemed.js'

/** All our positions and cash, to the wei. Shares and cash move when a fill settles; between match and settlement it is pending. */
export class Portfolio {
  readonly unredeemed: Unredeemed
  readonly #state: Omit<DeskState, 'orders'>

  constructor(state: Omit<DeskState, 'orders'>) {
    this.#state = state
    this.unredeemed = new Unredeemed(state)
  }

  /** What is held in a market; read only. */
  position(market: MarketId): Readonly<PositionRecord> {
    return this.#state.positions.get(market) ?? NOTHING_HELD
  }

  /**
   * Books new facts about a fill: any of the three words may come first, and the first of settled and failed is final. Returns the change of its
   * order's filled shares.
   */
  admit(kind: 'matched' | 'settled' | 'failed', fill: Fill, market: MarketId, at: Timestamp): bigint {
    const { pending, closed, counts } = this.#state
    const known = pending.get(fill.key)
    const told = pendingOf(fill, market, at)
    if (known === undefined) {
      counts.fills++
      this.#state.volume = Wei.add(this.#state.volume, fill.value)
    }
    if (kind === 'matched') {
      pending.set(fill.key, told)
      return fill.shares
    }
    pending.delete(fill.key)
    closed.set(fill.key, kind)
    if (closed.size > CLOSED_MAX)
      for (const oldest of closed.keys()) if (closed.delete(oldest) && closed.size <= CLOSED_MAX) break
    if (kind === 'settled') this.#settle(told)
    else if (known !== undefined) this.#revert(known)
    return (kind === 'settled' ? fill.shares : 0n) - (known?.shares ?? 0n)
  }

  /** Whether a word about a fill would change nothing. */
  knows(kind: 'matched' | 'settled' | 'failed', key: FillKey): boolean {
    return this.#state.closed.has(key) || (kind === 'matched' && this.#state.pending.has(key))
  }

  /**
   * Books a result, once: held shares that are not promised to an unsettled sell become cash. A YES share pays `yes`, a NO share the rest of a unit.
   */
  pay(market: MarketId, yes: Payout): boolean {
    const position = this.#entry(market)
    if (position.result !== null) return false
    position.result = yes
    const promised = { yes: 0n, no: 0n }
    for (const fill of this.#state.pending.values())
      if (fill.market === market && fill.side === 'sell') promised[fill.outcome] += fill.shares
    this.#payShares(market, 'yes', Wei.sub(position.yes.shares, Wei.of(promised.yes)))
    this.#payShares(market, 'no', Wei.sub(position.no.shares, Wei.of(promised.no)))
    return true
  }

  /** Drops the oldest positions of markets that left, once there are many: their profit is added to one sum. `isHere`: the market has not left. */
  forgetOldest(isHere: (market: MarketId) => boolean): void {
    const awaited = new Set(Array.from(this.#state.pending.values(), ({ market }) => market))
    const over = [...this.#state.positions].filter(
      ([market, { yes, no }]) =>
        yes.shares === 0n && no.shares === 0n && !awaited.has(market) && !isHere(market) && !this.unredeemed.has(market),
    )
    for (const [market, { yes, no, fees }] of over.slice(0, Math.max(0, over.length - POSITIONS_KEPT))) {
      const { past = { realized: Wei.ZERO, fees: Wei.ZERO } } = this.#state
      const realized = Wei.of(past.realized + realizedOf(yes) + realizedOf(no))
      this.#state.past = { realized, fees: Wei.add(past.fees, fees) }
      this.#state.positions.delete(market)
    }
  }

  /** Sets the settled cash to the venue's amount; returns the difference. */
  adjustCash(cash: Wei): Wei {
    const amount = Wei.sub(cash, this.#state.cash)
    this.#state.cash = cash
    this.#state.adjusted = Wei.add(this.#state.adjusted, amount)
    this.#state.isOpened = true
    return amount
  }

  /** The same for shares. Their cost is unknown, so each is valued at half a unit: a pair then costs what it pays. */
  adjustShares(market: MarketId, outcome: Outcome, shares: Wei): Wei {
    const amount = Wei.sub(shares, this.position(market)[outcome].shares)
    if (amount === 0n) return amount
    const value = Wei.of(amount / 2n)
    move(this.#entry(market)[outcome], amount, value)
    this.#state.adjusted = Wei.add(this.#state.adjusted, value)
    return amount
  }

  /** Books pairs of shares that a transaction made of cash, or below 0 turned into cash, at half a unit for each share. */
  movePairs(market: MarketId, pairs: bigint): void {
    const { yes, no } = this.#entry(market)
    const half = pairs / 2n
    move(yes, pairs, half)
    move(no, pairs, pairs - half)
    this.#state.cash = Wei.of(this.#state.cash - pairs)
  }

  /** Books a conversion within a group: NO of a market was sold for this cash, or, where cash was paid, YES of it was bought for that. */
  convert(market: MarketId, { given, gained, cash }: Readonly<Record<'given' | 'gained' | 'cash', bigint>>): void {
    const { yes, no } = this.#entry(market)
    move(no, -given, cash > 0n ? -cash : 0n)
    move(yes, gained, cash < 0n ? -cash : 0n)
    this.#state.cash = Wei.of(this.#state.cash + cash)
  }

  #entry(market: MarketId): PositionRecord {
    const known = this.#state.positions.get(market)
    if (known !== undefined) return known
    const position = nothingHeld()
    this.#state.positions.set(market, position)
    return position
  }

  #settle(fill: PendingFill): void {
    const position = this.#entry(fill.market)
    const isBuy = fill.side === 'buy'
    const shares = isBuy && fill.feeIn === 'shares' ? Wei.sub(fill.shares, fill.fee) : fill.shares
    const fee = fill.feeIn === 'cash' ? fill.fee : Wei.ZERO
    const value = isBuy ? Wei.add(fill.value, fee) : Wei.sub(fill.value, fee)
    if (fill.fee !== 0n) position.fees = Wei.add(position.fees, feeInCash(fill))
    this.#state.cash = isBuy ? Wei.sub(this.#state.cash, value) : Wei.add(this.#state.cash, value)
    ;(isBuy ? buy : sell)(position[fill.outcome], shares, value)
    if (isBuy && position.result !== null) this.#payShares(fill.market, fill.outcome, shares)
  }

  /** A failed sell returns its shares to us; after a result they are paid at once. */
  #revert(fill: PendingFill): void {
    const position = this.#entry(fill.market)
    if (fill.side === 'sell' && position.result !== null) this.#payShares(fill.market, fill.outcome, fill.shares)
  }

  #payShares(market: MarketId, outcome: Outcome, shares: Wei): void {
    const position = this.#entry(market)
    if (shares <= 0n || position.result === null) return
    const paid = Wei.of(Payout.of(position.result, outcome, shares))
    sell(position[outcome], shares, paid)
    this.#state.cash = Wei.add(this.#state.cash, paid)
    this.unredeemed.owe(market, paid)
  }
}

/** A fee in shares, valued at the price of its fill. */
const feeInCash = ({ feeIn, fee, shares, value }: PendingFill): Wei =>
  feeIn === 'cash' || shares === 0n ? fee : Wei.of((fee * value) / shares)

const noShares = (): Holding => ({ shares: Wei.ZERO, bought: Wei.ZERO, boughtFor: Wei.ZERO, sold: Wei.ZERO, soldFor: Wei.ZERO })

const nothingHeld = (): PositionRecord => ({ yes: noShares(), no: noShares(), fees: Wei.ZERO, result: null })
const NOTHING_HELD: Readonly<PositionRecord> = Object.freeze(nothingHeld())

const pendingOf = (fill: Fill, market: MarketId, at: Timestamp): PendingFill => {
  const { order, outcome, side, shares, value } = fill
  return { order, market, outcome, side, shares, value, feeIn: fill.fee.in, fee: fill.fee.amount, at }
}

/** Cost of an outcome's held shares: the average price of everything bought, rounded up. */
export const costOfHolding = (holding: Holding): Wei =>
  holding.bought <= 0n || holding.shares <= 0n
    ? Wei.ZERO
    : Wei.of((holding.boughtFor * holding.shares + holding.bought - 1n) / holding.bought)

/** Profit of an outcome: sales plus holdings at cost, minus purchases. */
export const realizedOf = (holding: Holding): Wei => Wei.of(holding.soldFor + costOfHolding(holding) - holding.boughtFor)
