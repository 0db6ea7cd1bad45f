import type { Brand } from './brand.js'

/** A market's id at its venue. */
export type MarketId = Brand<string, 'MarketId'>
/** Makes ids of markets. */
export const MarketId = {
  /** From the venue's text. */
  of: (text: string): MarketId => text as MarketId,
}

/** A market's index in this run, from 0, first in the order of the config; the index of a market that left is reused. */
export type MarketIndex = Brand<number, 'MarketIndex'>
/** Makes indexes of markets. */
export const MarketIndex = {
  /** From a whole number, 0 or above. */
  of: (index: number): MarketIndex => index as MarketIndex,
}

/** The venue's id of a signed order: its EIP-712 digest, 0x and 64 hex digits. Gateway and journal use it; the desk uses `OrderId`. */
export type OrderHash = Brand<string, 'OrderHash'>
/** Makes hashes of orders. */
export const OrderHash = {
  /** From hex in any letter case. */
  of: (hex: string): OrderHash => hex.toLowerCase() as OrderHash,
}

/** Permanent id of one fill: settlement + order hash + index. The same fill always has the same key. */
export type FillKey = Brand<string, 'FillKey'>
/** Makes the names of fills. */
export const FillKey = {
  /** From the settlement's id, the order, and the place of the order in that settlement. */
  of: (settlement: string, order: OrderHash, index: number): FillKey => `${settlement}:${order}:${index}` as FillKey,
  /** Restores a key from text that this project wrote. */
  parse: (text: string): FillKey => text as FillKey,
}

/** Our own id of an order: `<wallet epoch>-<counter>`. The order's salt is computed from it and can be converted back. */
export type OrderId = Brand<string, 'OrderId'>

const COUNTERS = 2n ** 32n

/**
 * Order ids of one wallet. The epoch is a 30-bit number drawn once for each journal (seconds since 2020), so that two journals of one wallet never
 * produce the same salt; the counter has 32 bits.
 */
export const OrderId = {
  /** From the wallet's epoch and its count of orders. */
  of: (epoch: number, counter: number): OrderId => `${epoch}-${counter}` as OrderId,
  /** The count of the order. */
  counter: (id: OrderId): number => Number(id.slice(id.indexOf('-') + 1)),
  /** The order's salt, below 2^62: the epoch in the upper bits, the counter in the lower 32. */
  salt: (id: OrderId): bigint => BigInt(id.slice(0, id.indexOf('-'))) * COUNTERS + BigInt(OrderId.counter(id)),
  /** The id of a salt; null if the salt has another epoch, so the order is not ours. */
  fromSalt: (salt: bigint, epoch: number): OrderId | null =>
    salt / COUNTERS === BigInt(epoch) ? OrderId.of(epoch, Number(salt % COUNTERS)) : null,
  /** Restores an id from text that this project wrote (journal, input log). Throws a RangeError on other text. */
  parse: (text: string): OrderId => {
    if (!/^\d+-\d+$/.test(text)) throw new RangeError(`an order id looks like 12345-1, found "${text}"`)
    return text as OrderId
  },
}
