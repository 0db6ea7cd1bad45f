import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import WebSocket, { WebSocketServer } from 'ws'
import type { RunningExchange } from '../../../src/exchange.js'

/** What stands between a bot and its exchange. Everything passes, but for what a test breaks. */
export interface FaultyWire {
  readonly exchange: RunningExchange
  /** Answers in the exchange's place; 'cut' breaks the connection after the exchange has seen the request; null: passes. */
  answer: (
    call: string,
    body: string,
    query: URLSearchParams,
  ) => { readonly status: number; readonly body: string } | 'cut' | null
  /** What becomes of a frame that the exchange sends. */
  frame: (text: string) => readonly string[]
  /** What the answers’ headers say of calls, in the exchange’s place; null: what it says. */
  rate: { readonly limit: number; readonly remaining: number; readonly resetSeconds: number } | null
  /** Each request that came, as method and path without query. */
  readonly calls: string[]
  readonly subscribed: string[]
  /** Tells those who are connected that they will be closed, and closes them as a server does that goes while others stay. */
  drain(graceMs: number): Promise<void>
  /** How many sockets are open, and how many ever were. */
  readonly links: number
  readonly opened: number
  /** Ends all sockets. */
  hangUp(code: number): void
  close(): Promise<void>
}

/** Opens it before an exchange. `autoPong` false: its sockets answer no pings. */
export async function openFaultyWire(exchange: RunningExchange, autoPong = true): Promise<FaultyWire> {
  const server = createServer((incoming, response) => void pass(wire, incoming, response))
  const sockets = new WebSocketServer({ server, autoPong })
  let opened = 0
  sockets.on('connection', client => {
    opened += 1
    join(wire, client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const addresses = { baseUrl: `http://${host}`, wsUrl: `ws://${host}/ws`, rpcUrl: `http://${host}/rpc` }
  const target = exchange
  const wire: FaultyWire & { readonly target: RunningExchange } = {
    exchange: { ...exchange, ...addresses },
    target,
    answer: () => null,
    frame: text => [text],
    rate: null,
    calls: [],
    subscribed: [],
    get links() {
      return sockets.clients.size
    },
    get opened() {
      return opened
    },
    drain: async graceMs => {
      const told = [...sockets.clients]
      const notice = JSON.stringify({ type: 'M', topic: 'reconnect', data: { graceMs } })
      for (const client of told) client.send(notice)
      await new Promise(resolve => setTimeout(resolve, graceMs))
      for (const client of told) client.close(1001, 'server draining')
    },
    hangUp: code => {
      for (const client of sockets.clients) client.close(code)
    },
    close: async () => {
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return wire
}

type Wire = FaultyWire & { readonly target: RunningExchange }

async function pass(wire: Wire, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of incoming) body += String(chunk)
  const call = `${incoming.method} ${incoming.url?.split('?')[0]}`
  wire.calls.push(call)
  const fault = wire.answer(call, body, new URLSearchParams(incoming.url?.split('?')[1]))
  if (fault !== null && fault !== 'cut') {
    response.writeHead(fault.status).end(fault.body)
    return
  }
  const {
    host: _host,
    connection: _connection,
    'content-length': _length,
    'transfer-encoding': _encoding,
    ...headers
  } = incoming.headers
  const onward = request(`${wire.target.baseUrl}${incoming.url}`, { method: incoming.method, headers }, answer => {
    if (fault === 'cut') response.destroy()
    else answer.pipe(response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...rateHeaders(wire) }))
  })
  onward.on('error', () => response.destroy())
  onward.end(body)
}

const rateHeaders = ({ rate }: Wire): Record<string, string> =>
  rate === null
    ? {}
    : {
        'ratelimit-limit': String(rate.limit),
        'ratelimit-remaining': String(rate.remaining),
        'ratelimit-reset': String(rate.resetSeconds),
      }

function join(wire: Wire, client: WebSocket): void {
  const onward = new WebSocket(wire.target.wsUrl, { headers: { 'x-api-key': wire.target.apiKey } })
  const waiting: string[] = []
  client.on('message', (data: Buffer) => {
    const text = data.toString()
    if (text.includes('"subscribe"')) wire.subscribed.push(text)
    if (onward.readyState === WebSocket.OPEN) onward.send(text)
    else waiting.push(text)
  })
  onward.on('open', () => waiting.forEach(text => onward.send(text)))
  onward.on('message', (data: Buffer) => wire.frame(data.toString()).forEach(text => client.send(text)))
  onward.on('error', () => client.terminate())
  onward.on('close', () => client.terminate())
  client.on('close', () => onward.terminate())
}
