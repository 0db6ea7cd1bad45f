import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { Price, Size } from '../../../src/model/money.js'
import { openServer } from './open-server.js'
import { openStream } from './stream.js'

const statusOf = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise(resolve => {
    const socket = new WebSocket(url, { headers })
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => undefined)
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
  })

describe('the limits of the stream', () => {
  it('take the key from the header first, then from the address, and answer a wrong one with 401', async () => {
    const { wsUrl } = await openServer()
    expect(await statusOf(`${wsUrl}?apiKey=key`)).toBe(101)
    expect(await statusOf(wsUrl, { 'x-api-key': 'key' })).toBe(101)
    expect(await statusOf(`${wsUrl}?apiKey=key`, { 'x-api-key': 'wrong' })).toBe(401)
    expect(await statusOf(`${wsUrl}?apiKey=`)).toBe(401)
  })

  it('refuse one connection more than an address may have with 429, and than all may have with 503', async () => {
    const few = await openServer({ streamLimits: { connectionsAnAddress: 2 } })
    const streams = [await openStream(few), await openStream(few)]
    expect(await statusOf(`${few.wsUrl}?apiKey=key`)).toBe(429)
    streams[0]?.close()
    await streams[0]?.closed
    expect(await statusOf(`${few.wsUrl}?apiKey=key`)).toBe(101)
    const full = await openServer({ streamLimits: { connections: 1 } })
    await openStream(full)
    expect(await statusOf(`${full.wsUrl}?apiKey=key`)).toBe(503)
  })

  it('cut off a client that does not read, and go on with the others', async () => {
    const { inside, first, ...address } = await openServer({ streamLimits: { waitingBytes: 200_000 } })
    const lively = await openStream(address)
    const topic = `predictOrderbook/${first}`
    await lively.subscribe(topic)
    const stalled = await openStalled(address, topic)
    const change = (price: number, shares: number): void =>
      inside.writes.sequencer.play([
        {
          kind: 'crowd-level',
          at: inside.writes.sequencer.now(),
          market: first,
          side: 'bid',
          price: Price.of(price),
          size: Size.ofShares(shares),
          cause: 'unexplained',
        },
      ])
    for (let price = 100; price < 9_000; price += 100) change(price, 1_000)
    let pushes = 0
    while (!stalled.isGone() && pushes < 50_000) {
      change(100, 1 + (++pushes % 1_000))
      await new Promise(resolve => setImmediate(resolve))
    }
    expect(stalled.isGone()).toBe(true)
    change(100, 77)
    await lively.hear(() => lively.heard.at(-1)?.data?.bids?.at(-1)?.[1] === 77)
    stalled.socket.destroy()
  })

  it('refuse a frame that is too large with 1009', async () => {
    const stream = await openStream(await openServer({ streamLimits: { frameBytes: 500 } }))
    stream.send('x'.repeat(501))
    expect(await stream.closed).toBe(1009)
  })
})

/** A follower of a topic that never reads what comes; `isGone` once the exchange has let go of it. */
const openStalled = async (
  { wsUrl, apiKey, server }: Pick<Awaited<ReturnType<typeof openServer>>, 'wsUrl' | 'apiKey' | 'server'>,
  topic: string,
): Promise<{ socket: Socket; isGone: () => boolean }> => {
  const before = server.exchange.audience.size
  const body = Buffer.from(JSON.stringify({ method: 'subscribe', requestId: 1, params: [topic] }))
  const socket = connect(Number(new URL(wsUrl).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `GET /ws?apiKey=${apiKey} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  await new Promise(resolve => socket.once('data', resolve))
  socket.pause()
  // Masked with zeros, which leaves the text as it is.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body]))
  return { socket, isGone: () => server.exchange.audience.size === before }
}
