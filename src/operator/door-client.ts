import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { infiniteAsText } from '../model/plain.js'
import { DoorCallError } from './door-call-error.js'
import type { DOOR_OPERATIONS } from './operations.js'
import type { Action, ActionAnswer } from './schemas-action.js'
import type { AlertsCopy } from './schemas-alerts.js'
import type { EventEntry } from './schemas-history.js'
import type { MarketDetail } from './schemas-market.js'
import type { RunCopy } from './schemas-run.js'

type Operations = typeof DOOR_OPERATIONS
/** Reads without a parameter in the path. */
export type DoorRead = Exclude<
  { [K in keyof Operations]: Operations[K] extends { readonly answer: z.ZodType } ? K : never }[keyof Operations],
  'market' | 'result' | 'stream'
>
/** The answer of a read. */
export type DoorAnswer<K extends DoorRead> = z.output<Operations[K]['answer']>

/** The answer for one market. */
export type MarketAnswer = z.output<Operations['market']['answer']>

/** An event of a run's stream. */
export type StreamEvent =
  | { readonly event: 'copy'; readonly data: RunCopy }
  | { readonly event: 'detail'; readonly data: MarketDetail }
  | { readonly event: 'event'; readonly data: EventEntry }
  /** At first, and when they change. */
  | { readonly event: 'alerts'; readonly data: AlertsCopy }
  | { readonly event: 'end'; readonly data: { readonly why: string } }

/** A client of a door. Each method rejects with a `DoorCallError`. */
export interface DoorClient {
  /** Reads from the door. Rejects with a `DoorCallError`. */
  read<K extends DoorRead>(what: K, query?: Readonly<Record<string, string | number>>): Promise<DoorAnswer<K>>
  /** One market, with its ladder if the trading thread has copied it. */
  market(id: string): Promise<MarketAnswer>
  /** `key` identifies the action: repeating it with the same key does it only once. Absent: a new key. */
  act(action: Action, key?: string): Promise<ActionAnswer>
  /** A code that opens the page once. */
  code(): Promise<string>
  /** Reads events until the stream ends, or `signal` aborts. `market`: the market whose ladder is included. */
  stream(options: { readonly market?: string; readonly signal?: AbortSignal }): AsyncGenerator<StreamEvent>
}

/** The address of a door, and who calls it. */
export interface DoorClientOptions {
  /** As in `door.json`. */
  readonly url: string
  readonly token: string
  /** How long to wait for the answer to a read; an action may take twelve seconds more. Default: five seconds. */
  readonly timeoutMs?: number
}

interface Call extends Pick<RequestInit, 'method' | 'body' | 'signal'> {
  readonly ms: number
  readonly headers?: Readonly<Record<string, string>>
}

const READ_MS = 5_000
const ACT_MS = 12_000
const PATHS: Readonly<Record<string, string>> = { health: '/health', ready: '/ready', openapi: '/api/openapi.json' }

/** Creates a client of a door. It sends nothing until it is used. */
export function createDoorClient({ url, token, timeoutMs = READ_MS }: DoorClientOptions): DoorClient {
  const call = async (path: string, options: Call): Promise<Response> => {
    const { ms, headers = {}, ...rest } = options
    const signal = rest.signal ?? AbortSignal.timeout(ms)
    try {
      return await fetch(url + path, { ...rest, signal, headers: { authorization: `Bearer ${token}`, ...headers } })
    } catch (error) {
      throw new DoorCallError(0, 'no_answer', 'the door of the daemon does not answer', error)
    }
  }
  const post = (path: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body, infiniteAsText),
      ms: timeoutMs + ACT_MS,
    })
  return {
    read: async (what, query = {}) => {
      const asked = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString()
      const path = PATHS[what] ?? `/api/${what}`
      return (await bodyOf(await call(asked === '' ? path : `${path}?${asked}`, { ms: timeoutMs }), [])) as never
    },
    market: async id =>
      (await bodyOf(await call(`/api/markets/${encodeURIComponent(id)}`, { ms: timeoutMs }), [])) as MarketAnswer,
    act: async (action, key = randomUUID()) =>
      (await bodyOf(await post('/api/actions', action, { 'idempotency-key': key }), ACTION_STATUSES)) as ActionAnswer,
    code: async () => ((await bodyOf(await post('/api/codes', {}, {}), [])) as { code: string }).code,
    stream: async function* ({ market, signal }) {
      const path = market === undefined ? '/api/stream' : `/api/stream?market=${encodeURIComponent(market)}`
      const response = await call(path, { ms: timeoutMs, signal: signal ?? new AbortController().signal })
      if (response.status !== 200 || response.body === null) {
        await bodyOf(response, [])
        return
      }
      try {
        yield* eventsIn(response.body)
      } catch (error) {
        if (signal?.aborted !== true) throw new DoorCallError(0, 'ended', 'the stream of the door was cut', error)
      }
    },
  }
}

/** Status codes of an action's answer that are not failures of the call. */
const ACTION_STATUSES = [202, 409, 422]

async function bodyOf(response: Response, alsoGood: readonly number[]): Promise<unknown> {
  const body = (await response.json().catch(() => null)) as { error?: string; text?: string } | null
  if (response.ok || (alsoGood.includes(response.status) && body?.error === undefined)) return body
  throw new DoorCallError(response.status, body?.error ?? 'failed', body?.text ?? `the door answered ${response.status}`)
}

/** Server-sent events of a body, in order. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      const field = (name: string): string | undefined => lines.find(line => line.startsWith(name))?.slice(name.length)
      const [event, data] = [field('event: '), field('data: ')]
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) as unknown } as StreamEvent
    }
  }
}
