import type { Account } from './account.js'
import { joinPeers } from './peers.js'
import type { Slot } from './slot.js'

/** Applies a market's new definition; a result in it is paid. */
export function redefine({ ledger, news, slots }: Account, slot: Slot): void {
  slot.define()
  joinPeers(slot, slots)
  slot.notePause(ledger.latch.pauses)
  const { market, attention } = slot
  attention.decide()
  attention.ordersChanged()
  if (market.result === null || !ledger.portfolio.pay(slot.id, market.result.yes)) return
  attention.fillsChanged()
  news.paid({ market: slot.index, yes: market.result.yes })
}
