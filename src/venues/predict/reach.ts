import { OPERATIONS } from '../../protocol/api/operations.js'
import { requestOf } from '../../protocol/api/request-of.js'
import type { Wires } from '../wires/wires.js'
import type { Send } from './calls.js'

/** Tests whether the venue answers at all, by a cheap read outside the trading routes. All links of a venue share one result. */
export function createReach(options: {
  readonly wires: Pick<Wires, 'clock'>
  readonly send: Send
  /** A result older than this, in ms, is not reused. */
  readonly freshMs: number
}): () => Promise<boolean> {
  const { wires, send, freshMs } = options
  let last: { readonly at: number; readonly isReached: Promise<boolean> } | null = null
  const ask = async (): Promise<boolean> => {
    const answer = await send(requestOf(OPERATIONS.getTags, {}))
    return answer.kind !== 'failed' || answer.status !== null
  }
  return () => {
    const now = wires.clock.now()
    if (last === null || now - last.at >= freshMs * 1_000) last = { at: now, isReached: ask() }
    return last.isReached
  }
}
