import type { Market } from '../src/model/market.js'
import type { Profit } from './profit.js'
import type { AccountVenue } from './venue/account-venue.js'
import { weiOfMillionths, weiOfProducts } from './venue/amounts.js'

/** Throws an Error with both amounts if profit was computed with other cash or shares than the venue has, or will have once everything is settled. */
export function checkProfit(venue: AccountVenue, profit: Profit, markets: readonly Market[], fund: bigint): void {
  const { ledger, matches } = venue
  let cash = ledger.cash - fund
  const shares = markets.map(({ index }) => ({ yes: ledger.shares(index, 'yes'), no: ledger.shares(index, 'no') }))
  for (const { market, legs, count } of matches.unsettled)
    for (const { outcome, isBuy, size, value, fee, sharesFee } of legs.slice(0, count)) {
      const feeCash = fee.in === 'cash' ? fee.amount : 0n
      shares[market]![outcome] += isBuy ? weiOfMillionths(size) - sharesFee : -weiOfMillionths(size)
      cash += (isBuy ? -weiOfProducts(value) : weiOfProducts(value)) - feeCash
    }
  for (const { index } of markets)
    for (const outcome of ['yes', 'no'] as const)
      expectSame(`${outcome} shares of market ${index}`, shares[index]![outcome], profit.shares(index, outcome))
  expectSame('cash', cash, profit.cash)
}

function expectSame(what: string, expected: bigint, found: bigint): void {
  if (expected !== found) throw new Error(`${what}: the venue has ${expected} wei, profit was reckoned with ${found}`)
}
