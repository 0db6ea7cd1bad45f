import type { OrderHash, OrderId } from '../../model/ids.js'
import type { Cancel } from '../../model/intent.js'
import type { Report } from '../../model/report.js'
import type { Clock } from '../../model/time.js'
import type { OrderHashes } from './order-hashes.js'
import { REMOVED_MAX, type RemovalAnswer, type RemovalRequests } from './removal-requests.js'

export interface CancelOptions {
  readonly removals: RemovalRequests
  readonly clock: Clock
  readonly orders: OrderHashes
}

/**
 * Requests the removal of orders. Never rejects. Each of our orders gets its report; an order named by a hash that is not ours is removed too, but
 * has no id for a report.
 */
export async function cancelOrders(options: CancelOptions, wanted: readonly Cancel['order'][]): Promise<readonly Report[]> {
  const hashes = new Map<string, OrderId | null>()
  const nameless: OrderId[] = []
  for (const order of wanted) {
    const hash = isHash(order) ? order : options.orders.hashOf(order)
    if (hash !== null) hashes.set(hash, isHash(order) ? options.orders.idOf(order) : order)
    else if (!isHash(order)) nameless.push(order)
  }
  const names = [...hashes.keys()]
  const requests: Promise<ReadonlyMap<string, RemovalAnswer>>[] = []
  for (let from = 0; from < names.length; from += REMOVED_MAX)
    requests.push(options.removals.remove(names.slice(from, from + REMOVED_MAX)))
  const answers = (await Promise.all(requests)).flatMap(answer => [...answer])
  const ours = answers.flatMap(([hash, answer]) => {
    const id = hashes.get(hash) ?? null
    return id === null ? [] : [report(options, id, answer)]
  })
  return [...ours, ...nameless.map(id => report(options, id, 'silent'))]
}

const isHash = (order: Cancel['order']): order is OrderHash => order.startsWith('0x')

function report({ clock }: CancelOptions, order: OrderId, answer: RemovalAnswer): Report {
  const now = clock.now()
  const stamp = { order, at: now, receivedAt: now }
  return answer === 'unanswered' ? { ...stamp, kind: 'unanswered', what: 'cancel' } : { ...stamp, kind: 'removal', answer }
}
