import type { OrderHash, OrderId } from '../../model/ids.js'
import type { Cancel } from '../../model/intent.js'
import type { Report } from '../../model/report.js'
import type { Clock } from '../../model/time.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import { removedSchema } from '../../protocol/wire.js'
import type { RestAnswer } from '../wires/rest.js'
import type { Notice } from './notice.js'
import type { OwnOrders } from './own-orders.js'
import { isNotOwned, type Session } from './session.js'

export interface CancelOptions {
  readonly session: Pick<Session, 'read'>
  readonly clock: Clock
  readonly orders: OwnOrders
  readonly onNotice: Notice
}

/** Hashes the venue takes in one request. */
const REMOVED_MAX = 100

type Answer = 'removed' | 'noop' | 'locked' | 'silent' | 'unanswered'

/**
 * Asks for orders to leave the book. Never rejects. Each of our orders gets its report; an order named by a hash that is not ours is
 * removed too, but has no id that a report could carry.
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
  const requests: Promise<ReadonlyMap<string, Answer>>[] = []
  for (let from = 0; from < names.length; from += REMOVED_MAX)
    requests.push(remove(options, names.slice(from, from + REMOVED_MAX)))
  const answers = (await Promise.all(requests)).flatMap(answer => [...answer])
  const ours = answers.flatMap(([hash, answer]) => {
    const id = hashes.get(hash) ?? null
    return id === null ? [] : [report(options, id, answer)]
  })
  return [...ours, ...nameless.map(id => report(options, id, 'silent'))]
}

const isHash = (order: Cancel['order']): order is OrderHash => order.startsWith('0x')

function report({ clock }: CancelOptions, order: OrderId, answer: Answer): Report {
  const now = clock.now()
  const stamp = { order, at: now, receivedAt: now }
  return answer === 'unanswered' ? { ...stamp, kind: 'unanswered', what: 'cancel' } : { ...stamp, kind: 'removal', answer }
}

async function remove(options: CancelOptions, hashes: readonly string[]): Promise<ReadonlyMap<string, Answer>> {
  const answer = await attempt(options, hashes)
  const lists = answer?.kind === 'done' ? removedSchema.safeParse(answer.json).data : undefined
  if (lists !== undefined) return sort(hashes, lists)
  // One order that is not recorded yet makes the venue refuse all that are named beside it.
  if (answer !== null && isNotOwned(answer)) return hashes.length === 1 ? every(hashes, 'silent') : halves(options, hashes)
  options.onNotice('a removal was not answered', {
    orders: hashes.length,
    status: answer?.kind === 'failed' ? null : (answer?.status ?? null),
  })
  return every(hashes, 'unanswered')
}

const attempt = async ({ session }: CancelOptions, hashes: readonly string[]): Promise<RestAnswer | null> => {
  try {
    // Put together by hand: nothing stands between a decision and its cancel that need not.
    const body = JSON.stringify({ data: { hashes } })
    return await session.read({ method: 'POST', path: OPERATIONS.removeOrdersByHash.path, body, isUrgent: true })
  } catch {
    return null
  }
}

async function halves(options: CancelOptions, hashes: readonly string[]): Promise<ReadonlyMap<string, Answer>> {
  const middle = Math.ceil(hashes.length / 2)
  const answers = await Promise.all([remove(options, hashes.slice(0, middle)), remove(options, hashes.slice(middle))])
  return new Map(answers.flatMap(answer => [...answer]))
}

const every = (hashes: readonly string[], answer: Answer): ReadonlyMap<string, Answer> =>
  new Map(hashes.map(hash => [hash, answer]))

function sort(
  hashes: readonly string[],
  lists: { readonly removed: readonly string[]; readonly noop: readonly string[]; readonly rejected: readonly string[] },
): ReadonlyMap<string, Answer> {
  const has = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(hash => hash.toLowerCase()))
  const [removed, noop, rejected] = [has(lists.removed), has(lists.noop), has(lists.rejected)]
  const answerOf = (hash: string): Answer => {
    if (removed.has(hash)) return 'removed'
    if (noop.has(hash)) return 'noop'
    // In none of the lists: the venue answers so while an order that takes is locked.
    return rejected.has(hash) ? 'locked' : 'silent'
  }
  return new Map(hashes.map(hash => [hash, answerOf(hash)]))
}
