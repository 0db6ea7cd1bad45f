import { parseEther } from 'viem/utils'
import { Wei } from '../../../model/money.js'
import type { Payout } from '../../../model/payout.js'
import { addressFault } from '../../../protocol/address-fault.js'
import type { Writes } from '../writes/writes.js'
import { isRound } from './follow-round.js'
import { type MarketSeed, seedMarkets, type UndecidedMarket } from './market-seed.js'
import { freeCategoryId, freeMarketId } from './new-market.js'
import { openAll } from './open-all.js'

/** A wallet that gets dollars at the first start. */
export interface FundedWallet {
  readonly address: string
  readonly usdt: string
  /** Approvals of the exchange. Default: both. */
  readonly approvals?: { readonly cash: boolean; readonly shares: boolean }
}

/** Gives an account collateral and approvals, once. Returns whether it did. Rejects with a RangeError on an invalid address or amount. */
export const fundOnce = async ({ sequencer, reads }: Writes, { address, usdt, approvals }: FundedWallet): Promise<boolean> => {
  const cash = readDollars(usdt)
  const fault = addressFault(address)
  if (fault !== null) throw new RangeError(`the address of a wallet to fund: ${fault}, found "${address.slice(0, 60)}"`)
  const account = address.toLowerCase()
  if (reads.markets.tape.isFunded(account)) return false
  // Both in one turn: they share a commit, so no crash can separate them.
  await Promise.all([
    sequencer.apply({ command: { kind: 'fund', at: reads.now(), account, cash } }),
    sequencer.apply({ command: { kind: 'approve', at: reads.now(), account, ...(approvals ?? { cash: true, shares: true }) } }),
  ])
  return true
}

/**
 * Opens markets when none is open except rounds: at the first start, and when all earlier ones have ended. `resultsOf` decides the results that the
 * seeds leave open.
 */
export const openMarkets = async (
  writes: Writes,
  seedsOf: (firstId: number) => readonly MarketSeed[],
  resultsOf: (markets: readonly UndecidedMarket[]) => readonly (Payout | null)[],
): Promise<void> => {
  const { reads } = writes
  if (reads.markets.catalog.markets().some(words => reads.core.market(words.id)?.trading === 'OPEN' && !isRound(words))) return
  const first = { market: freeMarketId(reads), category: freeCategoryId(reads) }
  const seeds = seedsOf(first.market)
  const unborn = seedMarkets(seeds, reads.now(), first)
  const results = resultsOf(unborn)
  const markets = unborn.map((market, index) => ({ ...market, resolvesTo: seeds[index]?.resolvesTo ?? results[index] ?? null }))
  await openAll(writes, markets)
}

/** Dollars written as text, such as 10000 or 0.5, in wei. Throws a RangeError on anything else. */
export const readDollars = (text: string): Wei => {
  if (!/^\d{1,15}(?:\.\d{1,18})?$/.test(text))
    throw new RangeError(`an amount of dollars looks like 10000 or 0.5, found "${text.slice(0, 40)}"`)
  return Wei.of(parseEther(text))
}
