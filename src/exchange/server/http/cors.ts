import type { IncomingMessage, ServerResponse } from 'node:http'

/** Cross-origin rules: lets pages of other origins read answers. */
export interface Cors {
  /** Sets the CORS headers. Returns true for a preflight request, which it has then answered. */
  answers(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

/** Whether a text is an origin as browsers send it, or `*` for all of them. */
export const isOrigin = (text: string): boolean => {
  if (text === '*') return true
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  return new URL(text).origin === text
}

/** The operator's side is for programs on the same machine: no page may call it. */
const CLOSED = /^\/admin(?:[/?]|$)/
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'authorization, content-type, x-api-key',
  'Access-Control-Max-Age': '600',
}
const EXPOSED = 'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Date'

/** CORS for these origins. `null`: there are none, and answers have no such headers. Throws on an invalid origin. */
export const createCors = (origins: readonly string[]): Cors | null => {
  const wrong = origins.find(origin => !isOrigin(origin))
  if (wrong !== undefined) throw new Error(`cors: expected an origin such as https://example.org, or *, found "${wrong}"`)
  if (origins.length === 0) return null
  const allowed = new Set(origins)
  const isForAll = allowed.has('*')
  return {
    answers: (incoming, outgoing) => {
      const { origin } = incoming.headers
      if (!isForAll) outgoing.setHeader('Vary', 'Origin')
      if (origin === undefined || !(isForAll || allowed.has(origin)) || CLOSED.test(incoming.url ?? '')) return false
      outgoing.setHeader('Access-Control-Allow-Origin', isForAll ? '*' : origin)
      outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED)
      if (incoming.method !== 'OPTIONS' || incoming.headers['access-control-request-method'] === undefined) return false
      outgoing.writeHead(204, PREFLIGHT).end()
      return true
    },
  }
}
