import { connect, createServer, type Server, type Socket } from 'node:net'
import type { RunningExchange } from '../../src/exchange.js'

/** What a connection carries: requests, a stream of books, a wallet's stream, or a stream that has not said yet. */
export type Carried = 'rest' | 'books' | 'wallet' | 'stream'

/** What becomes of connections: all passes, bytes vanish while the connection stays, or there is none. */
export type WireFault = 'none' | 'swallow' | 'swallow-up' | 'swallow-down' | 'cut' | { readonly delayMs: number }

type Addresses = Pick<RunningExchange, 'baseUrl' | 'wsUrl' | 'rpcUrl'>

/** A TCP proxy between a bot and its exchange that tells its streams apart: it fails as networks fail, and neither end is told. */
export interface StreamProxy {
  /** Of the exchange, through this proxy. */
  readonly addresses: Addresses
  /** From now on, for connections of that kind, those that will be made too. Back at 'none', those that lost bytes are cut. */
  set(kinds: readonly Carried[], fault: WireFault): void
  /** How many connections carry it now. */
  count(kind: Carried): number
  close(): Promise<void>
}

/** Opens a proxy on a free port of this machine. */
export async function openStreamProxy(exchange: Addresses): Promise<StreamProxy> {
  const { hostname, port } = new URL(exchange.baseUrl)
  const faults = new Map<Carried, WireFault>()
  const pipes = new Set<Pipe>()
  const server = createServer(client => {
    const pipe = openPipe(client, connect(Number(port), hostname), kind => faults.get(kind) ?? 'none')
    pipes.add(pipe)
    client.on('close', () => pipes.delete(pipe))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const through = (url: string): string => url.replace(`${hostname}:${port}`, `127.0.0.1:${portOf(server)}`)
  return {
    addresses: { baseUrl: through(exchange.baseUrl), wsUrl: through(exchange.wsUrl), rpcUrl: through(exchange.rpcUrl) },
    set: (kinds, fault) => {
      for (const kind of kinds) faults.set(kind, fault)
      for (const pipe of pipes) if (kinds.includes(pipe.kind)) pipe.look()
    },
    count: kind => [...pipes].filter(pipe => pipe.kind === kind).length,
    close: async () => {
      for (const pipe of pipes) pipe.cut()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected a port')
  return address.port
}

interface Pipe {
  readonly kind: Carried
  /** Does what the fault of the moment demands at once. */
  look(): void
  cut(): void
}

function openPipe(client: Socket, server: Socket, faultOf: (kind: Carried) => WireFault): Pipe {
  const reader = createReader()
  let hasLost = false
  const cut = (): void => {
    client.destroy()
    server.destroy()
  }
  const pass = (chunk: Buffer, to: Socket, swallows: WireFault): void => {
    const fault = faultOf(reader.kind)
    if (fault === 'cut') return cut()
    if (fault === 'swallow' || fault === swallows) {
      hasLost = true
      return
    }
    if (typeof fault === 'object') setTimeout(() => to.write(chunk), fault.delayMs)
    else to.write(chunk)
  }
  client.on('data', chunk => {
    reader.read(chunk)
    pass(chunk, server, 'swallow-up')
  })
  server.on('data', chunk => pass(chunk, client, 'swallow-down'))
  for (const end of [client, server]) {
    end.setNoDelay(true)
    end.on('error', cut)
    end.on('close', () => {
      // A network that swallows bytes swallows the last ones too.
      const fault = faultOf(reader.kind)
      if (fault === 'none' || fault === 'cut' || typeof fault === 'object') cut()
      else if (end === client) server.destroy()
    })
  }
  return {
    get kind() {
      return reader.kind
    },
    look: () => {
      const fault = faultOf(reader.kind)
      if (fault === 'cut' || (fault === 'none' && hasLost)) cut()
    },
    cut,
  }
}

/** Reads what a client sends until it is clear what it wants: the topics it subscribes to say so. */
function createReader(): { readonly kind: Carried; read(chunk: Buffer): void } {
  let kind: Carried | null = null
  let isStream = false
  let waiting = Buffer.alloc(0)
  const readHead = (): void => {
    const end = waiting.indexOf('\r\n\r\n')
    if (end < 0) return
    isStream = /^upgrade: websocket/im.test(waiting.subarray(0, end).toString('latin1'))
    if (!isStream) kind = 'rest'
    waiting = waiting.subarray(end + 4)
  }
  const readFrames = (): void => {
    for (let frame = takeFrame(waiting); frame !== null && kind === null; frame = takeFrame(waiting)) {
      waiting = waiting.subarray(frame.length)
      if (frame.text.includes('predictWalletEvents')) kind = 'wallet'
      else if (frame.text.includes('predict')) kind = 'books'
    }
  }
  return {
    get kind() {
      return kind ?? 'stream'
    },
    read: chunk => {
      if (kind !== null) return
      waiting = Buffer.concat([waiting, chunk])
      if (!isStream) readHead()
      if (isStream) readFrames()
    },
  }
}

/** The first frame of a client, unmasked; null where it has not all come. */
function takeFrame(bytes: Buffer): { readonly text: string; readonly length: number } | null {
  if (bytes.length < 2) return null
  const short = (bytes[1] ?? 0) & 0x7f
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0
  const start = 2 + lengthBytes + 4
  if (bytes.length < start) return null
  const size = lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (bytes.length < start + size) return null
  const mask = bytes.subarray(start - 4, start)
  const payload = Buffer.from(bytes.subarray(start, start + size).map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
  return { text: payload.toString(), length: start + size }
}
