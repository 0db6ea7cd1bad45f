import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OpenExchange } from '../../src/exchange/server/open-exchange.js'
import { createApp } from '../../src/exchange/server/routes/app.js'
import { createDirectWay } from '../../src/exchange/server/routes/direct-way.js'

/** One request as it reaches the exchange; names of headers in small letters. */
export interface SimRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty: there is none. */
  readonly body: string
}

/** One answer as it leaves the exchange. */
export interface SimAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export type RestDoor = (request: SimRequest) => Promise<SimAnswer>

/** The two ways a request takes in a server that listens: the direct one of what is called most, and the router. */
export const openRestDoor = (exchange: OpenExchange): RestDoor => {
  const direct = createDirectWay(exchange)
  const app = createApp(exchange, direct)
  return async request => {
    const { method, path, body } = request
    const headers =
      method === 'POST' ? { ...request.headers, 'content-length': String(Buffer.byteLength(body)) } : request.headers
    const taken = await new Promise<SimAnswer | null>(resolve => {
      const incoming = new Incoming({ ...request, headers })
      const isTaken = direct.takes(incoming as unknown as IncomingMessage, outgoing(resolve) as unknown as ServerResponse)
      if (isTaken) incoming.arrive()
      else resolve(null)
    })
    if (taken !== null) return taken
    const response = await app.fetch(
      new Request(`http://exchange.sim${path}`, { method, headers, ...(method === 'POST' && { body }) }),
      FROM_HERE,
    )
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  }
}

/** A caller of this machine, as the operator's side wants it. */
const FROM_HERE = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

/** As much of a request of Node's server as the direct way looks at. */
class Incoming extends EventEmitter {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly socket = { remoteAddress: 'bot' }
  readonly #body: string

  constructor({ method, path, headers, body }: SimRequest) {
    super()
    this.method = method
    this.url = path
    this.headers = headers
    this.#body = body
  }

  arrive(): void {
    this.emit('data', Buffer.from(this.#body))
    this.emit('end')
  }
}

/** As much of an answer of Node's server as the direct way writes. */
const outgoing = (onEnd: (answer: SimAnswer) => void) => {
  let status = 0
  const headers: Record<string, string> = {}
  const response = {
    writeHead: (code: number, fields: Readonly<Record<string, unknown>>) => {
      status = code
      for (const name in fields) headers[name.toLowerCase()] = String(fields[name])
      return response
    },
    end: (text: string) => onEnd({ status, headers, text }),
  }
  return response
}
