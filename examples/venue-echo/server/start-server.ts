import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import {
  CANCELS_A_REQUEST,
  type EchoFrame,
  type EchoMarket,
  type EchoMode,
  type EchoOrder,
  type EchoRequest,
  macOf,
  ORDERS_A_REQUEST,
} from '../wire.js'
import { type Account, spendCall } from './accounts.js'
import { startCrowd } from './crowd.js'
import { EchoExchange, type Listeners } from './exchange.js'

export interface ServerOptions {
  /** 0: any that is free. */
  readonly port: number
  readonly markets: readonly EchoMarket[]
  /** With money in cents. */
  readonly accounts: readonly { readonly name: string; readonly secret: string; readonly cash: number }[]
  /** The seed of a crowd that trades too; null: there is no crowd. */
  readonly crowdSeed: number | null
}

/** An exchange that listens on this machine. */
export interface EchoServer {
  readonly url: string
  readonly wsUrl: string
  readonly exchange: EchoExchange
  setMode(mode: EchoMode): void
  /** Ends every connection of the stream, as a restart would. */
  cut(): void
  close(): Promise<void>
}

const TICK_MS = 200

/** Starts the echo exchange. */
export async function startServer({ port, markets, accounts, crowdSeed }: ServerOptions): Promise<EchoServer> {
  const links = new Set<Link>()
  const listeners: Listeners = {
    market: (id, frame) => send(links, link => link.markets.has(id), frame),
    everyone: frame => send(links, () => true, frame),
    account: (name, frame) => send(links, link => link.account?.name === name, frame),
  }
  const exchange = new EchoExchange(markets, listeners, Date.now)
  for (const { name, secret, cash } of accounts) exchange.open(name, secret, cash)
  const server = createServer((request, response) => void respond(exchange, request, response))
  const stream = new WebSocketServer({ server })
  stream.on('connection', socket => listen(exchange, socket, links))
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const timer = setInterval(() => exchange.tick(), TICK_MS)
  const crowd = crowdSeed === null ? null : startCrowd(exchange, crowdSeed)
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    wsUrl: `ws://${host}`,
    exchange,
    setMode: mode => exchange.setMode(mode),
    cut: () => {
      for (const { socket } of links) socket.terminate()
    },
    close: async () => {
      clearInterval(timer)
      crowd?.stop()
      for (const { socket } of links) socket.terminate()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function respond(exchange: EchoExchange, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await answer(exchange, request).catch((error: unknown) => ({
    status: 400,
    body: ['no', String(error)],
  }))
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** What is signed with a request beside its body's own fields: who asks, and when. */
interface Signed {
  readonly a: string
  readonly t: number
  readonly h: string
}

async function answer(exchange: EchoExchange, request: IncomingMessage): Promise<Answer> {
  if (request.url === '/markets') return { status: 200, body: exchange.markets }
  const body: unknown = JSON.parse(await textOf(request))
  switch (request.url) {
    case '/orders': {
      const orders = (body as readonly EchoOrder[]).slice(0, ORDERS_A_REQUEST)
      const account = exchange.account(orders[0]?.a ?? '')
      if (account === undefined || !spendCall(account, Date.now())) return SLOW_DOWN
      return { status: 200, body: orders.map(order => exchange.place(order)) }
    }
    case '/cancel': {
      const { ids, ...signed } = body as Signed & { readonly ids: readonly string[] }
      const account = accountOf(exchange, signed, ids)
      if (account === null) return FORBIDDEN
      if (!spendCall(account, Date.now())) return SLOW_DOWN
      return { status: 200, body: ids.slice(0, CANCELS_A_REQUEST).map(id => exchange.cancel(account.name, id)) }
    }
    case '/account': {
      const { after, ...signed } = body as Signed & { readonly after: number }
      const account = accountOf(exchange, signed, [after])
      return account === null ? FORBIDDEN : { status: 200, body: exchange.tell(account, after) }
    }
    default:
      return { status: 404, body: ['no', 'no_such_path'] }
  }
}

const SLOW_DOWN: Answer = { status: 429, body: ['no', 'slow_down'] }
const FORBIDDEN: Answer = { status: 403, body: ['no', 'bad_signature'] }

function accountOf(exchange: EchoExchange, { a, t, h }: Signed, parts: readonly (string | number)[]): Account | null {
  const account = exchange.account(a)
  return account !== undefined && macOf(account.secret, [a, t, ...parts]) === h ? account : null
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

interface Link {
  readonly socket: WebSocket
  readonly markets: Set<string>
  account: Account | null
}

const send = (links: ReadonlySet<Link>, isFor: (link: Link) => boolean, frame: EchoFrame): void => {
  for (const link of links) if (isFor(link)) link.socket.send(JSON.stringify(frame))
}

function listen(exchange: EchoExchange, socket: WebSocket, links: Set<Link>): void {
  const link: Link = { socket, markets: new Set(), account: null }
  const say = (frame: EchoFrame): void => socket.send(JSON.stringify(frame))
  links.add(link)
  say(['m', exchange.mode, Date.now()])
  socket.on('close', () => links.delete(link))
  socket.on('error', () => socket.terminate())
  socket.on('message', (data: Buffer) => {
    const request = JSON.parse(data.toString()) as EchoRequest
    switch (request[0]) {
      case 'sub':
        link.markets.add(request[1])
        return say(exchange.book(request[1]))
      case 'drop':
        return void link.markets.delete(request[1])
      case 'auth': {
        const [, a, t, h] = request
        link.account = accountOf(exchange, { a, t, h }, [])
        return link.account === null ? socket.terminate() : say(['ok', Date.now()])
      }
      case 'hb':
        if (link.account !== null) link.account.beatAtMs = Date.now()
        return say(['hb', Date.now()])
      default:
        request satisfies never
    }
  })
}
