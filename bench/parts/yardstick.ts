import { createRequire } from 'node:module'

interface Binding {
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
}

/** Duration of one native signature on the machine where the budgets in nanoseconds were set. */
const THERE_NS = 30_000

/**
 * Work that is the same on every machine: one native ECDSA signature. A budget in absolute time is scaled by it, so that a slow or busy machine is
 * not mistaken for slow code.
 */
export function createYardstick(): { readonly call: () => void; readonly scale: (ns: number) => number } {
  const binding = createRequire(import.meta.url)('secp256k1/bindings.js') as Binding
  const key = new Uint8Array(32).fill(0x11)
  const digest = new Uint8Array(32).fill(0x22)
  return {
    call: () => void binding.ecdsaSign(digest, key),
    /** How much slower this machine is than that one, from the measured `call`. */
    scale: ns => ns / THERE_NS,
  }
}
