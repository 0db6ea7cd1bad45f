import { Size, Wei } from '../model/money.js'
import type { PendingFill } from './desk-state.js'
import type { Ledger } from './ledger.js'
import { costOfHolding, unsettled } from './portfolio.js'
import type { Slot } from './slot.js'

/** Reads a market's settled and unsettled fills anew: positions, and what they may lose, rounded against us. */
export function deriveFills(slot: Slot, ledger: Ledger): void {
  const { position } = slot
  const { yes, no } = ledger.portfolio.position(slot.id)
  slot.pending = []
  for (const fill of ledger.state.pending.values()) if (fill.market === slot.id) slot.pending.push(fill)
  const ofYes = unsettled(slot.pending, 'yes')
  const ofNo = unsettled(slot.pending, 'no')
  position.pending.yes = Wei.sub(ofYes.buys, ofYes.sells)
  position.pending.no = Wei.sub(ofNo.buys, ofNo.sells)
  slot.settled.yes = floorShares(Wei.sub(yes.shares, ofYes.sells))
  slot.settled.no = floorShares(Wei.sub(no.shares, ofNo.sells))
  position.yes = ofYes.buys === 0n ? slot.settled.yes : floorShares(Wei.add(yes.shares, position.pending.yes))
  position.no = ofNo.buys === 0n ? slot.settled.no : floorShares(Wei.add(no.shares, position.pending.no))
  position.net = position.yes - position.no
  const spent = yes.boughtFor - yes.soldFor + no.boughtFor - no.soldFor
  slot.lossIfYes = unitsUp(spent - yes.shares)
  slot.lossIfNo = unitsUp(spent - no.shares)
  slot.unpaid = 0
  for (const fill of slot.pending) addUnsettled(slot, fill)
}

/** An unsettled fill settles or fails, whichever is worse. */
function addUnsettled(slot: Slot, { outcome, side, shares, value, feeIn, fee }: PendingFill): void {
  const isBuy = side === 'buy'
  const feeInCash = feeIn === 'cash' ? fee : 0n
  const cash = isBuy ? value + feeInCash : feeInCash - value
  const paid = unitsUp(cash)
  const lossIfSettled = unitsUp(isBuy ? cash - shares + (feeIn === 'shares' ? fee : 0n) : cash + shares)
  slot.lossIfYes += Math.max(0, outcome === 'yes' ? lossIfSettled : paid)
  slot.lossIfNo += Math.max(0, outcome === 'no' ? lossIfSettled : paid)
  if (isBuy) slot.unpaid += paid
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
