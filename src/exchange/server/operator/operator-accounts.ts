import type { z } from 'zod'
import { Wei } from '../../../model/money.js'
import type { BodyOf, QueryOf } from '../../../protocol/api/operation.js'
import type { OPERATOR_OPERATIONS, operatorAccount } from '../../../protocol/api/operations-operator.js'
import { EVERY_SPENDER } from '../../core/approvals.js'
import type { CoreAccount } from '../../core/core-reads.js'
import { type Page, pageOf } from '../http/paging.js'
import { notFound } from '../http/refusal.js'
import { readDollars } from '../markets/first-start.js'
import { shownAs } from '../rows/account.js'
import { carryOut, command } from '../writes/carry-out.js'
import type { Writes } from '../writes/writes.js'
import { payRebates, payYield } from './pay-pending.js'

type Operations = typeof OPERATOR_OPERATIONS
export type AccountRow = z.input<typeof operatorAccount>

/** Accounts, newest first; those of the crowd only on request. */
export const listAccounts = (writes: Writes, query: QueryOf<Operations['getAccounts']>): Page<AccountRow> => {
  const all = [...writes.reads.core.accounts()].map((account, place) => ({ account, place: place + 1 })).reverse()
  const wanted = all.filter(({ account }) => query.includeCrowd === 'true' || account.id.startsWith('0x'))
  const { rows, cursor } = pageOf(wanted, query, { name: 'accounts', key: ({ place }) => place })
  return { rows: rows.map(({ account }) => rowOf(writes, account)), cursor }
}

/** Adds dollars to an account, or takes out those that no order holds. */
export const fundAccount = (
  writes: Writes,
  address: string,
  { usdt }: BodyOf<Operations['fundAccount']>,
): Promise<AccountRow> =>
  changed(writes, address, account => ({ kind: 'fund', at: writes.reads.now(), account, cash: signed(usdt) }))

/** Splits dollars into pairs of shares, or merges pairs into dollars. */
export const givePairs = (writes: Writes, address: string, body: BodyOf<Operations['givePairs']>): Promise<AccountRow> => {
  const shares = signed(body.shares)
  const kind = shares < 0n ? 'merge' : 'split'
  const size = shares < 0n ? Wei.negate(shares) : shares
  return changed(writes, address, account => ({ kind, at: writes.reads.now(), account, market: body.marketId, shares: size }))
}

/** Sets the approvals of an account. */
export const approveAccount = (
  writes: Writes,
  address: string,
  body: BodyOf<Operations['approveAccount']>,
): Promise<AccountRow> => changed(writes, address, account => ({ kind: 'approve', at: writes.reads.now(), account, ...body }))

/** Sets the discount of an account's taker fees. */
export const discountAccount = (
  writes: Writes,
  address: string,
  { bps }: BodyOf<Operations['discountAccount']>,
): Promise<AccountRow> => changed(writes, address, account => ({ kind: 'discount', at: writes.reads.now(), account, bps }))

const changed = async (
  writes: Writes,
  address: string,
  commandOf: (account: string) => Parameters<typeof command>[1],
): Promise<AccountRow> => {
  await command(writes, commandOf(address.toLowerCase()))
  return known(writes, address)
}

/** Sets the profile of an account; fields that the body leaves out stay as they are. */
export const showAccount = async (
  writes: Writes,
  address: string,
  body: BodyOf<Operations['showAccount']>,
): Promise<AccountRow> => {
  const { address: account } = known(writes, address)
  const before = writes.reads.wallets.profiles.of(account)
  const { name = before.name, imageUrl = before.imageUrl } = body
  await carryOut(writes, { notes: [{ kind: 'profile', at: writes.reads.now(), account, name, imageUrl }] })
  return known(writes, address)
}

/** Pays pending yield, if there is any. */
export const payAccount = async (writes: Writes, address: string): Promise<AccountRow> => {
  await payYield(writes, address)
  return known(writes, address)
}

/** Pays pending maker rebates, if there are any. */
export const rebateAccount = async (writes: Writes, address: string): Promise<AccountRow> => {
  await payRebates(writes, address)
  return known(writes, address)
}

const known = (writes: Writes, address: string): AccountRow => {
  const account = writes.reads.core.account(address.toLowerCase())
  if (account === null) throw notFound('account')
  return rowOf(writes, account)
}

/** Wei of dollars with an optional leading minus. */
const signed = (text: string): Wei => (text.startsWith('-') ? Wei.negate(readDollars(text.slice(1))) : readDollars(text))

const rowOf = (writes: Writes, account: CoreAccount): AccountRow => ({
  address: account.id,
  ...shownAs(writes.reads, account.id),
  cash: String(account.cash),
  reservedCash: String(account.reservedCash),
  isCashApproved: account.cashApprovals === EVERY_SPENDER,
  isSharesApproved: account.sharesApprovals === EVERY_SPENDER,
  nonces: account.nonces,
  feeDiscountBps: account.feeDiscountBps,
  points: writes.reads.core.points(account.id),
  pendingRebate: String(writes.reads.wallets.rebates.pending(account.id)),
  holdings: [...account.holdings].map(([marketId, { yes, no, reservedYes, reservedNo }]) => ({
    marketId,
    yes: String(yes),
    no: String(no),
    reservedYes: String(reservedYes),
    reservedNo: String(reservedNo),
  })),
})
