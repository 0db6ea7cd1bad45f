import type { Wei } from '../../../model/money.js'
import type { House } from '../house.js'

/** What one account was paid. */
export interface Payment {
  readonly account: string
  readonly amount: Wei
}

/** Turns all pending yield into cash, of every account or of one, and answers when it is on disk. Nothing is paid where less than a wei is due. */
export const payYield = (house: House, only: string | null = null): Promise<readonly Payment[]> => {
  const at = house.floor.now()
  return pay(house, {
    accounts: house.yields.accounts(),
    only,
    due: account => house.yields.pending(account, at),
    note: 'yield-paid',
  })
}

/** The same with what makers get back of fees. */
export const payRebates = ({ floor, rebates }: House, only: string | null = null): Promise<readonly Payment[]> =>
  pay({ floor }, { accounts: rebates.accounts(), only, due: account => rebates.pending(account), note: 'rebate-paid' })

interface Pending {
  readonly accounts: Iterable<string>
  /** null: all of them. */
  readonly only: string | null
  readonly due: (account: string) => Wei
  readonly note: 'yield-paid' | 'rebate-paid'
}

const pay = async ({ floor }: Pick<House, 'floor'>, { accounts, only, due, note }: Pending): Promise<readonly Payment[]> => {
  const at = floor.now()
  const payments = [...accounts]
    .filter(account => only === null || account === only.toLowerCase())
    .map(account => ({ account, amount: due(account) }))
    .filter(({ amount }) => amount > 0n)
  // All in one turn, so they share a commit: no crash pays without noting it.
  const written = payments.flatMap(({ account, amount }) => [
    floor.apply({ command: { kind: 'fund', at, account, cash: amount } }),
    floor.note({ kind: note, at, account, wei: String(amount) }),
  ])
  await Promise.all(written)
  return payments
}
