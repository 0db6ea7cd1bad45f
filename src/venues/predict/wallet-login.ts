import type { RunClock, Timestamp } from '../../model/time.js'
import { Timestamp as Time } from '../../model/time.js'
import { OPERATIONS } from '../../protocol/api/operations.js'
import type { Signer } from '../../protocol/sign.js'
import { errorSchema, messageSchema, tokenSchema } from '../../protocol/wire.js'
import type { Rest, RestAnswer, RestRequest } from '../wires/rest.js'
import { readOne, type Send } from './calls.js'

/** The wallet's login. Its token is used only in headers and in one topic. */
export interface WalletLogin {
  /** A token that is valid for a while; logs in if there is none. Rejects with a VenueError. */
  token(): Promise<string>
  /** Time until the present token should be renewed, in ms; null: there is none. */
  renewInMs(): number | null
  /** Logs in again; concurrent callers share one login. */
  renew(): Promise<string>
  /** Sends a request for the wallet, once. A refused token is dropped, so that the next request logs in. */
  once(request: RestRequest): Promise<RestAnswer>
  /** The same for requests that may be repeated: after a refused token, they are sent once more with a new one. */
  read(request: RestRequest): Promise<RestAnswer>
}

export interface WalletLoginOptions {
  readonly rest: Rest
  readonly signer: Signer
  readonly clock: RunClock
  /** Called with the venue's login time, in whole seconds of its clock, between our request and its answer. */
  readonly onIssued?: (atSeconds: number, sentAt: Timestamp, receivedAt: Timestamp) => void
}

interface Token {
  readonly text: string
  /** Headers of each request for the wallet. */
  readonly headers: Readonly<Record<string, string>>
  readonly renewAt: Timestamp
  readonly endsAt: Timestamp
}

const LIFE_SECONDS = 86_400
const RENEW_AT_SHARE = 0.8

/** Creates a session without a token. */
export function createWalletLogin(options: WalletLoginOptions): WalletLogin {
  const { rest, clock } = options
  let current: Token | null = null
  let login: Promise<Token> | null = null
  const renew = (): Promise<Token> => {
    // Concurrent requests that find an old token share one login.
    login ??= logIn(options)
      .then(token => {
        current = token
        return token
      })
      .finally(() => {
        login = null
      })
    return login
  }
  const held = (): Token | null => {
    const now = wallOf(clock)
    if (current === null || now >= current.endsAt) return null
    // An early renewal may fail without harm: the token is still valid, and the next request tries again.
    if (now >= current.renewAt) renew().catch(() => {})
    return current
  }
  const once = async (request: RestRequest): Promise<RestAnswer> => {
    // If there is a token, nothing is awaited: a cancel must be sent before its caller goes on to sign something else.
    const token = held() ?? (await renew())
    const headers = request.headers === undefined ? token.headers : { ...request.headers, ...token.headers }
    const answer = await rest.request({ ...request, headers })
    if (isRefusedToken(answer) && current === token) current = null
    return answer
  }
  return {
    token: async () => (held() ?? (await renew())).text,
    renew: async () => (await renew()).text,
    renewInMs: () => (current === null ? null : Math.max(0, (current.renewAt - wallOf(clock)) / 1_000)),
    once,
    read: async request => {
      const answer = await once(request)
      return isRefusedToken(answer) ? once(request) : answer
    },
  }
}

/** A 401 about the order, not the token: the order belongs to another wallet, or is not recorded yet. */
export const isNotOwned = (answer: RestAnswer): boolean =>
  answer.kind === 'refused' &&
  answer.status === 401 &&
  /do not belong to/.test(errorSchema.safeParse(answer.json).data?.message ?? '')

/** The venue does not accept the login, or no longer does. */
export const isRefusedToken = (answer: RestAnswer): boolean =>
  answer.kind === 'refused' && answer.status === 401 && !isNotOwned(answer)

/** A token expires by the calendar: while a machine sleeps, its monotonic clock stands still, but the token ages. */
const wallOf = (clock: RunClock): Timestamp => Time.add(clock.now(), clock.wallOffset())

async function logIn({ rest, signer, clock, onIssued }: WalletLoginOptions): Promise<Token> {
  const send: Send = request => rest.request(request)
  const { message } = await readOne(send, OPERATIONS.getAuthMessage, {}, messageSchema)
  const startedAt = wallOf(clock)
  const proof = { signer: signer.address, message, signature: signer.signMessage(message) }
  const sentAt = clock.now()
  const { token } = await readOne(send, OPERATIONS.getToken, proof, tokenSchema)
  const { lifeSeconds, issuedSeconds } = claimsOf(token)
  if (issuedSeconds !== null) onIssued?.(issuedSeconds, sentAt, clock.now())
  const lifeUs = lifeSeconds * 1_000_000
  const headers = { authorization: `Bearer ${token}` }
  return { text: token, headers, renewAt: Time.add(startedAt, lifeUs * RENEW_AT_SHARE), endsAt: Time.add(startedAt, lifeUs) }
}

/** Claims of a token: its lifetime (a difference, so a wrong clock at the venue does no harm) and when it was issued. */
function claimsOf(token: string): { readonly lifeSeconds: number; readonly issuedSeconds: number | null } {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      exp?: unknown
      iat?: unknown
    }
    const issued = Number(claims.iat)
    const life = Number(claims.exp) - issued
    return { lifeSeconds: life > 0 ? life : LIFE_SECONDS, issuedSeconds: Number.isFinite(issued) && issued > 0 ? issued : null }
  } catch {
    return { lifeSeconds: LIFE_SECONDS, issuedSeconds: null }
  }
}
