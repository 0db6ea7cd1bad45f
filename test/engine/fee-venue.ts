import { type DeskState, type PendingFill } from '../../src/engine/desk-state.js'
import { type OrderRecord } from '../../src/engine/order-record.js'
import { type FeeFunction, predictFees } from '../../src/model/fees.js'
import type { Fill } from '../../src/model/fill.js'
import type { MarketId } from '../../src/model/ids.js'
import type { Submit } from '../../src/model/intent.js'
import { cost, type Price, Size, Wei } from '../../src/model/money.js'
import type { Timestamp } from '../../src/model/time.js'
import { ceil, floor, inUnits, writtenWei } from '../model/slow-fees.js'
import { clockAt, statusOfRecord } from './desk-bench.js'
import type { Worst } from './loss-oracle.js'
import type { SessionFees } from './random-session.js'

const GRACE_US = 3_000_000
const WAYS_MAX = 1_500
const CENT = Wei.of(10n ** 16n)

export const KALSHI: FeeFunction = {
  curve: 'quadratic',
  takerBps: 700,
  makerBps: 175,
  paidIn: 'cash',
  unit: CENT,
  rounding: 'up',
}
/** No venue's: makers pay as on Kalshi, to five decimals. */
const CUT: FeeFunction = { ...KALSHI, unit: Wei.of(10n ** 13n), rounding: 'down' }
export const FEE_FUNCTIONS = [
  ['Predict.fun’s', predictFees(200)],
  ['Kalshi’s', KALSHI],
  ['fees cut to five decimals', CUT],
  ['dear fees rounded to a tenth', { ...KALSHI, makerBps: 5_000, unit: Wei.of(10n ** 17n) }],
] as const

interface Charged {
  readonly order: string
  readonly rounding: bigint
}

type Part = { readonly price: Price; readonly side: 'buy' | 'sell' }

/** Charges makers by the written formula, in fractions, and says what a market may still lose by trying everything. */
export class FeeVenue implements SessionFees {
  readonly #fees: FeeFunction
  readonly #fills = new Map<string, Charged>()
  /** By order: what rounding up has added to its fees. */
  readonly #added = new Map<string, bigint>()

  constructor(fees: FeeFunction) {
    this.#fees = fees
  }

  charge({ id, order }: Submit, count: number, key: string): Fill['fee'] {
    const { amount, exact } = this.#fee(order, Size.ofShares(count), this.#addedTo(id))
    const rounding = amount - exact
    this.#fills.set(key, { order: id, rounding })
    if (rounding > 0n) this.#add(id, rounding)
    return { in: order.side === 'buy' && this.#fees.paidIn === 'received' ? 'shares' : 'cash', amount: Wei.of(amount) }
  }

  /** A fill that was charged less than its fee is counted on once it is settled, one that was charged more until it fails. */
  close(key: string, kind: 'settled' | 'failed'): void {
    const fill = this.#fills.get(key)
    if (fill === undefined) return
    if (kind === 'settled' ? fill.rounding < 0n : fill.rounding > 0n)
      this.#add(fill.order, kind === 'settled' ? fill.rounding : -fill.rounding)
  }

  /**
   * The most that a market loses, by trying for each unsettled fill that it settles or fails, and for each order, with what came back to it, that
   * it fills whole, a hundredth of a share of it, or not at all. null: there are too many ways.
   */
  worst(state: DeskState, market: MarketId, now: Timestamp): Worst | null {
    const clock = clockAt(now, { grace: GRACE_US })
    const fills = [...state.pending].filter(([, fill]) => fill.market === market)
    const orders = [...state.orders.values()].filter(
      order => order.market === market && (statusOfRecord(order, clock) !== 'done' || mayComeBack(order, fills)),
    )
    if (2 ** fills.length * 3 ** orders.length > WAYS_MAX) return null
    const held = state.positions.get(market)
    let worst: Worst | null = null
    const start = {
      yes: held?.yes.shares ?? 0n,
      no: held?.no.shares ?? 0n,
      spent: held === undefined ? 0n : held.yes.boughtFor - held.yes.soldFor + held.no.boughtFor - held.no.soldFor,
    }
    for (let way = 0; way < 2 ** fills.length; way++) {
      const end = { ...start }
      const kept = new Set<string>()
      fills.forEach(([key, { outcome, side, shares, value, feeIn, fee }], i) => {
        if ((way & (1 << i)) === 0) return
        kept.add(key)
        end[outcome] += side === 'buy' ? shares - (feeIn === 'shares' ? fee : 0n) : -shares
        end.spent += (side === 'buy' ? value : -value) + (feeIn === 'cash' ? fee : 0n)
      })
      for (let choice = 0; choice < 3 ** orders.length; choice++) {
        const last = { ...end }
        orders.forEach(({ id, outcome, side, price, left }, i) => {
          const part = Math.floor(choice / 3 ** i) % 3
          if (part === 0) return
          let whole = left
          for (const [key, { order, shares }] of fills)
            if (order === id && !kept.has(key)) whole = Size.add(whole, Size.floorWei(shares))
          const size = part === 1 ? whole : Size.min(whole, Size.of(10_000))
          const added = this.#addedAfter(id, fills, kept)
          const { amount } = this.#fee({ price, side }, size, added)
          const isInShares = side === 'buy' && this.#fees.paidIn === 'received'
          last[outcome] += side === 'buy' ? Wei.ofSize(size) - (isInShares ? amount : 0n) : -Wei.ofSize(size)
          last.spent += (side === 'buy' ? cost(price, size) : -cost(price, size)) + (isInShares ? 0n : amount)
        })
        const ifYes = last.spent - last.yes
        const ifNo = last.spent - last.no
        worst = {
          ifYes: worst === null || ifYes > worst.ifYes ? ifYes : worst.ifYes,
          ifNo: worst === null || ifNo > worst.ifNo ? ifNo : worst.ifNo,
        }
      }
    }
    return worst
  }

  #addedTo(order: string): bigint {
    return this.#added.get(order) ?? 0n
  }

  #add(order: string, rounding: bigint): void {
    const added = this.#addedTo(order) + rounding
    this.#added.set(order, added > 0n ? added : 0n)
  }

  /** What rounding has added once each unsettled fill has settled, if it is one of `kept`, or failed. */
  #addedAfter(order: string, fills: readonly (readonly [string, unknown])[], kept: ReadonlySet<string>): bigint {
    let added = this.#addedTo(order)
    for (const [key] of fills) {
      const fill = this.#fills.get(key)
      if (fill?.order !== order) continue
      if (kept.has(key) === fill.rounding < 0n) added += kept.has(key) ? fill.rounding : -fill.rounding
      if (added < 0n) added = 0n
    }
    return added
  }

  #fee({ price, side }: Part, size: number, added: bigint): { readonly amount: bigint; readonly exact: bigint } {
    const { unit, rounding } = this.#fees
    const written = writtenWei(this.#fees, { role: 'maker', side, price, size })
    if (rounding === 'down') {
      const amount = floor(inUnits(written, unit)) * unit
      return { amount, exact: amount }
    }
    const exact = ceil(written)
    const due = exact - added
    return { amount: due <= 0n ? 0n : ((due + unit - 1n) / unit) * unit, exact }
  }
}

/** Whether an order is over only because it is filled: it works again where a fill of it fails. */
const mayComeBack = (order: OrderRecord, fills: readonly (readonly [string, PendingFill])[]): boolean =>
  order.endedAt === null && fills.some(([, fill]) => fill.order === order.id)
