/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { WebSocket } from 'ws'
import type { RunningExchange } from '../../../src/exchange.js'

/** A stream client that keeps what it hears and waits for what a test wants. */
export interface Stream {
  readonly heard: any[]
  send(message: unknown): void
  /** The first message, past or future, that fits. */
  hear(fits: (message: any) => boolean): Promise<any>
  /** Subscribes and waits for the answer. */
  subscribe(topic: string): Promise<any>
  readonly closed: Promise<number>
  close(): void
}

let requests = 0

/** Connects with the exchange's key. */
export const openStream = async (exchange: Pick<RunningExchange, 'wsUrl' | 'apiKey'>): Promise<Stream> => {
  const socket = new WebSocket(`${exchange.wsUrl}?apiKey=${exchange.apiKey}`)
  const heard: any[] = []
  const waiting = new Set<() => void>()
  socket.on('message', bytes => {
    heard.push(JSON.parse((bytes as Buffer).toString('utf8')))
    for (const look of waiting) look()
  })
  const closed = new Promise<number>(resolve => socket.on('close', code => resolve(code)))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const hear: Stream['hear'] = fits =>
    new Promise(resolve => {
      const look = (): void => {
        const found = heard.find(fits)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const send = (message: unknown): void => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  return {
    heard,
    send,
    hear,
    closed,
    subscribe: topic => {
      const requestId = ++requests
      send({ method: 'subscribe', requestId, params: [topic] })
      return hear(message => message.requestId === requestId)
    },
    close: () => socket.close(),
  }
}
