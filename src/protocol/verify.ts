import { loadEcdsa } from './ecdsa.js'
import { bytesOf, fromHex } from './hex.js'
import { addressOf } from './keccak.js'
import { kernelDigest, messageDigest, type SmartAccount, unwrapKernelSignature } from './message-hash.js'

const ecdsa = loadEcdsa()

/**
 * The signer of an order's hash (text or its 32 bytes): a lower-case address, or null if the signature is invalid. With or without 0x; v is 27, 28, 0
 * or 1. A signature with s in the upper half is invalid: it is the twin of another one, and contracts refuse it too.
 */
export function recoverOrderSigner(hash: string | Uint8Array, signature: string): string | null {
  const digest = typeof hash === 'string' ? fromHex(hash, 32) : hash
  return digest === null ? null : recover(digest, fromHex(signature))
}

/** The signer of a personal message (EIP-191): a lower-case address, or null. */
export const recoverMessageSigner = (text: string | Uint8Array, signature: string): string | null =>
  recover(messageDigest(text), fromHex(signature))

/**
 * The owner that signed a login text for a smart wallet; null if the signature does not have that wallet's form. The caller must check that this
 * owner owns the wallet.
 */
export const recoverKernelMessageOwner = (text: string | Uint8Array, signature: string, smart: SmartAccount): string | null =>
  recover(kernelDigest(messageDigest(text), smart), innerSignature(signature, smart))

/** A claim to verify: the key of the lower-case address made these 65 bytes over a digest of 32. */
export interface SignatureClaim {
  readonly digest: Uint8Array
  readonly signature: Uint8Array
  readonly signer: string
}

/** Whether the key of the claimed address made the signature. */
export const holds = ({ digest, signature, signer }: SignatureClaim): boolean => recover(digest, signature) === signer

/** The claim that a lower-case address signed an order's hash; null if the text is not a signature. With or without 0x. */
export function orderClaim(digest: Uint8Array, text: string, signer: string): SignatureClaim | null {
  const signature = fromHex(text)
  return signature?.length === SIGNATURE_BYTES ? { digest, signature, signer } : null
}

/** The same for an order that the owner of a smart wallet signed for the wallet. */
export function kernelOrderClaim(
  hash: Uint8Array,
  text: string,
  { owner, ...smart }: SmartAccount & { readonly owner: string },
): SignatureClaim | null {
  const signature = innerSignature(text, smart)
  return signature === null ? null : { digest: kernelDigest(hash, smart), signature, signer: owner }
}

const SIGNATURE_BYTES = 65

/** Half the order of the curve, rounded down: with s above it, anyone can compute a second signature of the same message from the first. */
const S_MAX = bytesOf('0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', {
  what: 'half of the order',
  length: 32,
})

function innerSignature(text: string, { chainId }: SmartAccount): Uint8Array | null {
  const wrapped = fromHex(text)
  return wrapped === null ? null : unwrapKernelSignature(wrapped, chainId)
}

function recover(digest: Uint8Array, signature: Uint8Array | null): string | null {
  if (signature === null || signature.length !== SIGNATURE_BYTES) return null
  const v = signature[64] ?? 0
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1 || isHighS(signature)) return null
  const publicKey = ecdsa.recover(digest, { bytes: signature.subarray(0, 64), recovery })
  return publicKey === null ? null : addressOf(publicKey)
}

/** Compared byte by byte from the first: it nearly always decides. */
function isHighS(signature: Uint8Array): boolean {
  for (let i = 0; i < 32; i++) {
    const difference = (signature[32 + i] ?? 0) - (S_MAX[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
