import type { Cancel, CancelLot } from '../model/intent.js'

/** The orders of each request that a turn's cancels become, the surest first: old ones together, young ones together, each doubtful one alone. */
export function cancelRequests(cancels: readonly Cancel[]): readonly (readonly Cancel['order'][])[] {
  const of = (lot: CancelLot): readonly Cancel['order'][] =>
    cancels.filter(cancel => (cancel.lot ?? 'old') === lot).map(({ order }) => order)
  return [of('old'), of('young'), ...of('alone').map(order => [order])].filter(orders => orders.length > 0)
}
