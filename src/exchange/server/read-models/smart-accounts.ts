import {
  kernelOrderClaim,
  orderClaim,
  recoverKernelMessageOwner,
  recoverMessageSigner,
  type SignatureClaim,
} from '../../../protocol/verify.js'

/** A smart wallet and the key that owns it. */
export interface SmartAccountOwner {
  readonly address: string
  readonly owner: string
}

/** The smart wallets in the exchange's options. A request cannot add one, because every address is an account. */
export interface SmartAccounts {
  /** Lower-case owner of a smart wallet; `null`: the address is no smart wallet. */
  ownerOf(account: string): string | null
  /** Whether `signer` signed a text, or the bytes of a digest, as a personal message: with its own key or, for a smart wallet, with its owner's. */
  signedMessage(proof: MessageProof): boolean
  /**
   * The claim to verify if `maker` is to have signed the order of this hash, with its own key or, for a smart wallet, with its owner's; `null`: the
   * signature has another form.
   */
  orderClaim(order: { readonly hash: Uint8Array; readonly maker: string; readonly signature: string }): SignatureClaim | null
}

/** A personal message (EIP-191) with its signature and the claimed signer. */
export interface MessageProof {
  readonly signer: string
  readonly message: string | Uint8Array
  readonly signature: string
}

/** The smart wallets of one chain. */
export const createSmartAccounts = (chainId: number, known: readonly SmartAccountOwner[]): SmartAccounts => {
  const owners = new Map(known.map(one => [one.address.toLowerCase(), one.owner.toLowerCase()]))
  const ownerOf = (account: string): string | null => owners.get(account.toLowerCase()) ?? null
  return {
    ownerOf,
    signedMessage: proof => {
      const owner = ownerOf(proof.signer)
      if (owner === null) return recoverMessageSigner(proof.message, proof.signature) === proof.signer.toLowerCase()
      return recoverKernelMessageOwner(proof.message, proof.signature, { chainId, account: proof.signer }) === owner
    },
    orderClaim: ({ hash, maker, signature }) => {
      const owner = ownerOf(maker)
      if (owner === null) return orderClaim(hash, signature, maker.toLowerCase())
      return kernelOrderClaim(hash, signature, { chainId, account: maker, owner })
    },
  }
}
