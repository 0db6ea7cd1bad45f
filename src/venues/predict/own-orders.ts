import { OrderHash, OrderId } from '../../model/ids.js'

/** Which hash is which of our orders. Bounded: the oldest is forgotten, long after its order has expired. */
export interface OwnOrders {
  hashOf(id: OrderId): OrderHash | null
  idOf(hash: string): OrderId | null
  remember(id: OrderId, hash: OrderHash): void
  /** The id that a salt gives back, remembered with the order's hash; null: not an order of this journal. */
  claim(hash: string, salt: bigint): OrderId | null
}

/** More than an hour of them at the rate that the venue allows; an older one gives its id back by its salt. */
const ORDERS_MAX = 20_000

/** Starts with what the journal knows. `epoch` is the journal's. */
export function createOwnOrders(epoch: number, known: ReadonlyMap<OrderId, OrderHash>): OwnOrders {
  const hashes = new Map<OrderId, OrderHash>()
  const ids = new Map<string, OrderId>()
  const remember = (id: OrderId, hash: OrderHash): void => {
    hashes.set(id, hash)
    ids.set(hash, id)
    const oldest = hashes.size > ORDERS_MAX ? hashes.entries().next().value : undefined
    if (oldest === undefined) return
    hashes.delete(oldest[0])
    ids.delete(oldest[1])
  }
  for (const [id, hash] of known) remember(id, hash)
  return {
    hashOf: id => hashes.get(id) ?? null,
    idOf: hash => ids.get(hash.toLowerCase()) ?? null,
    remember,
    claim: (hash, salt) => {
      const id = ids.get(hash.toLowerCase()) ?? OrderId.fromSalt(salt, epoch)
      if (id !== null) remember(id, OrderHash.of(hash))
      return id
    },
  }
}
