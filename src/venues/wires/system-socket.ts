import WebSocket from 'ws'
import type { SocketWire, SocketWireOptions } from './wires.js'

/** A WebSocket of this computer. */
export function openSystemSocket(url: string, options: SocketWireOptions): SocketWire {
  const wire = new WebSocket(url, {
    headers: { ...options.headers },
    maxPayload: options.frameMax,
    // Compression reduces throughput to a twentieth and gains nothing on frames of a kilobyte.
    perMessageDeflate: false,
  })
  let hasEnded = false
  const end: SocketWireOptions['onEnd'] = (why, details) => {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(late)
    options.onEnd(why, details)
  }
  // The timeout of ws ends a silent handshake only; one that comes byte by byte would keep the link opening forever.
  const late = setTimeout(() => {
    end('the socket failed', { cause: new Error('the handshake did not end in time') })
    drop(wire)
  }, options.openTimeoutMs)
  wire.on('open', () => {
    clearTimeout(late)
    options.onOpen()
  })
  wire.on('message', (data: Buffer) => options.onText(data.toString()))
  wire.on('pong', options.onPong)
  wire.on('unexpected-response', (_request, response) => end(`the socket was refused with HTTP ${response.statusCode}`, {}))
  wire.on('error', cause => end('the socket failed', { cause }))
  wire.on('close', (code, reason) => {
    end(`the socket was closed with code ${code} ${reason.toString().slice(0, 80)}`.trim(), { code })
  })
  const isOpen = (): boolean => wire.readyState === WebSocket.OPEN
  return {
    send: text => {
      if (isOpen()) wire.send(text)
    },
    ping: () => {
      if (isOpen()) wire.ping()
    },
    drop: () => {
      clearTimeout(late)
      drop(wire)
    },
  }
}

function drop(wire: WebSocket): void {
  wire.removeAllListeners()
  // Closing a socket that is still opening emits an error, and an unhandled error event would end the process.
  wire.on('error', () => {})
  if (wire.readyState === WebSocket.OPEN) wire.close(1000)
  // A peer that never answers the close would keep the descriptor open.
  setTimeout(() => wire.terminate(), CLOSE_GRACE_MS).unref()
}

const CLOSE_GRACE_MS = 500
