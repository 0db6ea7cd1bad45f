import { expect } from 'vitest'
import type { Core } from '../../../src/exchange/core/core.js'
import { Payout } from '../../../src/model/payout.js'

type Balanced = Pick<Core, 'accounts' | 'markets' | 'openOrdersOf' | 'pending' | 'supply'>

/** Every coin is somewhere, pairs are pairs, no account owes, and what is reserved is what orders and matches say. */
export function checkBalance(core: Balanced): void {
  let cash = 0n
  const shares = new Map<number, { yes: bigint; no: bigint }>()
  for (const account of core.accounts()) {
    cash += account.cash
    holds(account.reservedCash >= 0n && account.cash >= account.reservedCash, () => `cash of ${account.id}`)
    for (const [id, held] of account.holdings) {
      const sum = shares.get(id) ?? { yes: 0n, no: 0n }
      shares.set(id, { yes: sum.yes + held.yes, no: sum.no + held.no })
      holds(held.reservedYes >= 0n && held.yes >= held.reservedYes, () => `YES of ${account.id}`)
      holds(held.reservedNo >= 0n && held.no >= held.reservedNo, () => `NO of ${account.id}`)
    }
  }
  for (const market of core.markets()) {
    cash += market.locked
    const { yes, no } = shares.get(market.spec.id) ?? { yes: 0n, no: 0n }
    if (market.result === null)
      holds(
        yes === market.locked && no === market.locked,
        () => `pairs of ${market.spec.id}: ${yes} YES, ${no} NO of ${market.locked}`,
      )
    // What is locked pays every share that is still held.
    else
      holds(
        market.locked >= Payout.of(market.result, 'yes', yes) + Payout.of(market.result, 'no', no),
        () => `collateral of the decided market ${market.spec.id}`,
      )
  }
  holds(cash === core.supply, () => `cash: expected ${core.supply}, found ${cash}`)
  checkReserved(core)
}

/** What each account holds for orders and matches, per thing held: 'cash', or market and outcome. */
function checkReserved(core: Balanced): void {
  for (const account of core.accounts()) {
    const expected = new Map<string, bigint>()
    const add = (key: string, amount: bigint): unknown => expected.set(key, (expected.get(key) ?? 0n) + amount)
    for (const { spec, isResting, matched } of core.openOrdersOf(account.id)) {
      if (!isResting && matched > 0n) continue
      if (spec.side === 'buy') add('cash', spec.budget ?? (spec.limit * (spec.shares - matched)) / 10n ** 18n)
      else add(`${spec.market} ${spec.outcome}`, spec.shares - matched)
    }
    for (const market of core.markets())
      for (const match of core.pending(market.spec.id))
        for (const leg of [match.taker, ...match.makers]) {
          if (leg === null || leg.order.id === 0 || leg.order.spec.account !== account.id) continue
          if (leg.side === 'buy') add('cash', leg.value)
          else add(`${market.spec.id} ${leg.outcome}`, leg.shares)
        }
    const found = new Map<string, bigint>([['cash', account.reservedCash]])
    for (const [id, held] of account.holdings) found.set(`${id} yes`, held.reservedYes).set(`${id} no`, held.reservedNo)
    for (const key of new Set([...expected.keys(), ...found.keys()]))
      holds(
        (found.get(key) ?? 0n) === (expected.get(key) ?? 0n),
        () => `${key} reserved by ${account.id}: expected ${expected.get(key)}, found ${found.get(key)}`,
      )
  }
}

/** An `expect` costs more than what it looks at, and here are millions. */
export const holds = (isSo: boolean, words: () => string): void => {
  if (!isSo) expect.fail(words())
}
