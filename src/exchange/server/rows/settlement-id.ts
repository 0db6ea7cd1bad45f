import { createHash } from 'node:crypto'

/** The id of a match's settlement, in the form of a UUID: the same for all its parties, and different from those of other exchanges. */
export const settlementId = (epoch: string, match: number): string => {
  const hex = createHash('sha256').update(`settlement ${epoch} ${match}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The hash of the transaction that settled a match. */
export const transactionHash = (epoch: string, match: number): string =>
  `0x${createHash('sha256').update(`transaction ${epoch} ${match}`).digest('hex')}`

/** The hash of the transaction that paid the shares of a resolved market. */
export const payoutHash = (epoch: string, market: number): string =>
  `0x${createHash('sha256').update(`payout ${epoch} ${market}`).digest('hex')}`

/** The public address of an account: a wallet's own, and for a crowd account one derived from its name. */
export const publicAddressOf = (account: string): string =>
  account.startsWith('0x') ? account : `0x${createHash('sha256').update(`account ${account}`).digest('hex').slice(0, 40)}`
