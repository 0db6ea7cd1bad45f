import type { z } from 'zod'
import type { removed as removedSchema } from '../../../protocol/api/schemas-account.js'
import { unauthorized } from '../http/refusal.js'
import type { Reads } from '../read-models/reads.js'
import type { Writes } from '../writes/writes.js'

/** Orders of one wallet that are to be removed. */
export interface OrdersToRemove {
  readonly account: string
  /** From hash to the id or hash that the client sent. */
  readonly named: ReadonlyMap<string, string>
}

/** Orders by the ids that a client sent. An unknown id gets a key that is no hash. */
export const namedByIds = (reads: Reads, ids: readonly string[]): OrdersToRemove['named'] =>
  new Map(ids.map(id => [reads.core.orderById(Number(id))?.spec.hash ?? `unknown ${id}`, id]))

/** Orders by the hashes that a client sent, in its own letter case. */
export const namedByHashes = (hashes: readonly string[]): OrdersToRemove['named'] =>
  new Map(hashes.map(hash => [hash.toLowerCase(), hash]))

/**
 * Removes orders and names them as the request did. The answer may leave once the sequencer has `written`. Throws a refusal when an order is
 * another wallet's; then none is removed.
 */
export const removeOrders = (writes: Writes, { account, named }: OrdersToRemove): z.input<typeof removedSchema> => {
  const { core } = writes.sequencer
  const hashes = [...named.keys()]
  if (hashes.some(hash => (core.order(hash)?.spec.account ?? account) !== account))
    throw unauthorized('one or more orders do not belong to this wallet')
  const known = hashes.filter(hash => core.order(hash) !== null)
  const unknown = hashes.filter(hash => core.order(hash) === null)
  const answer = writes.sequencer.take({ command: { kind: 'remove', at: writes.reads.now(), account, hashes: known } })
  if (answer.kind !== 'removal') throw new Error(`a removal was answered with ${answer.kind}`)
  const names = (list: readonly string[]): string[] => list.map(hash => named.get(hash) ?? hash)
  return {
    success: true,
    removed: names(answer.removed),
    noop: names([...answer.noop, ...unknown]),
    rejected: names(answer.rejected),
  }
}
