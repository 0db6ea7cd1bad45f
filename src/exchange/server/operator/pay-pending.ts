import type { Wei } from '../../../model/money.js'
import type { Writes } from '../writes/writes.js'

/** A payment to one account. */
export interface Payment {
  readonly account: string
  readonly amount: Wei
}

/** Pays pending yield to every account or to one, and resolves when it is on disk. Amounts below a wei are not paid. */
export const payYield = (writes: Writes, only: string | null = null): Promise<readonly Payment[]> => {
  const at = writes.reads.now()
  return pay(writes, {
    accounts: writes.reads.wallets.yields.accounts(),
    only,
    due: account => writes.reads.wallets.yields.pending(account, at),
    note: 'yield-paid',
  })
}

/** Pays pending maker rebates in the same way. */
export const payRebates = (writes: Writes, only: string | null = null): Promise<readonly Payment[]> => {
  const { rebates } = writes.reads.wallets
  return pay(writes, { accounts: rebates.accounts(), only, due: account => rebates.pending(account), note: 'rebate-paid' })
}

interface Pending {
  readonly accounts: Iterable<string>
  /** `null`: all accounts. */
  readonly only: string | null
  readonly due: (account: string) => Wei
  readonly note: 'yield-paid' | 'rebate-paid'
}

const pay = async ({ sequencer }: Writes, { accounts, only, due, note }: Pending): Promise<readonly Payment[]> => {
  const at = sequencer.now()
  const payments = [...accounts]
    .filter(account => only === null || account === only.toLowerCase())
    .map(account => ({ account, amount: due(account) }))
    .filter(({ amount }) => amount > 0n)
  // All in one turn, so they share a commit, and no crash separates a payment from its note.
  const written = payments.flatMap(({ account, amount }) => [
    sequencer.apply({ command: { kind: 'fund', at, account, cash: amount } }),
    sequencer.note({ kind: note, at, account, wei: String(amount) }),
  ])
  await Promise.all(written)
  return payments
}
