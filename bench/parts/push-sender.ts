import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** Options of a sender: the exchange whose stream it passes on, and how many books it pushes. */
export interface SendOrder {
  readonly wsUrl: string
  readonly pushesASecond: number
}

/** One followed market: the variants of its book, and the clients to push them to. */
interface Followed {
  readonly client: WebSocket
  /** Each variant of the market's book in two parts, between which the time is inserted. */
  readonly variants: readonly (readonly [head: string, tail: string])[]
  next: number
}

const TICK_MS = 1
/** A sender that was delayed by more than this many ms skips the missed pushes, because a burst would measure the delay. */
const OWED_MAX_MS = 50
const VARIANTS = 8
/** Levels on each side, so that a push has a realistic size. */
const LEVELS = 25
const BOOK = /^\{"type":"M","topic":"(predictOrderbook\/\d+)"/
const TIME = /("updateTimestampMs":)\d+/

/**
 * Passes on the stream of an exchange, except for its books. Instead it pushes its own books, in turn for each market that a client follows, at a
 * fixed rate. Their texts are made once, so this process costs only a few percent of a core.
 */
async function serve(): Promise<void> {
  const [{ wsUrl, pushesASecond }] = (await once(process, 'message')) as [SendOrder]
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  const followed = new Map<string, Followed>()
  server.on('connection', (client, { headers }) => {
    const key = { 'x-api-key': String(headers['x-api-key']) }
    passOn(client, new WebSocket(wsUrl, { perMessageDeflate: false, headers: key }), followed)
  })
  pace(pushesASecond, followed)
  process.send?.(`ws://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(wsUrl).pathname}`)
  process.once('disconnect', () => process.exit())
}

function passOn(client: WebSocket, origin: WebSocket, followed: Map<string, Followed>): void {
  const early: string[] = []
  client.on('message', data => {
    if (origin.readyState === WebSocket.OPEN) origin.send(textOf(data))
    else early.push(textOf(data))
  })
  origin.on('open', () => {
    for (const text of early) origin.send(text)
  })
  origin.on('message', data => {
    const text = textOf(data)
    const topic = BOOK.exec(text)?.[1]
    if (topic === undefined) client.send(text)
    else if (!followed.has(topic)) followed.set(topic, { client, variants: variantsOf(text), next: 0 })
  })
  client.on('close', () => origin.close())
  origin.on('error', error => {
    throw error
  })
}

const textOf = (data: RawData): string => (data as Buffer).toString('utf8')

/** Variants of a book that differ in the size of one level: the nearest level first, bids and asks in turn. `text`: a push of the exchange. */
function variantsOf(text: string): Followed['variants'] {
  const push = JSON.parse(text) as { data: object }
  return Array.from({ length: VARIANTS }, (_, at) => {
    const changed = { bids: at % 2 === 0 ? at >> 1 : null, asks: at % 2 === 0 ? null : at >> 1 }
    const [bids, asks] = [levels(0.49, -0.01, changed.bids), levels(0.51, 0.01, changed.asks)]
    const [head = '', tail = ''] = JSON.stringify({ ...push, data: { ...push.data, asks, bids } })
      .replace(TIME, '$1\n')
      .split('\n')
    return [head, tail] as const
  })
}

/** `changed`: the level with another size; null: none. */
const levels = (first: number, step: number, changed: number | null): (readonly [number, number])[] =>
  Array.from({ length: LEVELS }, (_, at) => [
    Math.round((first + at * step) * 100) / 100,
    1_000.25 + at + (at === changed ? 1 : 0),
  ])

/** Pushes each market in turn. */
function pace(pushesASecond: number, followed: ReadonlyMap<string, Followed>): void {
  let dueAt = performance.now()
  let turn = followed.values()
  setInterval(() => {
    const now = performance.now()
    if (followed.size === 0 || now - dueAt > OWED_MAX_MS) dueAt = now
    for (; dueAt <= now && followed.size > 0; dueAt += 1_000 / pushesASecond) {
      const step = turn.next()
      if (step.done === true) turn = followed.values()
      const market = step.value ?? turn.next().value
      if (market !== undefined) push(market)
    }
  }, TICK_MS)
}

function push(market: Followed): void {
  const [head, tail] = market.variants[market.next++ % VARIANTS] ?? ['', '']
  if (market.client.readyState === WebSocket.OPEN) market.client.send(`${head}${Date.now()}${tail}`)
}

await serve()
