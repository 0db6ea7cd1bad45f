import { addressOf } from './address.js'
import { loadEcdsa } from './ecdsa.js'
import { fromHex } from './hex.js'
import { kernelDigest, messageDigest, type SmartAccount, unwrapKernelSignature } from './message-hash.js'

const ecdsa = loadEcdsa()

/**
 * Whose key signed an order's hash, as text or as its 32 bytes: a lower-case address, or null where the signature is none. With or without 0x;
 * v is 27, 28, 0 or 1.
 */
export function recoverOrderSigner(hash: string | Uint8Array, signature: string): string | null {
  const digest = bytesOf(hash)
  return digest === null ? null : recover(digest, fromHex(signature))
}

/** Whose key signed a personal message (EIP-191): a lower-case address or null. */
export const recoverMessageSigner = (text: string | Uint8Array, signature: string): string | null =>
  recover(messageDigest(text), fromHex(signature))

/**
 * Which owner's key signed an order's hash in the name of a smart wallet; null where the signature is not one of that wallet's form.
 * Whether that owner really owns the wallet is for the caller to compare.
 */
export function recoverKernelOrderOwner(hash: string | Uint8Array, signature: string, smart: SmartAccount): string | null {
  const digest = bytesOf(hash)
  return digest === null ? null : recoverKernel(digest, signature, smart)
}

/** The same for a login text. */
export const recoverKernelMessageOwner = (text: string | Uint8Array, signature: string, smart: SmartAccount): string | null =>
  recoverKernel(messageDigest(text), signature, smart)

const bytesOf = (hash: string | Uint8Array): Uint8Array | null => (typeof hash === 'string' ? fromHex(hash, 32) : hash)

function recoverKernel(digest: Uint8Array, signature: string, smart: SmartAccount): string | null {
  const wrapped = fromHex(signature)
  const inner = wrapped === null ? null : unwrapKernelSignature(wrapped, smart.chainId)
  return inner === null ? null : recover(kernelDigest(digest, smart), inner)
}

function recover(digest: Uint8Array, signature: Uint8Array | null): string | null {
  if (signature === null || signature.length !== 65) return null
  const v = signature[64] ?? 0
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1) return null
  const publicKey = ecdsa.recover(digest, { bytes: signature.subarray(0, 64), recovery })
  return publicKey === null ? null : addressOf(publicKey)
}
