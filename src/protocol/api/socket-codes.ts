/** The stable `code` words of the stream's refusals. Clients switch on them, so a published word never changes. */
export const SOCKET_CODES = {
  /** The frame is no JSON object, or lacks what its method needs. */
  badRequest: 'bad_request',
  unknownMethod: 'unknown_method',
  /** There is no topic of this name, or nothing of this id. */
  invalidTopic: 'invalid_topic',
  /** The token of a wallet topic is forged, foreign or has expired, also while it was followed. */
  invalidCredentials: 'invalid_credentials',
  tooManyTopics: 'too_many_topics',
  /** More requests in a second than a connection may send; the request was not carried out. */
  tooManyRequests: 'too_many_requests',
} as const

/** Why the exchange closes a connection: the code of its close frame, and the reason. */
export const SOCKET_CLOSES = {
  heartbeat: [1000, 'heartbeat was not answered'],
  draining: [1001, 'server draining'],
  flooding: [1008, 'too many requests'],
  tooSlow: [1013, 'too slow'],
} as const satisfies Readonly<Record<string, readonly [code: number, reason: string]>>

/** A refusal as it stands in an answer of the stream. */
export interface SocketError {
  readonly code: (typeof SOCKET_CODES)[keyof typeof SOCKET_CODES]
  readonly message: string
}
