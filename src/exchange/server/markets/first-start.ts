import { Wei } from '../../../model/money.js'
import type { Payout } from '../../../model/payout.js'
import type { FundedWallet } from '../exchange-options.js'
import type { House } from '../house.js'
import { isRound } from './follow-round.js'
import { freeCategoryId, freeMarketId } from './free-ids.js'
import { type MarketSeed, seedMarkets, type UndecidedMarket } from './market-seed.js'
import { openAll } from './open-all.js'

/** Gives an account collateral and approvals, once in its life; says whether it did. Throws a RangeError on an address or amount that is none. */
export const fundOnce = async ({ floor, tape }: House, { address, usdt, approvals }: FundedWallet): Promise<boolean> => {
  const cash = readDollars(usdt)
  if (!/^0x[0-9a-fA-F]{40}$/.test(address))
    throw new RangeError(`a wallet is 0x and 40 hex digits, found "${address.slice(0, 60)}"`)
  const account = address.toLowerCase()
  if (tape.isFunded(account)) return false
  // Both at once: they share a commit, so no crash can part them.
  await Promise.all([
    floor.apply({ command: { kind: 'fund', at: floor.now(), account, cash } }),
    floor.apply({ command: { kind: 'approve', at: floor.now(), account, ...(approvals ?? { cash: true, shares: true }) } }),
  ])
  return true
}

/**
 * Opens markets where none is open but rounds of a series: at the first start, and when all of an earlier one have ended. `resultsOf` decides what
 * each resolves to where its seed does not say.
 */
export const openMarkets = async (
  house: House,
  seedsOf: (firstId: number) => readonly MarketSeed[],
  resultsOf: (markets: readonly UndecidedMarket[]) => readonly (Payout | null)[],
): Promise<void> => {
  const { floor, catalog } = house
  if (catalog.markets().some(words => floor.core.market(words.id)?.trading === 'OPEN' && !isRound(words))) return
  const first = { market: freeMarketId(house), category: freeCategoryId(house) }
  const seeds = seedsOf(first.market)
  const unborn = seedMarkets(seeds, floor.now(), first)
  const results = resultsOf(unborn)
  const markets = unborn.map((market, index) => ({ ...market, resolvesTo: seeds[index]?.resolvesTo ?? results[index] ?? null }))
  await openAll(house, markets)
}

/** Dollars written as text, such as 10000 or 0.5, in wei. Throws a RangeError on anything else. */
export const readDollars = (text: string): Wei => {
  const found = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text)
  if (found === null) throw new RangeError(`an amount of dollars looks like 10000 or 0.5, found "${text.slice(0, 40)}"`)
  return Wei.of(BigInt(found[1] ?? '0') * 10n ** 18n + BigInt((found[2] ?? '').padEnd(18, '0')))
}
