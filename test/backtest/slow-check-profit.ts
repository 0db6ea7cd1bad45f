import { ourLegs } from '../../backtest/calibrate/core-orders.js'
import { coreMarket } from '../../backtest/order-spec.js'
import type { WeiProfit } from '../../backtest/wei-profit.js'
import type { AccountId } from '../../src/exchange/core/command.js'
import type { Core } from '../../src/exchange/core/core.js'
import type { Leg } from '../../src/exchange/core/core-event.js'
import type { Market } from '../../src/model/market.js'
import type { Wei } from '../../src/model/money.js'

/** Throws an Error that names both amounts where profit was reckoned with other cash or shares than the venue has, or will have once all is settled. */
export function checkSlowProfit(
  core: Core,
  profit: WeiProfit,
  { account, markets, fund }: { readonly account: AccountId; readonly markets: readonly Market[]; readonly fund: Wei },
): void {
  const held = core.account(account)
  let cash = (held?.cash ?? 0n) - fund
  for (const { index } of markets) {
    const holding = held?.holdings.get(coreMarket(index))
    const shares = { yes: holding?.yes ?? 0n, no: holding?.no ?? 0n }
    for (const match of core.pending(coreMarket(index))) for (const leg of ourLegs(match)) cash += matchedInto(shares, leg)
    for (const outcome of ['yes', 'no'] as const)
      expectSame(`${outcome} shares of market ${index}`, shares[outcome], profit.shares(index, outcome))
  }
  expectSame('cash', cash, profit.cash)
}

/** Adds what an unsettled match will bring or take to `shares`; answers what it will do to cash. */
function matchedInto(shares: { yes: bigint; no: bigint }, { outcome, side, shares: size, value, fee }: Leg): bigint {
  const feeCash = fee.in === 'cash' ? fee.amount : 0n
  shares[outcome] += side === 'buy' ? size - (fee.in === 'shares' ? fee.amount : 0n) : -size
  return side === 'buy' ? -value - feeCash : value - feeCash
}

function expectSame(what: string, expected: bigint, found: bigint): void {
  if (expected !== found) throw new Error(`${what}: the venue has ${expected} wei, profit was reckoned with ${found}`)
}
