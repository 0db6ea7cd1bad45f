import { type Market, OrderHash, type Signed, type TimedSubmit } from 'oddsmith/venue'
import type { EchoKey } from './calls.js'
import { type EchoOrder, macOf, signedParts } from './wire.js'

const WAYS = { 'post-only': 'post', limit: 'rest', market: 'kill', 'fill-or-kill': 'kill' } as const

/**
 * The exchange's form of an order: its bytes and its name, which is the signature. The order signs its own time, that of the turn which decided it, so
 * the same command gives the same bytes. It carries our id, by which it is ours again after a lost memory.
 */
export function orderForm(submit: TimedSubmit, { id: market }: Market, key: EchoKey): Signed {
  const { order } = submit
  const terms: Omit<EchoOrder, 'h'> = {
    a: key.account,
    i: submit.id,
    m: market,
    s: order.side,
    o: order.outcome,
    c: order.price / 100,
    n: order.size / 1_000_000,
    p: WAYS[order.style],
    t: Math.floor(submit.at / 1_000),
    x: Math.floor(order.expiresAt / 1_000_000),
  }
  const h = macOf(key.secret, signedParts(terms))
  return { id: submit.id, hash: OrderHash.of(`0x${h}`), body: new TextEncoder().encode(JSON.stringify({ ...terms, h })) }
}
