import type { AddressInfo } from 'node:net'
import { firstValueFrom, lastValueFrom, take, tap, toArray } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { Timestamp } from '../../../src/model/time.js'
import { type SocketOptions, socket } from '../../../src/venues/wires/socket.js'
import { systemWires } from '../../../src/venues/wires/system-wires.js'
import { dripServer } from './drip-server.js'

let server: WebSocketServer
let url: string
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise(resolve => server.once('listening', resolve))
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const client of server.clients) client.terminate()
  server.close()
})

const wires = systemWires({ now: () => Timestamp.of(7) })
const open = (options: Partial<SocketOptions> = {}) => socket({ url, venue: 'test', wires, ...options })
const onClient = (work: (client: WebSocket) => void): void => void server.on('connection', work)

test('brings the open link, then each text with the time it came', async () => {
  onClient(client => client.send('hello'))
  expect(await lastValueFrom(open().pipe(take(2), toArray()))).toMatchObject([
    { kind: 'open' },
    { kind: 'text', text: 'hello', receivedAt: 7 },
  ])
})

test('answers a heartbeat before anything else reads it', async () => {
  const order: string[] = []
  onClient(client => {
    client.on('message', (data: Buffer) => order.push(data.toString()))
    client.send('beat')
  })
  const link = open({ reply: text => (text === 'beat' ? 'echo' : null) })
  await lastValueFrom(link.pipe(take(2)))
  await expect.poll(() => order).toEqual(['echo'])
})

test.each([1000, 1001, 1011])('a close with code %i is an error, however polite', async code => {
  onClient(client => client.close(code, 'server draining'))
  await expect(lastValueFrom(open())).rejects.toThrow(`closed with code ${code} server draining`)
})

test('a link whose pings are not answered any more is given up, whatever still comes', async () => {
  server.options.autoPong = false
  onClient(client => {
    client.once('ping', () => client.pong())
    const talk = setInterval(() => client.send('still here'), 5)
    client.on('close', () => clearInterval(talk))
  })
  await expect(lastValueFrom(open({ probe: { everyMs: 30 } }))).rejects.toThrow('the link no longer answers')
})

test('a link on which nothing ever comes is given up', async () => {
  server.options.autoPong = false
  await expect(lastValueFrom(open({ probe: { everyMs: 30 } }))).rejects.toThrow('the link no longer answers')
})

test('a server that answers no pings but what is asked behind them is probed elsewhere', async () => {
  server.options.autoPong = false
  onClient(client => client.on('message', () => client.send('an answer')))
  let asked = 0
  let isThere = true
  const probe = { everyMs: 20, elsewhere: async () => ++asked > 0 && isThere }
  const ended = lastValueFrom(open({ probe }).pipe(tap(event => event.kind === 'open' && event.send('a question'))))
  ended.catch(() => undefined)
  await expect.poll(() => asked).toBeGreaterThan(5)
  isThere = false
  await expect(ended).rejects.toThrow('the venue no longer answers')
})

const questionOf = (link: { send?: (text: string) => void }, server = { isAnswering: false }) => ({
  ask: () => link.send?.('are you there'),
  isAnswer: (text: string) => text === 'I am',
  server,
})

test('a server that answers no pings is asked on the link itself, and that link is given up when it answers that no more', async () => {
  server.options.autoPong = false
  let isAnswering = true
  let asked = 0
  onClient(client => {
    const talk = setInterval(() => client.send('still here'), 5)
    client.on('close', () => clearInterval(talk))
    client.on('message', () => {
      asked++
      if (isAnswering) client.send('I am')
    })
  })
  const link: { send?: (text: string) => void } = {}
  // Elsewhere the venue answers: that proves nothing of this link.
  const probe = { everyMs: 20, question: questionOf(link), elsewhere: async () => true }
  const ended = lastValueFrom(open({ probe }).pipe(tap(event => event.kind === 'open' && (link.send = event.send))))
  ended.catch(() => undefined)
  await expect.poll(() => asked).toBeGreaterThan(5)
  isAnswering = false
  await expect(ended).rejects.toThrow('the link no longer answers')
  expect(probe.question.server.isAnswering).toBe(true)
})

test.each([
  ['whose server has answered on another one is given up', true],
  ['whose server never answered one is probed elsewhere', false],
])('a link that answers neither pings nor questions, and %s', async (_, isAnswering) => {
  server.options.autoPong = false
  onClient(client => {
    const talk = setInterval(() => client.send('still here'), 5)
    client.on('close', () => clearInterval(talk))
  })
  let asked = 0
  const link: { send?: (text: string) => void } = {}
  const probe = { everyMs: 20, question: questionOf(link, { isAnswering }), elsewhere: async () => ++asked < 6 }
  const ended = lastValueFrom(open({ probe }).pipe(tap(event => event.kind === 'open' && (link.send = event.send))))
  await expect(ended).rejects.toThrow(isAnswering ? 'the link no longer answers' : 'the venue no longer answers')
  expect(asked > 0).toBe(!isAnswering)
})

test('a link that answers its pings lives, and says how long they took', async () => {
  const trips: number[] = []
  const link = open({ probe: { everyMs: 10, onRoundTrip: tripUs => trips.push(tripUs) } }).subscribe()
  await expect.poll(() => trips.length).toBeGreaterThan(8)
  expect(link.closed).toBe(false)
  link.unsubscribe()
})

test('each answer tells when its own ping left, however many are on their way', async () => {
  server.options.autoPong = false
  let pings = 0
  // Each ping is answered when the next one has come.
  onClient(client => client.on('ping', () => ++pings > 1 && client.pong()))
  let now = 0
  const counting = systemWires({ now: () => Timestamp.of(++now) })
  const askedAt: number[] = []
  const trips: number[] = []
  const link = open({ wires: counting, probe: { everyMs: 10, onRoundTrip: tripUs => trips.push(tripUs) } }).subscribe(event => {
    if (event.kind === 'answered') askedAt.push(event.askedAt)
  })
  await expect.poll(() => askedAt.length).toBeGreaterThan(3)
  link.unsubscribe()
  // The clock goes on by one with each ping and each answer: the first two are pings, then they take turns.
  expect(askedAt.slice(0, 3)).toEqual([1, 2, 4])
  expect(trips).toEqual([])
})

test('a refused handshake is an error with its status', async () => {
  server.options.verifyClient = (_info, answer) => answer(false, 401)
  await expect(lastValueFrom(open())).rejects.toThrow('HTTP 401')
})

test.each([
  ['', () => 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['HTTP/1.1 101 Switching Protocols\r\n', (n: number) => `X-${n}: a\r\n`],
])(
  'a handshake that comes byte by byte, begun by %j, is given up after its time',
  async (head, next) => {
    const drip = await dripServer({ head, next, everyMs: 20 })
    await expect(lastValueFrom(open({ url: `ws://${drip.host}`, openTimeoutMs: 200 }))).rejects.toThrow('the socket')
    drip.close()
  },
  5_000,
)

test('a frame beyond its limit ends the link', async () => {
  onClient(client => client.send('x'.repeat(2_000)))
  await expect(lastValueFrom(open({ frameMax: 1_000 }))).rejects.toThrow('the socket failed')
})

test('unsubscribing closes the link', async () => {
  const closed = new Promise(resolve => onClient(client => client.on('close', resolve)))
  await firstValueFrom(open())
  await closed
})
