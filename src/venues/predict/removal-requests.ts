import { OPERATIONS } from '../../protocol/api/operations.js'
import { removedSchema } from '../../protocol/wire.js'
import type { Notice } from '../notice.js'
import { CONNECTIONS_URGENT, type RestAnswer } from '../wires/rest.js'
import { isNotOwned, type WalletLogin } from './wallet-login.js'

/** The venue's answer for one order. `silent`: it was in none of the lists; `unanswered`: no answer came. */
export type RemovalAnswer = 'removed' | 'noop' | 'locked' | 'silent' | 'unanswered'

/** The answer for each requested order, by hash. */
export type RemovalAnswers = ReadonlyMap<string, RemovalAnswer>

/** Requests removals of orders. */
export interface RemovalRequests {
  /** At most `REMOVED_MAX` hashes. The request is sent at once if a connection is free. Never rejects. */
  remove(hashes: readonly string[]): Promise<RemovalAnswers>
}

export interface RemovalsOptions {
  readonly session: Pick<WalletLogin, 'read'>
  readonly onNotice: Notice
}

/** Most hashes that the venue takes in one request. */
export const REMOVED_MAX = 100

interface Waiting {
  readonly hashes: readonly string[]
  readonly resolve: (answers: RemovalAnswers) => void
}

/**
 * Creates it for one wallet. While all connections wait for answers, requested hashes are collected and sent together as soon as one is free: at a
 * slow venue, single requests would queue up without bound, with the removals of a stop at the end.
 */
export function createRemovalRequests(options: RemovalsOptions): RemovalRequests {
  const waiting: Waiting[] = []
  let flying = 0
  const send = async (hashes: readonly string[]): Promise<RemovalAnswers> => {
    flying += 1
    const answers = await request(options, hashes)
    flying -= 1
    void sendWaiting()
    return answers
  }
  const sendWaiting = async (): Promise<void> => {
    const group = takeGroup(waiting)
    if (group.length === 0) return
    const answers = await send(group.flatMap(({ hashes }) => hashes))
    for (const { hashes, resolve } of group) resolve(answersTo(hashes, answers))
  }
  return {
    remove: hashes => (flying < CONNECTIONS_URGENT ? send(hashes) : new Promise(resolve => waiting.push({ hashes, resolve }))),
  }
}

/** Takes from the front what fits into one request. */
function takeGroup(waiting: Waiting[]): readonly Waiting[] {
  let count = 0
  const end = waiting.findIndex(({ hashes }) => {
    count += hashes.length
    return count > REMOVED_MAX
  })
  return waiting.splice(0, end < 0 ? waiting.length : end)
}

const answersTo = (hashes: readonly string[], answers: RemovalAnswers): RemovalAnswers =>
  new Map(hashes.map(hash => [hash, answers.get(hash) ?? 'unanswered']))

async function request(options: RemovalsOptions, hashes: readonly string[]): Promise<RemovalAnswers> {
  const answer = await attempt(options, hashes)
  const lists = answer?.kind === 'done' ? removedSchema.safeParse(answer.json).data : undefined
  if (lists !== undefined) return sort(hashes, lists)
  // One order that is not recorded yet makes the venue refuse the whole request.
  if (answer !== null && isNotOwned(answer)) return hashes.length === 1 ? every(hashes, 'silent') : halves(options, hashes)
  options.onNotice('a removal was not answered', {
    orders: hashes.length,
    status: answer?.kind === 'failed' ? null : (answer?.status ?? null),
  })
  return every(hashes, 'unanswered')
}

const attempt = async ({ session }: RemovalsOptions, hashes: readonly string[]): Promise<RestAnswer | null> => {
  try {
    // Concatenated by hand, to keep the path from decision to cancel short.
    const body = JSON.stringify({ data: { hashes } })
    return await session.read({ method: 'POST', path: OPERATIONS.removeOrdersByHash.path, body, isUrgent: true })
  } catch {
    return null
  }
}

async function halves(options: RemovalsOptions, hashes: readonly string[]): Promise<RemovalAnswers> {
  const middle = Math.ceil(hashes.length / 2)
  const answers = await Promise.all([request(options, hashes.slice(0, middle)), request(options, hashes.slice(middle))])
  return new Map(answers.flatMap(answer => [...answer]))
}

const every = (hashes: readonly string[], answer: RemovalAnswer): RemovalAnswers => new Map(hashes.map(hash => [hash, answer]))

function sort(
  hashes: readonly string[],
  lists: { readonly removed: readonly string[]; readonly noop: readonly string[]; readonly rejected: readonly string[] },
): RemovalAnswers {
  const has = (list: readonly string[]): ReadonlySet<string> => new Set(list.map(hash => hash.toLowerCase()))
  const [removed, noop, rejected] = [has(lists.removed), has(lists.noop), has(lists.rejected)]
  const answerOf = (hash: string): RemovalAnswer => {
    if (removed.has(hash)) return 'removed'
    if (noop.has(hash)) return 'noop'
    // In none of the lists: the venue answers so while a taking order is locked.
    return rejected.has(hash) ? 'locked' : 'silent'
  }
  return new Map(hashes.map(hash => [hash, answerOf(hash)]))
}
