import type { Cancel, CancelLot } from '../model/intent.js'
import { CANCELS_A_CALL } from './cancel-lot.js'

/** Orders of one removal request. */
export type CancelRequest = readonly Cancel['order'][]

/**
 * The requests for a turn's cancels, the safest first: old orders together, young ones together, each doubtful one alone. One request has at most
 * `perCall` orders.
 */
export function cancelRequests(cancels: readonly Cancel[], perCall = CANCELS_A_CALL): readonly CancelRequest[] {
  const of = (lot: CancelLot): CancelRequest =>
    cancels.filter(cancel => (cancel.lot ?? 'old') === lot).map(({ order }) => order)
  return [...inCalls(of('old'), perCall), ...inCalls(of('young'), perCall), ...of('alone').map(order => [order])]
}

function inCalls(orders: CancelRequest, perCall: number): readonly CancelRequest[] {
  const calls: CancelRequest[] = []
  for (let from = 0; from < orders.length; from += perCall) calls.push(orders.slice(from, from + perCall))
  return calls
}
