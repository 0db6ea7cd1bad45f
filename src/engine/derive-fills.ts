import { Size, Wei } from '../model/money.js'
import type { PendingFill } from './desk-state.js'
import type { Ledger } from './ledger.js'
import { costOfHolding, unsettled } from './portfolio.js'
import type { Slot } from './slot.js'

/** Reads a market's settled and unsettled fills anew: positions, and what they may lose, rounded against us. */
export function deriveFills(slot: Slot, ledger: Ledger): void {
  const { yes, no } = ledger.portfolio.position(slot.id)
  slot.pending = [...ledger.state.pending.values()].filter(fill => fill.market === slot.id)
  const position = slot.position
  for (const [outcome, holding] of [
    ['yes', yes],
    ['no', no],
  ] as const) {
    const { buys, sells } = unsettled(slot.pending, outcome)
    position.pending[outcome] = Wei.sub(buys, sells)
    slot.settled[outcome] = Size.floorWei(Wei.max(Wei.sub(holding.shares, sells), Wei.ZERO))
    position[outcome] = Size.floorWei(Wei.max(Wei.add(holding.shares, position.pending[outcome]), Wei.ZERO))
  }
  position.net = position.yes - position.no
  const spent = yes.boughtFor - yes.soldFor + no.boughtFor - no.soldFor
  slot.lossIfYes = unitsUp(spent - yes.shares)
  slot.lossIfNo = unitsUp(spent - no.shares)
  slot.unpaid = 0
  slot.heldCost = unitsUp(costOfHolding(yes) + costOfHolding(no))
  for (const fill of slot.pending) addUnsettled(slot, fill)
}

/** An unsettled fill settles or fails, whichever is worse. */
function addUnsettled(slot: Slot, { outcome, side, shares, value, feeIn, fee }: PendingFill): void {
  const isBuy = side === 'buy'
  const cash = isBuy ? value + (feeIn === 'cash' ? fee : 0n) : (feeIn === 'cash' ? fee : 0n) - value
  const got = isBuy ? shares - (feeIn === 'shares' ? fee : 0n) : -shares
  const isYes = outcome === 'yes'
  slot.lossIfYes += Math.max(0, unitsUp(cash - (isYes ? got : 0n)))
  slot.lossIfNo += Math.max(0, unitsUp(cash - (isYes ? 0n : got)))
  if (!isBuy) return
  slot.unpaid += unitsUp(cash)
  slot.heldCost += unitsUp(cash)
}

/** Money of risk's sums, 1e-10 of a collateral unit, in wei. */
export const WEI_PER_UNIT = 100_000_000n
const unitsUp = (wei: bigint): number => Number(wei > 0n ? (wei + WEI_PER_UNIT - 1n) / WEI_PER_UNIT : wei / WEI_PER_UNIT)
