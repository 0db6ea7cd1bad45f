import type { Subscription } from 'rxjs'
import { z } from 'zod'
import { plural } from '../../../model/counted.js'
import { reasonOf } from '../../../model/reason-of.js'
import { OPERATIONS } from '../../../protocol/api/operations.js'
import { Finding } from '../../finding.js'
import { remedyOf } from '../../remedy-of.js'
import { pause } from '../../wires/pause.js'
import { readOne, type Send } from '../calls.js'
import { topics } from '../topics.js'
import type { Checkup } from './checkup.js'
import { createPushesHeard, type PushesHeard } from './pushes-heard.js'

/** A link that was opened, and how it went. */
interface LinkHeard {
  readonly pushes: PushesHeard
  isReady: boolean
  /** Why it ended; null: it did not. */
  ended: string | null
  /** When the server announced to end the link, in ms from now; null: it did not. */
  leavingMs: number | null
  readonly refused: string[]
}

const TOPICS = ['predictOrderbook', 'predictTradingStatus', 'predictMarketStatus', 'predictMarketChanged'] as const
const WALLET = 'predictWalletEvents'
/** Most markets on the link: a sample is enough. */
const MARKETS_MAX = 40
/** How late a push may be after REST shows the same book; streams are listened to for twice as long. */
const PUSH_LATE_MS = 1_000

/** The findings, and which markets had a push about a change of state. */
export interface StreamFindings {
  readonly findings: readonly Finding[]
  readonly isStateTold: PushesHeard['isStateTold']
}

/** Listens to the books of markets, and to the wallet if it is logged in, and compares them with REST. `listenMs`: for how long. */
export async function checkStreams(checkup: Checkup, ids: readonly string[], listenMs: number): Promise<StreamFindings> {
  const markets = ids.slice(0, MARKETS_MAX)
  // Without markets nothing is pushed, and silence would prove nothing.
  if (markets.length === 0) return { findings: [], isStateTold: () => false }
  const { wires } = checkup
  const token = await checkup.session.token().catch(() => null)
  const heard: LinkHeard = { pushes: createPushesHeard(), isReady: false, ended: null, leavingMs: null, refused: [] }
  const link = listen(checkup, heard, Math.min(PROBE_MS, listenMs / 4), [
    ...(token === null ? [] : [`${WALLET}/${token}`]),
    ...markets.flatMap(id => TOPICS.map(topic => `${topic}/${id}`)),
  ])
  try {
    const before = await readBooks(checkup, markets)
    const lateMs = Math.min(PUSH_LATE_MS, listenMs / 2)
    await pause(wires.scheduler, listenMs - lateMs)
    const after = await readBooks(checkup, markets)
    await pause(wires.scheduler, lateMs)
    const books = bookFindings(heard, { markets, before, after })
    return { findings: [...linkFindings(checkup, heard, listenMs), ...books], isStateTold: heard.pushes.isStateTold }
  } catch (error) {
    const books = Finding.fail('books', `the books could not be read: ${reasonOf(error)}`, remedyOf(error))
    return { findings: [...linkFindings(checkup, heard, listenMs), books], isStateTold: heard.pushes.isStateTold }
  } finally {
    link.unsubscribe()
  }
}

function listen(
  { wires, wsUrl, apiKey, timings }: Checkup,
  heard: LinkHeard,
  probeEveryMs: number,
  wanted: readonly string[],
): Subscription {
  const evidence = { timings: { probeEveryMs, heartbeatEveryMs: timings.heartbeatEveryMs } }
  const onLeaving = (graceMs: number): void => {
    heard.leavingMs = graceMs
  }
  return topics({ url: wsUrl, apiKey, wires, topics: wanted, evidence, onLeaving }).subscribe({
    next: event => {
      if (event.kind === 'ready') heard.isReady = true
      if (event.kind === 'text') heard.pushes.take(event.text)
      // The name of the wallet's topic contains a token.
      if (event.kind === 'refused')
        heard.refused.push(`${event.topic.startsWith(WALLET) ? WALLET : event.topic} (${event.code})`)
    },
    error: (error: unknown) => {
      heard.ended = reasonOf(error)
    },
  })
}

const PROBE_MS = 400

function linkFindings({ wsUrl }: Checkup, heard: LinkHeard, listenMs: number): readonly Finding[] {
  const host = `${new URL(wsUrl).host} (venue.wsUrl)`
  const found: Finding[] = []
  if (heard.leavingMs !== null)
    found.push(
      Finding.warn(
        'stream',
        `${host} said that it ends its links in ${heard.leavingMs} ms: it shuts down or restarts`,
        'a run moves to another link by itself; begin with money once this is over',
      ),
    )
  else if (heard.ended !== null)
    found.push(
      Finding.fail(
        'stream',
        `the link to ${host} ended: ${heard.ended}`,
        'a run would pull its quotes and connect again; look at the network, a proxy that cuts or stalls WebSockets, and the load of the venue',
      ),
    )
  else if (!heard.isReady)
    found.push(
      Finding.fail(
        'stream',
        `${host} did not answer the subscriptions within ${listenMs / 1_000} s`,
        'look at wsUrl and at a proxy that lets no WebSocket through; start no run until it answers',
      ),
    )
  if (heard.refused.length > 0)
    found.push(
      Finding.fail(
        'stream',
        `${host} refused ${heard.refused.join(', ')}`,
        'check apiKey and account; a market whose book is refused has left the venue',
      ),
    )
  if (found.length > 0) return found
  return [Finding.ok('stream', `${host}: ${heard.pushes.books} books were pushed in ${listenMs / 1_000} s`)]
}

/** When each market's book last changed, by REST and the venue's clock. */
type Books = ReadonlyMap<string, number>

interface Compared {
  readonly markets: readonly string[]
  readonly before: Books
  readonly after: Books
}

function bookFindings({ pushes, isReady, ended }: LinkHeard, { markets, before, after }: Compared): readonly Finding[] {
  const silent = markets.filter(id => {
    const [began, ends] = [before.get(id) ?? 0, after.get(id) ?? 0]
    return ends > began && pushes.newestMs(id) < ends
  })
  const found: Finding[] = []
  if (silent.length > 0 && isReady && ended === null)
    found.push(
      Finding.fail(
        'books',
        `the books of ${named(silent)} changed, but no push reported it: the stream is silent`,
        'a run would hold those markets dark and not quote them; start it once the stream sends again, and tell the venue',
      ),
    )
  for (const { what, words, remedy } of WRONG) {
    const wrong = pushes.wrong(what).filter(({ times }) => what !== 'repeated' || times >= REPEATED_MIN)
    if (wrong.length > 0) found.push(Finding.warn('books', `${words} in ${named(wrong.map(({ market }) => market))}`, remedy))
  }
  const isWell = found.length === 0 && ended === null && isReady
  return isWell ? [Finding.ok('books', 'pushed books and those by REST are of the same time, in order and not crossed')] : found
}

/** The first push may repeat the first book of a topic. */
const REPEATED_MIN = 2

const WRONG = [
  {
    what: 'crossed',
    words: 'a pushed book had its best bid at or above its best ask',
    remedy: 'a run does not quote on a crossed book; where this lasts, tell the venue and leave those markets out',
  },
  {
    what: 'older',
    words: 'a push had an older book than the push before it: pushes come out of order',
    remedy: 'a run drops what is older; look for a proxy between, and run nearer to the venue',
  },
  {
    what: 'repeated',
    words: 'pushes arrived twice: the stream repeats itself',
    remedy: 'a run drops what it has; look for a second link through a proxy, and tell the venue',
  },
] as const

const NAMED_MAX = 5
const named = (ids: readonly string[]): string =>
  `${plural(ids.length, 'market')} ${ids.slice(0, NAMED_MAX).join(', ')}${ids.length > NAMED_MAX ? ` and ${ids.length - NAMED_MAX} more` : ''}`

const bookRow = z.looseObject({ marketId: z.union([z.number(), z.string()]), updateTimestampMs: z.number() })

async function readBooks({ rest }: Checkup, ids: readonly string[]): Promise<Books> {
  const send: Send = request => rest.request(request)
  if (ids.length === 0) return new Map()
  const rows = await readOne(send, OPERATIONS.getOrderbooks, { ids: [...ids] }, z.array(bookRow))
  return new Map(rows.map(({ marketId, updateTimestampMs }) => [String(marketId), updateTimestampMs]))
}
