import { SOCKET_CODES, type SocketError } from '../../../protocol/api/socket-codes.js'

/** The id of a client's request, which the answer repeats; `null`: the request has none. */
export type RequestId = number | string | null

/** A client's request to the stream. Only the first topic of `params` counts. */
export type SocketRequest =
  /** `NaN`: the returned value was no number. A heartbeat gets no answer. */
  | { readonly kind: 'heartbeat'; readonly data: number }
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly requestId: RequestId; readonly topic: string }
  | { readonly kind: 'refused'; readonly requestId: RequestId; readonly error: SocketError }

const TOPIC_MAX = 4_000
const REQUEST_ID_MAX = 64

/** Parses one frame; `null`: it was binary. */
export const readRequest = (text: string | null): SocketRequest => {
  const message = parsed(text)
  if (message === null) return refused(null, 'a request is JSON text with method, requestId and params')
  const { method, params, data } = message
  const requestId = requestIdOf(message['requestId'])
  if (method === 'heartbeat') return { kind: 'heartbeat', data: typeof data === 'number' ? data : Number.NaN }
  if (typeof method !== 'string') return refused(requestId, 'a request has a method')
  if (method !== 'subscribe' && method !== 'unsubscribe')
    return refused(requestId, 'method must be subscribe, unsubscribe or heartbeat', SOCKET_CODES.unknownMethod)
  const topic: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof topic !== 'string' || topic.length > TOPIC_MAX)
    return refused(requestId, `params must be an array of one topic of at most ${TOPIC_MAX} characters`)
  return { kind: method, requestId, topic }
}

const refused = (
  requestId: RequestId,
  message: string,
  code: SocketError['code'] = SOCKET_CODES.badRequest,
): SocketRequest => ({ kind: 'refused', requestId, error: { code, message } })

const parsed = (text: string | null): Readonly<Record<string, unknown>> | null => {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const requestIdOf = (value: unknown): RequestId =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= REQUEST_ID_MAX) ? value : null
