import { recoverKernelMessageOwner, recoverKernelOrderOwner, recoverOrderSigner } from '../../protocol/verify.js'
import type { LoginProof } from './login.js'

/** A smart wallet and the key that owns it. */
export interface SmartAccountOwner {
  readonly address: string
  readonly owner: string
}

/** The smart wallets this exchange knows: nobody becomes one by claiming it, because an address is an account. */
export interface SmartAccounts {
  /** Lower-case owner of a smart wallet; null for any other address. */
  ownerOf(account: string): string | null
  signedMessage(proof: LoginProof): boolean
  /** Whether `maker` signed the order of this hash, by its key or, for a smart wallet, by its owner's. */
  signedOrder(order: { readonly hash: string; readonly maker: string; readonly signature: string }): boolean
}

/** The smart wallets of one chain. */
export const createSmartAccounts = (chainId: number, known: readonly SmartAccountOwner[]): SmartAccounts => {
  const owners = new Map(known.map(one => [one.address.toLowerCase(), one.owner.toLowerCase()]))
  const ownerOf = (account: string): string | null => owners.get(account.toLowerCase()) ?? null
  return {
    ownerOf,
    signedMessage: proof => {
      const owner = ownerOf(proof.signer)
      if (owner === null) return false
      return recoverKernelMessageOwner(proof.message, proof.signature, { chainId, account: proof.signer }) === owner
    },
    signedOrder: ({ hash, maker, signature }) => {
      const owner = ownerOf(maker)
      if (owner === null) return recoverOrderSigner(hash, signature) === maker.toLowerCase()
      return recoverKernelOrderOwner(hash, signature, { chainId, account: maker }) === owner
    },
  }
}
