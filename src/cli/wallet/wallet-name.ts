import { basename } from 'node:path'

/** A wallet's folder under `state/`: the venue, and the account there, which has no dash in it. */
export const walletName = (venue: string, account: string): string => `${venue}-${account.toLowerCase()}`

/** Whether a folder under `state/` is named as one of a wallet. */
export const isWalletName = (name: string): boolean => /^[a-z][a-z0-9-]*-[a-z0-9._]+$/.test(name)

/** The account of a wallet, by its folder. */
export const accountIn = (folder: string): string => basename(folder).slice(basename(folder).lastIndexOf('-') + 1)
