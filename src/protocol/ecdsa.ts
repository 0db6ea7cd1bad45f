import { createRequire } from 'node:module'

/** 64 bytes of r and s, and the recovery bit. */
export interface RawSignature {
  readonly bytes: Uint8Array
  readonly recovery: number
}

/** Deterministic ECDSA on secp256k1 (RFC 6979, low s). Both implementations give the same bytes. */
export interface Ecdsa {
  readonly name: 'native' | 'portable'
  sign(digest: Uint8Array, key: Uint8Array): RawSignature
  /** The uncompressed public key of a private key, 65 bytes. Throws if the key is invalid. */
  publicKey(key: Uint8Array): Uint8Array
  /** The uncompressed public key, 65 bytes; null if no key can have made the signature. */
  recover(digest: Uint8Array, signature: RawSignature): Uint8Array | null
}

interface NativeBinding {
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
  publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array
  ecdsaRecover(signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array
}

interface PortableSignature {
  readonly recovery: number
  toCompactRawBytes(): Uint8Array
  addRecoveryBit(bit: number): PortableSignature
  recoverPublicKey(digest: Uint8Array): { toRawBytes(compressed: boolean): Uint8Array }
}

interface PortableCurve {
  sign(digest: Uint8Array, key: Uint8Array, options: { lowS: boolean }): PortableSignature
  getPublicKey(key: Uint8Array, compressed: boolean): Uint8Array
  readonly Signature: { fromCompact(bytes: Uint8Array): PortableSignature }
}

const require = createRequire(import.meta.url)

/** The native implementation if its binding loads on this machine, else viem's: ten times slower, with the same bytes. */
export function loadEcdsa(native: () => Ecdsa = nativeEcdsa): Ecdsa {
  try {
    return native()
  } catch {
    return portableEcdsa()
  }
}

/** The C library through its prebuilt binding, 30 microseconds a signature. Throws where the binding does not load. */
export function nativeEcdsa(): Ecdsa {
  // The package's own entry would fall back to pure JS silently; its binding either loads or throws.
  const binding = require('secp256k1/bindings.js') as NativeBinding
  return {
    name: 'native',
    sign: (digest, key) => {
      const { signature, recid } = binding.ecdsaSign(digest, key)
      return { bytes: signature, recovery: recid }
    },
    publicKey: key => binding.publicKeyCreate(key, false),
    recover: (digest, { bytes, recovery }) => attempt(() => binding.ecdsaRecover(bytes, recovery, digest, false)),
  }
}

/** The JavaScript implementation that viem uses, imported directly because viem's own API is asynchronous. The build puts it beside this file. */
export function portableEcdsa(): Ecdsa {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource ? createRequire(require.resolve('viem')).resolve('@noble/curves/secp256k1') : './portable-curve.cjs'
  const { secp256k1 } = require(file) as { readonly secp256k1: PortableCurve }
  return {
    name: 'portable',
    sign: (digest, key) => {
      const signature = secp256k1.sign(digest, key, { lowS: true })
      return { bytes: signature.toCompactRawBytes(), recovery: signature.recovery }
    },
    publicKey: key => secp256k1.getPublicKey(key, false),
    recover: (digest, { bytes, recovery }) =>
      attempt(() => secp256k1.Signature.fromCompact(bytes).addRecoveryBit(recovery).recoverPublicKey(digest).toRawBytes(false)),
  }
}

/** Both libraries throw on a point off the curve, which is expected for a foreign signature and not an error. */
const attempt = (recover: () => Uint8Array): Uint8Array | null => {
  try {
    return recover()
  } catch {
    return null
  }
}
