import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Timestamp } from '../../../src/model/time.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'
import { rawAnswer } from './raw-request.js'

const clock = { now: () => Timestamp.ofSeconds(1_800_000_015) }
const PATHS = ['/v1/orders', '/v1/orders/remove', '/v1/orders/remove-by-hash'] as const
const SENT = [
  '',
  'not json',
  '[]',
  '{}',
  '{"data":{}}',
  '{"data":{"ids":["1","x"]}}',
  '{"data":{"ids":["1"]}}',
  `{"data":{"hashes":["0x${'a'.repeat(64)}"]}}`,
  '\u{feff}{"data":{"ids":["2"]}}',
  'x'.repeat(102_401),
]

const ready = async () => {
  const exchange = await start({ clock, rateLimits: { orderPostsPerSecond: 1_000 } })
  const client = createClient(exchange)
  const token = await client.login()
  const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(exchange.baseUrl + path, {
      method: 'POST',
      body,
      headers: { 'x-api-key': exchange.apiKey, authorization: `Bearer ${token}`, ...headers },
    })
    const { trace: _drawn, ...said } = (await answer.json()) as Record<string, unknown>
    const { date: _moving, 'ratelimit-remaining': _counted, ...told } = Object.fromEntries(answer.headers)
    return { status: answer.status, said, told }
  }
  return { exchange, client, post }
}

describe('the direct way', () => {
  it('answers every request as the app does, which takes the same path with an empty query', async () => {
    const { post } = await ready()
    for (const path of PATHS) {
      for (const body of SENT) expect(await post(path, body)).toEqual(await post(`${path}?`, body))
      for (const headers of [
        { 'x-api-key': 'wrong' },
        { 'x-api-key': '' },
        { authorization: 'Bearer x' },
        { authorization: '' },
        { 'content-encoding': 'gzip' },
        { 'content-encoding': 'identity' },
      ])
        expect(await post(path, '{}', headers)).toEqual(await post(`${path}?`, '{}', headers))
    }
  })

  it('takes orders and removes them as the app does', async () => {
    const { exchange, client, post } = await ready()
    const body = async (cents: number) => JSON.stringify(await client.body({ market: exchange.market, cents, shares: 10 }))
    const direct = await post('/v1/orders', await body(40))
    const routed = await post('/v1/orders?', await body(41))
    expect([direct.status, direct.said]).toMatchObject([201, { success: true, data: { code: 'OK' } }])
    expect({ ...routed, said: null }).toEqual({ ...direct, said: null, told: { ...direct.told } })
    const idOf = ({ said }: typeof direct): string => (said as { data: { orderId: string } }).data.orderId
    for (const [path, id] of [
      ['/v1/orders/remove', idOf(direct)],
      ['/v1/orders/remove?', idOf(routed)],
    ] as const)
      expect((await post(path, JSON.stringify({ data: { ids: [id] } }))).said).toMatchObject({ removed: [id], noop: [] })
  })

  it('counts calls in the same window as the app', async () => {
    const exchange = await start({ clock, rateLimits: { tradingPerMinute: 3 } })
    const client = createClient(exchange)
    await client.login()
    const remaining = async (path: string) => {
      const { status, headers } = await client.post(path, {})
      return [status, headers.get('ratelimit-remaining'), headers.get('retry-after')]
    }
    expect(await remaining('/v1/orders')).toEqual([400, '2', null])
    expect(await remaining('/v1/orders?')).toEqual([400, '1', null])
    expect(await remaining('/v1/orders/remove')).toEqual([400, '0', null])
    expect(await remaining('/v1/orders')).toEqual([429, '0', '45'])
    expect(await remaining('/v1/orders?')).toEqual([429, '0', '45'])
  })

  it('asks for the body where a client waits to be asked, and refuses to be expected anything else of in the envelope', async () => {
    const { exchange, client } = await ready()
    const head = `POST /v1/orders HTTP/1.1\r\nHost: x\r\nx-api-key: ${exchange.apiKey}\r\nContent-Length: 2\r\n`
    expect(await rawAnswer(exchange, `${head}Expect: 100-continue\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 100 Continue\r\n/)
    for (const word of ['everything', '200-ok']) {
      const told = await rawAnswer(exchange, `${head}Expect: ${word}\r\n\r\n{}`)
      expect(told).toMatch(/^HTTP\/1\.1 417 /)
      expect(JSON.parse(told.slice(told.indexOf('\r\n\r\n')))).toMatchObject({
        success: false,
        code: 417,
        error: 'bad_request',
        message: `nothing can be expected but 100-continue, found ${word}`,
      })
    }
    expect((await client.limit({ market: exchange.market, cents: 40, shares: 10 })).status).toBe(201)
  })

  it('reads a body that comes in pieces or without a length, and outlives a client that hangs up within one', async () => {
    const { exchange, client } = await ready()
    const head = `POST /v1/orders HTTP/1.1\r\nHost: x\r\nx-api-key: ${exchange.apiKey}\r\n`
    expect(await rawAnswer(exchange, `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 401/,
    )
    const { hostname, port } = new URL(exchange.baseUrl)
    const pieces = connect(Number(port), hostname)
    pieces.write(`${head}Content-Length: 4\r\n\r\n{ `)
    await new Promise(resolve => setImmediate(resolve))
    pieces.write(' }')
    expect(String(await new Promise(resolve => pieces.once('data', resolve)))).toMatch(/^HTTP\/1\.1 401/)
    pieces.destroy()
    const quitter = connect(Number(port), hostname)
    await new Promise<void>(resolve => quitter.write(`${head}Content-Length: 4\r\n\r\n{ `, () => resolve()))
    quitter.destroy()
    expect((await client.limit({ market: exchange.market, cents: 40, shares: 10 })).status).toBe(201)
  })
})
