import type { z } from 'zod'
import type { removed as removedSchema } from '../../../protocol/api/schemas-account.js'
import { unauthorized } from '../http/refusal.js'
import type { Writes } from '../writes/writes.js'

/** Orders of one wallet that shall leave the book. */
export interface Removal {
  readonly account: string
  /** From hash to the name the client gave. */
  readonly named: ReadonlyMap<string, string>
}

/** Orders by the ids that a client named; an unknown id stays what it is. */
export const namedByIds = (writes: Writes, ids: readonly string[]): Removal['named'] =>
  new Map(ids.map(id => [writes.reads.core.orderById(Number(id))?.spec.hash ?? `unknown ${id}`, id]))

/** Orders by the hashes that a client named, in its own letter case. */
export const namedByHashes = (hashes: readonly string[]): Removal['named'] =>
  new Map(hashes.map(hash => [hash.toLowerCase(), hash]))

/**
 * Takes orders from the book and names them as the request did, to be told when the floor has `written`. Throws a refusal where one is another
 * wallet's: then none is removed.
 */
export const removeOrders = (writes: Writes, { account, named }: Removal): z.input<typeof removedSchema> => {
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
