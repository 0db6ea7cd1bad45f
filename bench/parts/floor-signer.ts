import { createRequire } from 'node:module'
import { createKeccak } from 'hash-wasm'
import type { WireOrder } from '../../src/protocol/order-hash.js'

interface Binding {
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
}

/** What is fixed beforehand: everything that does not change between orders. */
export interface FloorParts {
  readonly key: Uint8Array
  /** 32 bytes each. */
  readonly separator: Uint8Array
  readonly orderType: Uint8Array
  readonly maker: string
}

const WORD = 32

/**
 * The minimal signing of an order with the same two libraries: one reused buffer, constant words written once, no checks, no branches. It is correct
 * only for one wallet on one exchange.
 */
export async function createFloorSigner({
  key,
  separator,
  orderType,
  maker,
}: FloorParts): Promise<(order: WireOrder) => string> {
  const keccak = await createKeccak(256)
  const binding = createRequire(import.meta.url)('secp256k1/bindings.js') as Binding
  const struct = Buffer.alloc(13 * WORD)
  struct.set(orderType, 0)
  const address = Buffer.from(maker.slice(2), 'hex')
  struct.set(address, 2 * WORD + 12)
  struct.set(address, 3 * WORD + 12)
  const typed = Buffer.alloc(2 + 2 * WORD)
  typed[0] = 0x19
  typed[1] = 0x01
  typed.set(separator, 2)
  const signed = Buffer.alloc(65)
  return order => {
    write(struct, 1, order.salt)
    write(struct, 5, order.tokenId)
    write(struct, 6, order.makerAmount)
    write(struct, 7, order.takerAmount)
    write(struct, 8, order.expiration)
    write(struct, 10, order.feeRateBps)
    struct[12 * WORD - 1] = order.side
    typed.set(keccak.init().update(struct).digest('binary'), 2 + WORD)
    const digest = keccak.init().update(typed).digest('binary')
    const { signature, recid } = binding.ecdsaSign(digest, key)
    signed.set(signature)
    signed[64] = 27 + recid
    return `0x${signed.toString('hex')}`
  }
}

/** An integer of up to 256 bits, as four 64-bit words. */
function write(bytes: Buffer, word: number, value: bigint): void {
  const at = word * WORD
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value), at + 24)
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value >> 64n), at + 16)
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value >> 128n), at + 8)
  bytes.writeBigUInt64BE(value >> 192n, at)
}
