import { OPERATIONS } from '../../protocol/api/operations.js'
import { removedSchema } from '../../protocol/wire.js'
import type { Notice } from '../notice.js'
import { CONNECTIONS_URGENT, type RestAnswer } from '../wires/rest.js'
import { isNotOwned, type Session } from './session.js'

/** What the venue said of one order. `silent`: it was in none of its lists; `unanswered`: no answer came. */
export type RemovalAnswer = 'removed' | 'noop' | 'locked' | 'silent' | 'unanswered'

/** What it said of each order that was asked for, by hash. */
export type RemovalAnswers = ReadonlyMap<string, RemovalAnswer>

/** Asks the venue to take orders off the book. */
export interface Removals {
  /** At most `REMOVED_MAX` hashes. The request leaves at once where a connection is free. Never rejects. */
  remove(hashes: readonly string[]): Promise<RemovalAnswers>
}

export interface RemovalsOptions {
  readonly session: Pick<Session, 'read'>
  readonly onNotice: Notice
}

/** Hashes the venue takes in one request. */
export const REMOVED_MAX = 100

interface Waiting {
  readonly hashes: readonly string[]
  readonly resolve: (answers: RemovalAnswers) => void
}

/**
 * Makes it for one wallet. While every connection waits for an answer, what is asked gathers and leaves together as soon as one is free: where a
 * venue is slow, single requests would form a queue that grows without end, and the removals of a stop would stand at its end.
 */
export function createRemovals(options: RemovalsOptions): Removals {
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
  // One order that is not recorded yet makes the venue refuse all that are named beside it.
  if (answer !== null && isNotOwned(answer)) return hashes.length === 1 ? every(hashes, 'silent') : halves(options, hashes)
  options.onNotice('a removal was not answered', {
    orders: hashes.length,
    status: answer?.kind === 'failed' ? null : (answer?.status ?? null),
  })
  return every(hashes, 'unanswered')
}

const attempt = async ({ session }: RemovalsOptions, hashes: readonly string[]): Promise<RestAnswer | null> => {
  try {
    // Put together by hand: nothing stands between a decision and its cancel that need not.
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
    // In none of the lists: the venue answers so while an order that takes is locked.
    return rejected.has(hash) ? 'locked' : 'silent'
  }
  return new Map(hashes.map(hash => [hash, answerOf(hash)]))
}
