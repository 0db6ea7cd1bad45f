import type { AddressInfo } from 'node:net'
import { firstValueFrom, lastValueFrom, take, tap, toArray } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { Timestamp } from '../../../src/model/time.js'
import { type SocketOptions, socket } from '../../../src/venues/wires/socket.js'
import { systemWires } from '../../../src/venues/wires/system-wires.js'

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

test('answers a heartbeat before anybody sees it', async () => {
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
  await expect(lastValueFrom(open({ probe: { everyMs: 30 } }))).rejects.toThrow('the link answers no more')
})

test('a link on which nothing ever comes is given up', async () => {
  server.options.autoPong = false
  await expect(lastValueFrom(open({ probe: { everyMs: 30 } }))).rejects.toThrow('the link answers no more')
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
  await expect(ended).rejects.toThrow('the venue answers no more')
})

test('a link that answers its pings lives, and says how long they took', async () => {
  const trips: number[] = []
  const link = open({ probe: { everyMs: 10, onRoundTrip: tripUs => trips.push(tripUs) } }).subscribe()
  await expect.poll(() => trips.length).toBeGreaterThan(8)
  expect(link.closed).toBe(false)
  link.unsubscribe()
})

test('a refused handshake is an error with its status', async () => {
  server.options.verifyClient = (_info, answer) => answer(false, 401)
  await expect(lastValueFrom(open())).rejects.toThrow('HTTP 401')
})

test('a frame beyond its limit ends the link', async () => {
  onClient(client => client.send('x'.repeat(2_000)))
  await expect(lastValueFrom(open({ frameMax: 1_000 }))).rejects.toThrow('the socket failed')
})

test('unsubscribing closes the link', async () => {
  const closed = new Promise(resolve => onClient(client => client.on('close', resolve)))
  await firstValueFrom(open())
  await closed
})
