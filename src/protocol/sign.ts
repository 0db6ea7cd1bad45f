import { getAddress, publicKeyToAddress } from 'viem/utils'
import type { OrderHash } from '../model/ids.js'
import { OrderHash as Hash } from '../model/ids.js'
import { addressFault } from './address-fault.js'
import { loadEcdsa, type RawSignature } from './ecdsa.js'
import { bytesOf, toHex } from './hex.js'
import { kernelDigest, messageDigest, type SmartAccount, wrapKernelSignature } from './message-hash.js'
import { orderDigest, type WireOrder } from './order-hash.js'

/** Signs for one wallet. Holds the key and never reveals it. */
export interface Signer {
  /** The maker of its orders: the smart wallet if there is one, else the key's own address; EIP-55 form. */
  readonly address: string
  /** The key's own address. */
  readonly owner: string
  readonly chainId: number
  /** Signs for the exchange contract at an address. The same order gives the same bytes. */
  signOrder(order: WireOrder, exchange: string): { readonly hash: OrderHash; readonly signature: string }
  /** Signs a personal message: a login text, byte for byte as received, or the bytes of a digest. */
  signMessage(message: string | Uint8Array): string
  /** Signs the hash of a transaction with the key itself, whose own address sends it, also for a smart wallet. */
  signHash(hash: Uint8Array): RawSignature
}

const ecdsa = loadEcdsa()

/** Creates a signer. `account`: the address of the smart wallet that the key owns. Throws a RangeError that never contains the key. */
export function createSigner(options: {
  readonly privateKey: string
  readonly chainId: number
  readonly account?: string | undefined
}): Signer {
  const { chainId } = options
  const key = bytesOf(options.privateKey, { what: 'a private key', length: 32 })
  const owner = ownerOf(key)
  const account = options.account === undefined ? null : accountOf(options.account)
  const smart: SmartAccount | null = account === null ? null : { chainId, account }
  return {
    address: account ?? owner,
    owner,
    chainId,
    signOrder: (order, exchange) => {
      const digest = orderDigest(order, { chainId, exchange })
      return { hash: Hash.of(toHex(digest)), signature: toHex(signDigest(digest, key, smart)) }
    },
    signMessage: message => toHex(signDigest(messageDigest(message), key, smart)),
    signHash: hash => ecdsa.sign(hash, key),
  }
}

/** The library's own error would quote the key. */
function ownerOf(key: Uint8Array): string {
  try {
    return publicKeyToAddress(toHex(ecdsa.publicKey(key)))
  } catch {
    throw new RangeError('a private key must be one of the curve: not zero and below its order')
  }
}

function accountOf(text: string): string {
  const fault = addressFault(text)
  if (fault !== null) throw new RangeError(`the address of an account: ${fault}`)
  return getAddress(text)
}

function signDigest(digest: Uint8Array, key: Uint8Array, smart: SmartAccount | null): Uint8Array {
  if (smart === null) return sign65(digest, key)
  return wrapKernelSignature(sign65(kernelDigest(digest, smart), key), smart.chainId)
}

function sign65(digest: Uint8Array, key: Uint8Array): Uint8Array {
  const { bytes, recovery } = ecdsa.sign(digest, key)
  const signature = Buffer.allocUnsafe(65)
  signature.set(bytes)
  signature[64] = 27 + recovery
  return signature
}
