import type { Market } from '../model/market.js'
import { type Outcome, Size, Wei } from '../model/money.js'
import type { PendingFill } from './desk-state.js'
import { unsettledFee } from './fee-bound.js'
import type { Ledger } from './ledger.js'
import type { Order } from './order.js'
import { costOfHolding } from './portfolio.js'
import type { Slot, Unsettled } from './slot.js'

/** Reads a market's settled and unsettled fills anew: positions, and what they may lose, rounded against us. */
export function deriveFills(slot: Slot, ledger: Ledger): void {
  const { position, settled, held } = slot
  const { yes, no } = ledger.portfolio.position(slot.id)
  slot.pending = renewed(slot, ledger)
  const ofYes = sharesOf(slot.pending, 'yes', yes.shares)
  const ofNo = sharesOf(slot.pending, 'no', no.shares)
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
  slot.lossIfYes = unitsUp(spent - yes.shares)
  slot.lossIfNo = unitsUp(spent - no.shares)
  slot.promised.unpaid -= slot.unpaid
  slot.unpaid = 0
  let cash = 0n
  for (const each of slot.pending) {
    slot.lossIfYes += each.lossIfYes
    slot.lossIfNo += each.lossIfNo
    slot.unpaid += each.unpaid
    cash += each.cash
  }
  slot.promised.unpaid += slot.unpaid
  slot.unsettledCash = Wei.of(cash)
  held.cash = Wei.toNumber(slot.unsettledCash)
}

/** The market's unsettled fills. Both lists are in the order of their first word, so what is known is found in one walk. */
function renewed({ id, pending: known, market }: Slot, ledger: Ledger): readonly Unsettled[] {
  const pending: Unsettled[] = []
  let next = 0
  for (const fill of ledger.state.pending.values()) {
    if (fill.market !== id) continue
    while (next < known.length && known[next]?.fill !== fill) next++
    pending.push(known[next++] ?? readFill(fill, fill.order === null ? null : (ledger.find(fill.order) ?? null), market))
  }
  return pending
}

function readFill(fill: PendingFill, order: Order | null, market: Market): Unsettled {
  const fee = unsettledFee(fill, order?.style, market)
  const isBuy = fill.side === 'buy'
  const shares = isBuy ? fill.shares - (fill.feeIn === 'shares' ? fill.fee : 0n) : -fill.shares
  const cash = (isBuy ? -fill.value : fill.value) - (fill.feeIn === 'cash' ? fill.fee : 0n)
  const spent = (isBuy ? fill.value : -fill.value) + fee
  const paid = unitsUp(spent)
  const lossIfSettled = unitsUp(spent - shares)
  const lossIfYes = Math.max(0, fill.outcome === 'yes' ? lossIfSettled : paid)
  const lossIfNo = Math.max(0, fill.outcome === 'no' ? lossIfSettled : paid)
  return { fill, order, shares, cash, lossIfYes, lossIfNo, unpaid: isBuy ? paid : 0 }
}

/** Shares of an outcome: with all that was matched, and what can be sold by now. Steps that add nothing are left out, for each makes a big integer. */
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

/** What the held shares of a market cost, unsettled buys included, in 1e-10. */
export function heldCostOf({ id, unpaid }: Slot, { portfolio }: Ledger): number {
  const { yes, no } = portfolio.position(id)
  return unitsUp(costOfHolding(yes) + costOfHolding(no)) + unpaid
}

/** Money of risk's sums, 1e-10 of a collateral unit, in wei. */
export const WEI_PER_UNIT = 100_000_000n
const unitsUp = (wei: bigint): number => Number(wei > 0n ? (wei + WEI_PER_UNIT - 1n) / WEI_PER_UNIT : wei / WEI_PER_UNIT)
const floorShares = (shares: Wei): Size => (shares > 0n ? Size.floorWei(shares) : Size.ZERO)
