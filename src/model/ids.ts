import type { Brand } from './brand.js'

/** A market as its venue names it. */
export type MarketId = Brand<string, 'MarketId'>
export const MarketId = { of: (text: string): MarketId => text as MarketId }

/** A market's place in this run: from 0 on, first in the order of config; that of a market which left is used again. */
export type MarketIndex = Brand<number, 'MarketIndex'>
export const MarketIndex = { of: (index: number): MarketIndex => index as MarketIndex }

/** The venue's name of a signed order: its EIP-712 digest, 0x and 64 hex digits. Gateway and journal know it; the desk speaks `OrderId`. */
export type OrderHash = Brand<string, 'OrderHash'>
export const OrderHash = { of: (hex: string): OrderHash => hex.toLowerCase() as OrderHash }

/** Names one fill for ever: settlement + order hash + index. The same fill seen twice has the same key. */
export type FillKey = Brand<string, 'FillKey'>
export const FillKey = {
  of: (settlement: string, order: OrderHash, index: number): FillKey => `${settlement}:${order}:${index}` as FillKey,
  /** Restores a key that was written down as text by this project. */
  parse: (text: string): FillKey => text as FillKey,
}

/** Our own name of an order: `<wallet epoch>-<counter>`. Its salt is made from it and gives it back. */
export type OrderId = Brand<string, 'OrderId'>

const COUNTERS = 2n ** 32n

/**
 * Order ids of one wallet. The epoch is a number of 30 bits drawn once for each journal (seconds since 2020), so that two journals of one
 * wallet never make the same salt; the counter has 32 bits.
 */
export const OrderId = {
  of: (epoch: number, counter: number): OrderId => `${epoch}-${counter}` as OrderId,
  counter: (id: OrderId): number => Number(id.slice(id.indexOf('-') + 1)),
  /** The salt of the order, below 2^62: epoch in the upper bits, counter in the lower 32. */
  salt: (id: OrderId): bigint => BigInt(id.slice(0, id.indexOf('-'))) * COUNTERS + BigInt(OrderId.counter(id)),
  /** The id that made this salt, or null where the salt is of another epoch: then the order is not ours. */
  fromSalt: (salt: bigint, epoch: number): OrderId | null =>
    salt / COUNTERS === BigInt(epoch) ? OrderId.of(epoch, Number(salt % COUNTERS)) : null,
  /** Restores an id that was written down as text by this project (journal, input log). */
  parse: (text: string): OrderId => {
    if (!/^\d+-\d+$/.test(text)) throw new RangeError(`an order id looks like 12345-1, found "${text}"`)
    return text as OrderId
  },
}
