import { type AddressInfo, WebSocketServer } from 'ws'

/** A server on loopback that speaks as Binance's public streams do. */
export interface BinanceServer {
  readonly baseUrl: string
  /** Paths that were asked for, in their order. */
  readonly asked: readonly string[]
  /** How many links are open. */
  readonly links: () => number
  /** Tells the best prices to everyone who is there. */
  readonly quote: (bid: number | string, ask: number | string) => void
  readonly trade: (price: number | string) => void
  /** Tells a text as it is. */
  readonly say: (text: string) => void
  /** Closes every link at once; with `isRefusing` new ones are refused until `heal`. */
  readonly cut: (isRefusing?: boolean) => void
  readonly heal: () => void
  readonly close: () => Promise<void>
}

/** Starts one for a symbol. `first`: what each link hears when it opens. */
export async function startBinance(symbol = 'BTCUSDT', first: () => string | null = () => null): Promise<BinanceServer> {
  const asked: string[] = []
  let isRefusing = false
  let updates = 0
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, verifyClient: () => !isRefusing })
  await new Promise(ready => server.on('listening', ready))
  server.on('connection', (link, { url }) => {
    asked.push(url ?? '')
    const text = first()
    if (text !== null) link.send(text)
  })
  const say = (text: string): void => {
    for (const link of server.clients) link.send(text)
  }
  return {
    baseUrl: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    links: () => server.clients.size,
    quote: (bid, ask) => say(bookTicker(symbol, bid, ask, ++updates)),
    trade: price => {
      const now = Date.now()
      say(JSON.stringify({ e: 'trade', E: now, s: symbol, t: ++updates, p: String(price), q: '0.1', T: now, m: true, M: true }))
    },
    say,
    cut: (refuse = false) => {
      isRefusing = refuse
      for (const link of server.clients) link.terminate()
    },
    heal: () => {
      isRefusing = false
    },
    close: async () => {
      for (const link of server.clients) link.terminate()
      await new Promise(closed => server.close(closed))
    },
  }
}

/** A row of the book ticker stream. */
export const bookTicker = (symbol: string, bid: number | string, ask: number | string, update = 1): string =>
  JSON.stringify({ u: update, s: symbol, b: String(bid), B: '3.1', a: String(ask), A: '2.2' })
