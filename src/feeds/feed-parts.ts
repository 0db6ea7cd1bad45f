import { defer, exhaustMap, finalize, type Observable, timer } from 'rxjs'
import { eachOf } from '../venues/wires/each-of.js'
import { createRest } from '../venues/wires/rest.js'
import { socket } from '../venues/wires/socket.js'
import type { Wires } from '../venues/wires/wires.js'
import type { FeedParts, FeedPoll, FeedSocket, FeedVenue } from './feed-definition.js'

/** What the feeds of a run depend on. */
export interface FeedSurroundings {
  readonly wires: Wires
  readonly venue: FeedVenue
  /** Environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Two unanswered pings end a link. */
const PROBE_MS = 5_000
/** A longer message ends the link. */
const TEXT_MAX = 1024 * 1024

/** The parts for a feed of this name. */
export const createFeedParts = (name: string, { wires, venue, environment }: FeedSurroundings): FeedParts => ({
  name,
  wires,
  venue,
  socket: options => socketTexts(name, options, wires),
  poll: options => polledTexts(name, options, wires),
  secret: ({ env }) => {
    const value = environment[env]
    if (value === undefined || value === '') throw new Error(`expected the variable ${env} to be set, found nothing`)
    return value
  },
})

/** The messages of one socket. */
const socketTexts = (name: string, { url, headers = {}, hello = [] }: FeedSocket, wires: Wires): Observable<string> =>
  socket({ url, venue: name, wires, headers, frameMax: TEXT_MAX, probe: { everyMs: PROBE_MS } }).pipe(
    eachOf(event => {
      if (event.kind === 'text') return [event.text]
      if (event.kind === 'open') for (const text of hello) event.send(text)
      return []
    }),
  )

/** A slow answer delays the next request; two never overlap. */
const polledTexts = (
  name: string,
  { url, everyMs, headers = {} }: FeedPoll,
  { openHttp, scheduler }: Wires,
): Observable<string> =>
  defer(() => {
    const rest = createRest({ baseUrl: url, venue: name, headers, openHttp, bodyMax: TEXT_MAX, connections: 1 })
    const ask = async (): Promise<string> => {
      const answer = await rest.request({ method: 'GET', path: '' })
      if (answer.kind === 'done') return answer.text
      throw answer.kind === 'failed' ? answer.error : new Error(`the request was refused with HTTP ${answer.status}`)
    }
    return timer(0, everyMs, scheduler).pipe(
      exhaustMap(ask),
      finalize(() => void rest.close()),
    )
  })
