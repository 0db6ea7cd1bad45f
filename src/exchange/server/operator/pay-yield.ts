import type { Wei } from '../../../model/money.js'
import type { House } from '../house.js'

/** What one account was paid. */
export interface YieldPayment {
  readonly account: string
  readonly amount: Wei
}

/** Turns all pending yield into cash, of every account or of one, and answers when it is on disk. Nothing is paid where less than a wei is due. */
export const payYield = async ({ floor, yields }: House, only: string | null = null): Promise<readonly YieldPayment[]> => {
  const at = floor.now()
  const payments = [...yields.accounts()]
    .filter(account => only === null || account === only.toLowerCase())
    .map(account => ({ account, amount: yields.pending(account, at) }))
    .filter(({ amount }) => amount > 0n)
  // All in one turn, so they share a commit: no crash pays without noting it.
  const written = payments.flatMap(({ account, amount }) => [
    floor.apply({ command: { kind: 'fund', at, account, cash: amount } }),
    floor.note({ kind: 'yield-paid', at, account, wei: String(amount) }),
  ])
  await Promise.all(written)
  return payments
}
