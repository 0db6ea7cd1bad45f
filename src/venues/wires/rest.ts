import { parseJson } from '../../model/parse-json.js'
import { VenueError } from '../venue-error.js'
import { openSystemHttp } from './system-http.js'
import { type HttpWire, HttpWireError, type Wires } from './wires.js'

/** One host, and what its requests have in common. */
export interface RestOptions {
  /** Scheme, host, port and a path prefix of all requests. */
  readonly baseUrl: string
  /** Names the venue in errors. */
  readonly venue: string
  /** Sent with every request; a request's own headers follow. */
  readonly headers?: Readonly<Record<string, string>>
  /** A request without an answer for about this long has failed, and so has one whose answer has not ended after three times as long. */
  readonly timeoutMs?: number
  /** A longer answer is a failure. */
  readonly bodyMax?: number
  readonly connections?: number
  /** Called for each request as it is sent; the returned function receives the answer's rate limit headers. */
  readonly onSend?: (request: Pick<RestRequest, 'method' | 'path'>) => (rate: RateHeaders) => void
  /** Opens connections; absent: the system's. */
  readonly openHttp?: Wires['openHttp']
}

/** The remaining calls of a fixed window. */
export interface RateHeaders {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** A request in JSON. */
export interface RestRequest {
  readonly method: 'GET' | 'POST'
  /** With its query, appended to the base URL's path; empty: the base URL itself. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON as sent. */
  readonly body?: Uint8Array | string
  /** Uses separate connections, so that it never waits behind requests that a stalled server does not answer. */
  readonly isUrgent?: boolean
  /** Called right before the first byte is written; false: nothing is sent, and the answer is `failed` with `wasSent` false. */
  readonly mayStart?: (() => boolean) | undefined
}

/** How a request ended. `refused` is the server's own decision (4xx); `failed` leaves the effect unknown, unless nothing was sent. */
export type RestAnswer =
  | { readonly kind: 'done'; readonly status: number; readonly text: string; readonly json: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly json: unknown }
  | { readonly kind: 'failed'; readonly status: number | null; readonly wasSent: boolean; readonly error: VenueError }

/** JSON over HTTP to one host, on keep-alive connections. No request is ever repeated. */
export interface Rest {
  /** Sends it once. Never rejects. */
  request(request: RestRequest): Promise<RestAnswer>
  /** Ends its connections; requests that are under way fail. */
  close(): Promise<void>
}

const TIMEOUT_MS = 5_000
const BODY_MAX = 16 * 1024 * 1024
const CONNECTIONS = 16
/** Most urgent requests in flight at once. */
export const CONNECTIONS_URGENT = 4

/** Connections are opened on demand. Throws a TypeError if the URL is invalid. */
export function createRest(options: RestOptions): Rest {
  const { timeoutMs = TIMEOUT_MS, openHttp = openSystemHttp } = options
  const url = new URL(options.baseUrl)
  const prefix = url.pathname.replace(/\/$/, '')
  const pathOf = (path: string): string => (path === '' ? `${prefix || '/'}${url.search}` : prefix + path)
  const placed = {
    ...options,
    pathOf,
    headerList: Object.entries({ ...JSON_HEADERS, ...options.headers }).flat(),
    basic: basicOf(url),
  }
  const usual = openHttp(url.origin, { connections: options.connections ?? CONNECTIONS, timeoutMs })
  const urgent = openHttp(url.origin, { connections: CONNECTIONS_URGENT, timeoutMs })
  return {
    request: request => send(request.isUrgent === true ? urgent : usual, request, placed),
    close: async () => {
      await Promise.all([usual.close(), urgent.close()])
    },
  }
}

interface Placed extends RestOptions {
  readonly pathOf: (path: string) => string
  /** Names and values alternating, for every request. */
  readonly headerList: readonly string[]
  /** The user and the password of the address, for requests without an authorization of their own; null: it has none. */
  readonly basic: string | null
}

/** A node behind a proxy is often given as `https://user:password@host`. */
function basicOf({ username, password }: URL): string | null {
  if (username + password === '') return null
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}

async function send(wire: HttpWire, request: RestRequest, options: Placed): Promise<RestAnswer> {
  const { method, path, headers = {}, body = null, mayStart } = request
  const onRate = options.onSend?.(request)
  const list = [...options.headerList]
  for (const name in headers) list.push(name, headers[name] ?? '')
  if (options.basic !== null && headers['authorization'] === undefined) list.push('authorization', options.basic)
  try {
    const bytesMax = options.bodyMax ?? BODY_MAX
    const response = await wire.request({ method, path: options.pathOf(path), headers: list, body, bytesMax, mayStart })
    const rate = rateOf(response.headers)
    if (rate !== null) onRate?.(rate)
    return response.text === null
      ? failed(options, request, { why: 'the answer is too long' })
      : judge(options, request, response.status, response.text)
  } catch (cause) {
    return failed(options, request, { why: 'no answer', cause, wasSent: !(cause instanceof HttpWireError) || cause.wasSent })
  }
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' }

function judge(options: RestOptions, request: RestRequest, status: number, text: string): RestAnswer {
  const json = parseJson(text)
  // 408 comes from a proxy that timed out: the effect behind it is unknown.
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', status, json }
  if (status >= 200 && status < 300 && json !== undefined) return { kind: 'done', status, text, json }
  return failed(options, request, { why: json === undefined ? 'an answer that is not JSON' : 'a server error', status })
}

function failed(
  { venue }: RestOptions,
  request: RestRequest,
  details: { readonly why: string; readonly status?: number; readonly cause?: unknown; readonly wasSent?: boolean },
): RestAnswer {
  const { why, status = null, cause, wasSent = true } = details
  // The path without its query and without the base URL's prefix: a node's URL often contains its key.
  const where = `${request.method} ${request.path.split('?')[0]}`.trim()
  const code = status === null ? codeOf(cause) : `HTTP ${status}`
  const error = new VenueError(`${where}: ${why} (${code})`, { venue, retryable: true, cause })
  return { kind: 'failed', status, wasSent, error }
}

const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return 'no code'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

const rateOf = (headers: Readonly<Record<string, string | string[] | undefined>>): RateHeaders | null => {
  const [limit, remaining, resetSeconds] = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map(name => {
    const text = headers[name]
    return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : null
  })
  if (limit === null || remaining === null || resetSeconds === null) return null
  return limit === undefined || remaining === undefined || resetSeconds === undefined
    ? null
    : { limit, remaining, resetSeconds }
}
