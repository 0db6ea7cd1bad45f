import { OrderHash, OrderId } from '../../model/ids.js'

/** Maps hashes to our orders. Bounded: the oldest is dropped, long after its order has expired. */
export interface OrderHashes {
  hashOf(id: OrderId): OrderHash | null
  idOf(hash: string): OrderId | null
  remember(id: OrderId, hash: OrderHash): void
  /** The id that a salt encodes, remembered with the order's hash; null: not an order of this journal. */
  claim(hash: string, salt: bigint): OrderId | null
}

/** More than an hour of orders at the venue's rate limit; the id of an older one is restored from its salt. */
const ORDERS_MAX = 20_000

/** Starts with the journal's orders. `epoch` is the journal's. */
export function createOrderHashes(epoch: number, known: ReadonlyMap<OrderId, OrderHash>): OrderHashes {
  const hashes = new Map<OrderId, OrderHash>()
  const ids = new Map<string, OrderId>()
  /** Orders that no lookup has needed yet. Storing takes microseconds, which an order being sent would wait for. */
  let fresh: (readonly [OrderId, OrderHash])[] = []
  const store = (id: OrderId, hash: OrderHash): void => {
    hashes.set(id, hash)
    ids.set(hash, id)
    const oldest = hashes.size > ORDERS_MAX ? hashes.entries().next().value : undefined
    if (oldest === undefined) return
    hashes.delete(oldest[0])
    ids.delete(oldest[1])
  }
  const storeFresh = (): void => {
    if (fresh.length === 0) return
    for (const [id, hash] of fresh) store(id, hash)
    fresh = []
  }
  const idOf = (hash: string): OrderId | null => {
    storeFresh()
    return ids.get(hash.toLowerCase()) ?? null
  }
  for (const [id, hash] of known) store(id, hash)
  return {
    hashOf: id => {
      storeFresh()
      return hashes.get(id) ?? null
    },
    idOf,
    remember: (id, hash) => void fresh.push([id, hash]),
    claim: (hash, salt) => {
      const id = idOf(hash) ?? OrderId.fromSalt(salt, epoch)
      if (id !== null) store(id, OrderHash.of(hash))
      return id
    },
  }
}
