import { Wei } from '../../model/money.js'
import type { FundedWallet } from './exchange-options.js'
import type { House } from './house.js'
import { type MarketBirth, type MarketSeed, seedSpec, seedWords } from './market-seed.js'

/** Ids of markets begin here. */
const FIRST_MARKET = 1_001

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
 * Opens markets where none is open: at the first start, and when all of an earlier one have ended. `outcomeOf` decides what each
 * resolves to.
 */
export const openMarkets = async (
  house: House,
  seedsOf: (firstId: number) => readonly MarketSeed[],
  outcomeOf: (seed: MarketSeed, birth: MarketBirth) => MarketBirth['resolvesTo'],
): Promise<void> => {
  const { floor, catalog } = house
  if (catalog.markets().some(words => floor.core.market(words.id)?.trading === 'OPEN')) return
  const firstId = firstFreeId(house)
  const seeds = seedsOf(firstId)
  const now = floor.now()
  const entries = seeds.map((seed, index) => {
    const unborn = { id: firstId + index, firstId, now, resolvesTo: null }
    const birth = { ...unborn, resolvesTo: seed.resolvesTo ?? outcomeOf(seed, unborn) }
    return { command: { kind: 'market' as const, at: now, market: seedSpec(seed, birth) }, words: seedWords(seed, birth) }
  })
  await Promise.all(entries.map(entry => floor.apply(entry)))
}

/** The number of the next market; a number is never used again. */
export const firstFreeId = ({ catalog }: House): number =>
  Math.max(FIRST_MARKET - 1, ...catalog.markets().map(words => words.id)) + 1

/** Dollars written as text, such as 10000 or 0.5, in wei. Throws a RangeError on anything else. */
const readDollars = (text: string): Wei => {
  const found = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text)
  if (found === null) throw new RangeError(`an amount of dollars looks like 10000 or 0.5, found "${text.slice(0, 40)}"`)
  return Wei.of(BigInt(found[1] ?? '0') * 10n ** 18n + BigInt((found[2] ?? '').padEnd(18, '0')))
}
