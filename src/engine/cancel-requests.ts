import type { Cancel, CancelLot } from '../model/intent.js'
import { CANCELS_A_CALL } from './cancel-lot.js'

/** Orders that one request takes off. */
export type CancelRequest = readonly Cancel['order'][]

/** The requests that a turn's cancels become, the surest first: old orders together, young ones together, each doubtful one alone. */
export function cancelRequests(cancels: readonly Cancel[]): readonly CancelRequest[] {
  const of = (lot: CancelLot): CancelRequest =>
    cancels.filter(cancel => (cancel.lot ?? 'old') === lot).map(({ order }) => order)
  return [...inCalls(of('old')), ...inCalls(of('young')), ...of('alone').map(order => [order])]
}

function inCalls(orders: CancelRequest): readonly CancelRequest[] {
  const calls: CancelRequest[] = []
  for (let from = 0; from < orders.length; from += CANCELS_A_CALL) calls.push(orders.slice(from, from + CANCELS_A_CALL))
  return calls
}
