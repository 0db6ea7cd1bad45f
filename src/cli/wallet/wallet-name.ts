import { basename } from 'node:path'

/** The name of a wallet's folder under `state/`: the venue, a dash, and the account, which contains no dash. */
export const walletName = (venue: string, account: string): string => `${venue}-${account.toLowerCase()}`

/** Whether a folder under `state/` has the name of a wallet's folder. */
export const isWalletName = (name: string): boolean => /^[a-z][a-z0-9-]*-[a-z0-9._]+$/.test(name)

/** The account in the name of a wallet's folder. */
export const accountIn = (folder: string): string => basename(folder).slice(basename(folder).lastIndexOf('-') + 1)
