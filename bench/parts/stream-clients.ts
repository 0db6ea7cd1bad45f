import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Many subscribers of one topic in one process, as minimal as possible: they count frames and read none. */
export interface StreamClients {
  /** Frames received so far, including answers and first books. */
  readonly frames: number
  /** Connections still open. */
  readonly open: number
  /** Called with each chunk's frames. */
  onFrames: (count: number) => void
  close(): void
}

export interface StreamClientsOptions {
  readonly port: number
  /** Path on that port: `/ws?apiKey=…`. */
  readonly path: string
  readonly count: number
  /** null: they only listen. */
  readonly topic: string | null
}

/** Connects them one after the other and resolves when all have subscribed. */
export async function openStreamClients(options: StreamClientsOptions): Promise<StreamClients> {
  const sockets: Socket[] = []
  const clients = { frames: 0, open: 0, onFrames: (_count: number): void => {}, close: () => sockets.forEach(end) }
  for (let index = 0; index < options.count; index++) {
    const socket = await shakeHands(options)
    const count = createFrameCounter()
    clients.open++
    socket.on('data', chunk => {
      const frames = count(chunk)
      clients.frames += frames
      clients.onFrames(frames)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clients.open--
    })
    if (options.topic !== null)
      socket.write(maskedText(JSON.stringify({ method: 'subscribe', requestId: 1, params: [options.topic] })))
    sockets.push(socket)
  }
  return clients
}

const end = (socket: Socket): void => void socket.destroy()

async function shakeHands({ port, path }: StreamClientsOptions): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const headers =
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101'))
    throw new Error(`expected a handshake, found ${answer.toString('latin1')}`)
  return socket
}

/** A client's frame is masked; a mask of zeros leaves the text unchanged. */
function maskedText(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body])
}

/** Counts frames that end in a chunk; a partial frame continues in the next chunk. */
function createFrameCounter(): (chunk: Buffer) => number {
  let missing = 0
  let rest: Buffer = Buffer.alloc(0)
  return chunk => {
    let count = 0
    let bytes = chunk
    if (rest.length > 0) bytes = Buffer.concat([rest, chunk])
    let at = 0
    if (missing > 0) {
      at = Math.min(missing, bytes.length)
      missing -= at
      if (missing > 0) return 0
      count++
    }
    while (at < bytes.length) {
      const size = frameSize(bytes, at)
      if (size === null) break
      if (at + size > bytes.length) {
        missing = at + size - bytes.length
        rest = Buffer.alloc(0)
        return count
      }
      at += size
      count++
    }
    rest = bytes.subarray(at)
    return count
  }
}

/** Header and payload size of the frame that begins here; null if the header is incomplete. */
function frameSize(bytes: Buffer, at: number): number | null {
  const short = bytes[at + 1]
  if (short === undefined) return null
  if (short < 126) return 2 + short
  if (short === 126) return at + 4 > bytes.length ? null : 4 + bytes.readUInt16BE(at + 2)
  return at + 10 > bytes.length ? null : 10 + Number(bytes.readBigUInt64BE(at + 2))
}
