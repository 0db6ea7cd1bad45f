import type { MarketId } from '../model/ids.js'
import type { Market } from '../model/market.js'
import { type Outcome, Size, Wei } from '../model/money.js'
import type { Position } from '../model/position.js'
import type { PendingFill } from './desk-state.js'
import { unsettledFee } from './fee-bound.js'
import type { Ledger } from './ledger.js'
import type { Order } from './order.js'
import { costOfHolding } from './portfolio.js'
import type { SlotSums } from './slot-sums.js'
import { unitsUp } from './units.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** A fill that waits for its settlement, and what it may cost: computed once, because bigints are slow. Money in 1e-10, rounded against us. */
export interface Unsettled {
  readonly fill: PendingFill
  /** null: an unknown order. */
  readonly order: Order | null
  /** What settling will move: shares of its outcome, minus a fee in shares, and cash. */
  readonly shares: bigint
  readonly cash: bigint
  /** Assumes that it settles or fails, whichever is worse. */
  readonly lossIfYes: number
  readonly lossIfNo: number
  readonly lossIfHalf: number
  readonly unpaid: number
}

/** What we hold in a market through settled and unsettled fills, and what that may lose. */
export class Inventory {
  readonly position: Mutable<Position> & {
    readonly sellable: { yes: Size; no: Size }
    readonly pending: { yes: Wei; no: Wei }
  } = {
    yes: Size.ZERO,
    no: Size.ZERO,
    net: 0,
    sellable: { yes: Size.ZERO, no: Size.ZERO },
    pending: { yes: Wei.ZERO, no: Wei.ZERO },
  }
  pending: readonly Unsettled[] = []
  /** Loss of settled and unsettled fills if YES wins, if NO wins, or if each share pays half, and the cash that unsettled buys will take. */
  lossIfYes = 0
  lossIfNo = 0
  lossIfHalf = 0
  unpaid = 0
  /** Cost of the held shares; -1: not computed since the fills were read. */
  #heldCost = -1
  unsettledCash = Wei.ZERO
  /** Shares held and matched, and unsettled cash, for a quick estimate of profit. */
  readonly held = { yes: 0, no: 0, cash: 0 }
  /** By outcome: settled and not promised to an unsettled sell. */
  readonly settled = { yes: Size.ZERO, no: Size.ZERO }

  /** Reads a market's fills again: positions, and what they may lose, rounded against us. */
  read(market: Market, ledger: Ledger): void {
    const { position, settled, held } = this
    const { yes, no } = ledger.portfolio.position(market.id)
    this.pending = this.#renewed(market, ledger)
    const ofYes = sharesOf(this.pending, 'yes', yes.shares)
    const ofNo = sharesOf(this.pending, 'no', no.shares)
    position.pending.yes = ofYes.pending
    position.pending.no = ofNo.pending
    held.yes = ofYes.held
    held.no = ofNo.held
    settled.yes = ofYes.settled
    settled.no = ofNo.settled
    position.yes = ofYes.position
    position.no = ofNo.position
    position.net = position.yes - position.no
    const spent = yes.boughtFor - yes.soldFor + no.boughtFor - no.soldFor
    this.lossIfYes = unitsUp(spent - yes.shares)
    this.lossIfNo = unitsUp(spent - no.shares)
    this.lossIfHalf = unitsUp(spent - (yes.shares + no.shares) / 2n)
    this.unpaid = 0
    this.#heldCost = -1
    let cash = 0n
    for (const each of this.pending) {
      this.lossIfYes += each.lossIfYes
      this.lossIfNo += each.lossIfNo
      this.lossIfHalf += each.lossIfHalf
      this.unpaid += each.unpaid
      cash += each.cash
    }
    this.unsettledCash = Wei.of(cash)
    held.cash = Wei.toNumber(this.unsettledCash)
  }

  /** What may be sold in addition to resting sells. */
  offer({ selling }: SlotSums): void {
    const { position, settled } = this
    position.sellable.yes = Size.less(settled.yes, Size.of(selling.yes))
    position.sellable.no = Size.less(settled.no, Size.of(selling.no))
  }

  /** Cost of the market's held shares, including unsettled buys, in 1e-10. Computed once after each `read`, because bigints are slow. */
  heldCost(market: MarketId, { portfolio }: Ledger): number {
    if (this.#heldCost >= 0) return this.#heldCost
    const { yes, no } = portfolio.position(market)
    this.#heldCost = unitsUp(costOfHolding(yes) + costOfHolding(no)) + this.unpaid
    return this.#heldCost
  }

  /** The market's unsettled fills. Both lists are in the order of their first word, so known ones are found in one pass. */
  #renewed(market: Market, ledger: Ledger): readonly Unsettled[] {
    const { pending: known } = this
    if (ledger.state.pending.size === 0) return known.length === 0 ? known : []
    const pending: Unsettled[] = []
    let next = 0
    for (const fill of ledger.state.pending.values()) {
      if (fill.market !== market.id) continue
      while (next < known.length && known[next]?.fill !== fill) next++
      pending.push(known[next++] ?? readFill(fill, fill.order === null ? null : (ledger.find(fill.order) ?? null), market))
    }
    return pending
  }
}

function readFill(fill: PendingFill, order: Order | null, market: Market): Unsettled {
  const fee = unsettledFee(fill, order?.terms.style, market)
  const isBuy = fill.side === 'buy'
  const shares = isBuy ? fill.shares - (fill.feeIn === 'shares' ? fill.fee : 0n) : -fill.shares
  const cash = (isBuy ? -fill.value : fill.value) - (fill.feeIn === 'cash' ? fill.fee : 0n)
  const spent = (isBuy ? fill.value : -fill.value) + fee
  const paid = unitsUp(spent)
  const lossIfSettled = unitsUp(spent - shares)
  const lossIfYes = Math.max(0, fill.outcome === 'yes' ? lossIfSettled : paid)
  const lossIfNo = Math.max(0, fill.outcome === 'no' ? lossIfSettled : paid)
  const lossIfHalf = Math.max(0, unitsUp(spent - shares / 2n))
  return { fill, order, shares, cash, lossIfYes, lossIfNo, lossIfHalf, unpaid: isBuy ? paid : 0 }
}

/** Shares of an outcome: including everything matched, and what can be sold now. Zero terms are skipped, because each allocates a bigint. */
function sharesOf(fills: readonly Unsettled[], outcome: Outcome, shares: Wei) {
  let buys = 0n
  let sells = 0n
  for (const each of fills)
    if (each.fill.outcome !== outcome) continue
    else if (each.fill.side === 'buy') buys += each.shares
    else sells -= each.shares
  const rest = sells === 0n ? shares : Wei.of(shares - sells)
  const held = buys === 0n ? rest : Wei.of(rest + buys)
  const settled = floorShares(rest)
  const position = buys === 0n ? settled : floorShares(held)
  return { pending: Wei.of(sells === 0n ? buys : buys - sells), held: Wei.toNumber(held), settled, position }
}

const floorShares = (shares: Wei): Size => (shares > 0n ? Size.floorWei(shares) : Size.ZERO)
