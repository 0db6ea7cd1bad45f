/** Order of secp256k1. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * The twin of a signature: the same key and message, s in the other half and the other point. Of a smart wallet's signature, which carries a key's
 * at its end, the key's. `v` is written as 27 or 28, or as 0 or 1.
 */
export function highS(signature: string, form: 'v is 27 or 28' | 'v is 0 or 1' = 'v is 27 or 28'): string {
  const head = signature.slice(0, -66)
  const s = (CURVE_ORDER - BigInt(`0x${signature.slice(-66, -2)}`)).toString(16).padStart(64, '0')
  const v = Number.parseInt(signature.slice(-2), 16)
  const recovery = v >= 27 ? v - 27 : v
  const twin = (form === 'v is 27 or 28' ? 27 : 0) + 1 - recovery
  return head + s + twin.toString(16).padStart(2, '0')
}

/** Both ways to write the twin. */
export const highSForms = (signature: string): readonly string[] => [highS(signature), highS(signature, 'v is 0 or 1')]
