import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type RunningExchange, startExchange } from '../../../src/exchange.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'
import { rawAnswer } from './raw-request.js'
import { openStream } from './stream.js'

const ready = async () => {
  const failures: unknown[] = []
  const exchange = await start({
    log: (text, fields) => {
      if (text === 'a request failed') failures.push(fields)
    },
  })
  const client = createClient(exchange)
  const token = await client.login()
  const { orderHash } = (await client.limit({ market: exchange.market, cents: 40, shares: 10 })).body.data
  /** The exchange is up, has failed nowhere, and its one order stands where it stood. */
  const isWhole = async (): Promise<void> => {
    expect(failures).toEqual([])
    expect((await client.get(`/v1/orders/${orderHash}`)).body.data).toMatchObject({ status: 'OPEN', amountFilled: '0' })
    expect(await client.cash()).toBe(10_000n * 10n ** 18n)
  }
  return { exchange, client, token, isWhole }
}

const PATHS = [
  '/v1/orders',
  '/v1/orders/remove',
  '/v1/orders/remove-by-hash',
  '/v1/account/reserved-balances/query',
  '/v1/auth',
]

/** Values that fields are filled with by those who try doors. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1e30,
    1e-30,
    1.5,
    2 ** 53,
    '',
    '0',
    '-1',
    '1e30',
    '0x',
    '0x00',
    'NaN',
    ' 1',
    '1 ',
    '٣',
    '\u0000',
    [],
    {},
    [[]],
    '9'.repeat(78),
    '9'.repeat(79),
    'f'.repeat(5_000),
    `0x${'f'.repeat(40)}`,
    `0x${'F'.repeat(64)}`,
    `0x${'ff'.repeat(65)}`,
    { __proto__: 1 },
    { toString: 1 },
    { length: 1e9 },
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

/** The status of the answer to raw bytes; null where the exchange hung up without one. */
async function rawStatus(exchange: RunningExchange, bytes: string | Buffer): Promise<number | null> {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(await rawAnswer(exchange, bytes, 2_000))?.[1]
  return status === undefined ? null : Number(status)
}

/** How long a request whose headers never end lasts, in ms: it begins before the tests, which take as long. */
let trickledMs: Promise<number>
let trickled: RunningExchange

const trickle = ({ baseUrl }: RunningExchange): Promise<number> =>
  new Promise(resolve => {
    const { hostname, port } = new URL(baseUrl)
    const beganAt = performance.now()
    const socket = connect(Number(port), hostname, () => socket.write('GET /v1/tags HTTP/1.1\r\nHost: x\r\n'))
    socket.resume()
    const drops = setInterval(() => socket.write('x: y\r\n'), 1_000)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drops)
      resolve(performance.now() - beganAt)
    })
  })

beforeAll(async () => {
  trickled = await startExchange({ crowd: { kind: 'none' } })
  trickledMs = trickle(trickled)
})
afterAll(() => trickled.close())

describe('those who try doors', () => {
  it('are answered 4xx with a slug whatever field of an order they spoil, and nothing moves', async () => {
    const { exchange, client, isWhole } = await ready()
    const good = await client.body({ market: exchange.market, cents: 41, shares: 10 })
    const fields = [...Object.keys(good.data), ...Object.keys(good.data.order).map(field => `order.${field}`)]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fields), nasty, async (field, value) => {
        const body = structuredClone(good) as { data: Record<string, unknown> & { order: Record<string, unknown> } }
        const [first, second] = field.split('.')
        if (second === undefined) body.data[first ?? ''] = value
        else body.data.order[second] = value
        const answer = await client.post('/v1/orders', body)
        if (answer.status === 201) await client.post('/v1/orders/remove', { data: { ids: [answer.body.data.orderId] } })
        expect([201, 400, 404]).toContain(answer.status)
        if (answer.status !== 201) expect(answer.body).toMatchObject({ success: false, code: answer.status })
        if (answer.status !== 201) expect(answer.body.error).toMatch(/^[a-z_]+$/)
      }),
      { numRuns: 300, seed: 21 },
    )
    await isWhole()
  })

  it('are answered 4xx for any JSON and any text on every path', async () => {
    const { client, isWhole } = await ready()
    const body = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }).map(value => JSON.stringify({ data: value })),
      fc.jsonValue({ maxDepth: 4 }).map(value => JSON.stringify(value)),
      fc.string({ maxLength: 300, unit: 'binary' }),
      fc.json().map(text => text.slice(0, Math.floor(text.length / 2))),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), body, async (path, text) => {
        const { status, body: answer } = await client.post(path, text)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect(answer.error).toMatch(/^[a-z_]+$/)
      }),
      { numRuns: 200, seed: 22 },
    )
    await isWhole()
  })

  it('are answered below 500 for any query and path', async () => {
    const { exchange, client, isWhole } = await ready()
    const names = [
      'first',
      'after',
      'status',
      'marketId',
      'signerAddress',
      'isSignerMaker',
      'minValueUsdtWei',
      'ids',
      'sort',
      'orderHashes',
    ]
    const paths = [
      '/v1/markets',
      '/v1/markets/orderbooks',
      '/v1/orders',
      '/v1/orders/matches',
      '/v1/positions',
      '/v1/categories',
      `/v1/markets/${exchange.market}/orderbook`,
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.constantFrom(...names),
        fc.oneof(fc.constantFrom('-1', '1e30', '0', '__proto__', '%00', '9'.repeat(400)), fc.string({ maxLength: 60 })),
        async (path, name, value) => {
          const { status } = await client.get(`${path}?${name}=${encodeURIComponent(value)}`)
          expect(status).toBeLessThan(500)
        },
      ),
      { numRuns: 150, seed: 23 },
    )
    for (const path of [
      '/v1/markets/__proto__',
      '/v1/markets/-1',
      `/v1/orders/${'0'.repeat(9_000)}`,
      '/v1/positions/x',
      '/v1/../rpc',
      '/%',
    ])
      expect([path, (await client.get(path).catch(() => ({ status: 400 }))).status]).toEqual([
        path,
        expect.toSatisfy((s: number) => s >= 400 && s < 500),
      ])
    await isWhole()
  })

  it('cannot send ten megabytes, endless headers or what is no HTTP', async () => {
    const { exchange, isWhole } = await ready()
    const key = { 'x-api-key': exchange.apiKey }
    const big = await fetch(`${exchange.baseUrl}/v1/auth`, { method: 'POST', headers: key, body: 'x'.repeat(10_000_000) }).then(
      response => response.status,
      () => 413,
    )
    expect(big).toBe(413)
    const rpc = await fetch(exchange.rpcUrl, { method: 'POST', body: `["${'x'.repeat(10_000_000)}"]` }).then(
      response => response.status,
      () => 413,
    )
    expect(rpc).toBe(413)
    const host = 'Host: x\r\n'
    expect(await rawStatus(exchange, `GET /v1/markets HTTP/1.1\r\n${host}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`)).toBe(431)
    expect(await rawStatus(exchange, 'hello\r\n\r\n')).toBe(400)
    expect(await rawStatus(exchange, `GET / HTTP/9.9\r\n${host}\r\n`)).not.toBe(500)
    expect(await rawStatus(exchange, Buffer.alloc(2_000, 0xff))).toBe(400)
    expect(await rawStatus(exchange, `POST /v1/auth HTTP/1.1\r\n${host}Content-Length: -5\r\n\r\n`)).toBe(400)
    const twice = `POST /v1/auth HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
    expect(await rawStatus(exchange, twice)).toBe(400)
    await isWhole()
  })

  it('get JSON-RPC errors for wrong calls, and never a crash', async () => {
    const { exchange, isWhole } = await ready()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          nasty,
          fc.record({ method: nasty, params: nasty, id: nasty }),
          fc.record({
            method: fc.constant('eth_call'),
            params: fc.tuple(
              fc.record({
                to: nasty,
                data: fc.oneof(
                  nasty,
                  fc.constantFrom('0x70a08231', `0x00fdd58e${'f'.repeat(127)}`, `0x4e1273f4${'f'.repeat(256)}`),
                ),
              }),
            ),
          }),
        ),
        async request => {
          const response = await fetch(exchange.rpcUrl, { method: 'POST', body: JSON.stringify(request) })
          expect(response.status).toBe(200)
          await response.json()
        },
      ),
      { numRuns: 150, seed: 24 },
    )
    await isWhole()
  })

  it('get no long history of fees for a short request', async () => {
    const { exchange } = await ready()
    const ask = async (percentiles: number) => {
      const call = { jsonrpc: '2.0', id: 1, method: 'eth_feeHistory', params: ['0x400', 'latest', Array(percentiles).fill(50)] }
      return (await fetch(exchange.rpcUrl, { method: 'POST', body: JSON.stringify([call]) })).text()
    }
    for (const percentiles of [1, 10, 100]) {
      const text = await ask(percentiles)
      expect(text.length).toBeLessThan(60_000)
      expect(JSON.parse(text)[0].result.reward[0]).toHaveLength(percentiles)
    }
    expect(await ask(101)).toMatch('at most 100 percentiles')
  })

  it('cannot harm the stream with frames of any kind', async () => {
    const { exchange, token, isWhole } = await ready()
    const frames = fc.sample(
      fc.oneof(
        fc.string({ maxLength: 200, unit: 'binary' }),
        fc.jsonValue().map(value => JSON.stringify(value)),
        fc
          .record({
            method: fc.constantFrom('subscribe', 'unsubscribe', 'heartbeat', 'x'),
            requestId: nasty,
            params: nasty,
            data: nasty,
          })
          .map(value => JSON.stringify(value)),
        fc
          .tuple(
            fc.constantFrom('predictOrderbook', 'predictWalletEvents', 'predictTrades', '__proto__', ''),
            fc.string({ maxLength: 40 }),
          )
          .map(([topic, rest]) => JSON.stringify({ method: 'subscribe', requestId: 900_001, params: [`${topic}/${rest}`] })),
      ),
      { numRuns: 300, seed: 25 },
    )
    const stream = await openStream(exchange)
    for (const frame of frames) stream.send(frame)
    expect(await stream.subscribe(`predictWalletEvents/${token}`)).toMatchObject({ success: true })
    const forged = `${token.slice(0, -4)}AAAA`
    expect((await stream.subscribe(`predictWalletEvents/${forged}`)).error.code).toBe('invalid_credentials')
    stream.close()
    const closed: number[] = []
    for (const bytes of [Buffer.alloc(20_000, 1), Buffer.from([0, 1, 2]), 'x'.repeat(50_000)]) {
      const socket = new WebSocket(`${exchange.wsUrl}?apiKey=${exchange.apiKey}`)
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      socket.on('error', () => undefined)
      socket.on('close', code => closed.push(code))
      const end = new Promise(resolve => socket.once('close', resolve).once('message', resolve))
      socket.send(bytes)
      await end
      socket.terminate()
    }
    expect(closed.filter(code => code === 1009)).toHaveLength(2)
    const handshake = `GET /ws?apiKey=${exchange.apiKey} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
    expect(await rawStatus(exchange, `${handshake}Sec-WebSocket-Version: 99\r\nSec-WebSocket-Key: x\r\n\r\n`)).toBe(400)
    expect(await rawStatus(exchange, `${handshake.replace(exchange.apiKey, 'wrong')}\r\n`)).toBe(401)
    const good = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
    await rawStatus(exchange, Buffer.concat([Buffer.from(handshake + good), Buffer.alloc(64, 0xff)]))
    await isWhole()
  })

  it('cannot forge or bend a token', async () => {
    const { exchange, token, isWhole } = await ready()
    const [head, claims, mark] = token.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
    for (const wrong of [
      '',
      'x',
      'a.b.c',
      `${head}.${claims}.`,
      `${head}.${claims}.${'A'.repeat(43)}`,
      none,
      `${token}x`,
      'é'.repeat(10),
      mark ?? '',
    ]) {
      const headers = { 'x-api-key': exchange.apiKey, authorization: `Bearer ${encodeURI(wrong)}` }
      const response = await fetch(`${exchange.baseUrl}/v1/orders`, { headers })
      expect([wrong, response.status, ((await response.json()) as { error: string }).error]).toEqual([
        wrong,
        401,
        'unauthorized',
      ])
    }
    await isWhole()
  })

  it('cannot hold a connection by headers that never end', async () => {
    expect(await trickledMs).toBeLessThan(25_000)
  }, 40_000)
})
