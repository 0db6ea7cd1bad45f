/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../../src/protocol/api/all-operations.js'
import type { Operation } from '../../../src/protocol/api/operation.js'
import { createClient } from './client.js'
import { readDocument, type ServiceDocument } from './document.js'
import { start } from './exchanges.js'
import { rawAnswer, statusOfAnswer } from './raw-request.js'

const ready = async () => {
  const failures: unknown[] = []
  const exchange = await start({
    log: (text, fields) => {
      if (text === 'a request failed') failures.push(fields)
    },
  })
  const client = createClient(exchange)
  const token = await client.login()
  const { orderHash, orderId } = (await client.limit({ market: exchange.market, cents: 40, shares: 10 })).body.data
  const isWhole = async (): Promise<void> => {
    expect(failures).toEqual([])
    expect((await client.get(`/v1/orders/${orderHash}`)).body.data).toMatchObject({ status: 'OPEN', amountFilled: '0' })
  }
  return { exchange, client, token, orderHash: orderHash as string, orderId: orderId as string, isWhole }
}

/** Traces of how the exchange is built, which an answer must not show. */
const INSIDES = /node_modules|\.[jt]s:\d+|\bat \S+ \(|file:\/\/|SQLITE|zod|\/(?:home|work|tmp|usr)\//i

/** Any character. That of the library lists all of them first, which takes a second. */
const character = fc.nat({ max: 0x10_f7ff }).map(
  number => String.fromCodePoint(number < 0xd800 ? number : number + 0x800),
  text => {
    const code = (text as string).codePointAt(0) ?? -1
    if (text !== String.fromCodePoint(code)) throw new Error('no single character')
    return code < 0xd800 ? code : code - 0x800
  },
)

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e30,
    2 ** 53,
    '',
    '0',
    '-1',
    '1e30',
    '0x',
    'NaN',
    '٣',
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    "' OR 1=1 --",
    '"*"',
    'NEAR(',
    '../../etc/passwd',
    '9'.repeat(79),
    'f'.repeat(3_000),
    `0x${'f'.repeat(40)}`,
    `0x${'0'.repeat(64)}`,
    `0x${'ff'.repeat(65)}`,
    [],
    {},
    [[[[]]]],
    { length: 1e9 },
    { toString: 1 },
  ),
  fc.string({ unit: character, maxLength: 30 }),
  fc.jsonValue({ maxDepth: 2 }),
)

const texts = (values: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  values.map(value => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))

/** Values of a schema of the document, with one or many of their parts spoilt at any depth. */
const valuesOf = (document: ServiceDocument, schema: any): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 1, arbitrary: nasty }, { weight: 3, arbitrary: shaped(document, schema) })

const shaped = (document: ServiceDocument, schema: any): fc.Arbitrary<unknown> => {
  if (schema?.$ref !== undefined) return shaped(document, document.json.components.schemas[schema.$ref.split('/').at(-1)])
  const branches = schema?.anyOf ?? schema?.oneOf?.filter((one: any) => one.properties !== undefined)
  if (branches?.length > 0) return fc.oneof(...branches.map((one: unknown) => valuesOf(document, one)))
  if (schema?.enum !== undefined) return fc.oneof(fc.constantFrom<unknown>(...schema.enum), nasty)
  if (schema?.const !== undefined) return fc.constant(schema.const)
  if (schema?.type === 'array') return fc.array(valuesOf(document, schema.items ?? {}), { maxLength: 3 })
  if (schema?.properties === undefined) return nasty
  const fields = Object.entries(schema.properties).map(([key, value]) => [key, valuesOf(document, value)])
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

interface Call {
  readonly path: string
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** Requests of an operation as the document describes it: its parameters, a body where it takes one, and any headers. */
const callOf = (document: ServiceDocument, operation: Operation): fc.Arbitrary<Call> => {
  const { parameters, requestBody } = document.of(operation)
  const placed = (place: string): Record<string, fc.Arbitrary<string>> =>
    Object.fromEntries(
      parameters
        .filter((one: any) => one.in === place)
        .map(({ name, schema }: any) => [name, texts(valuesOf(document, schema))]),
    )
  const schema = requestBody?.content['application/json'].schema
  const body = schema === undefined ? fc.constant(null) : valuesOf(document, schema).map(value => JSON.stringify(value) ?? '')
  const headers = fc.constantFrom<Record<string, string>>(
    {},
    { 'content-type': 'text/html' },
    { 'content-type': 'application/json; charset=utf-7' },
    { 'content-encoding': 'gzip' },
    { accept: 'image/png', 'accept-language': '%00' },
    { 'x-forwarded-for': '::1', 'x-http-method-override': 'DELETE' },
    { cookie: 'a='.repeat(500) },
  )
  return fc
    .record({ params: fc.record(placed('path')), query: fc.record(placed('query'), { requiredKeys: [] }), body, headers })
    .map(drawn => ({ path: pathOf(operation, drawn), body: drawn.body, headers: drawn.headers }))
}

const pathOf = (
  operation: Operation,
  drawn: { params: Record<string, string>; query: Record<string, string | undefined> },
): string => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encode(drawn.params[key] || 'x'))
  const query = Object.entries(drawn.query).map(([key, value]) => `${key}=${encode(value ?? '')}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Half a surrogate pair cannot be written in a path, and a name of dots is a way and no name. */
const encode = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?')).replace(/^\.+$/, 'x')

describe('every operation', () => {
  it('answers any request with what the document says or a refusal that it names, and tells nothing of its insides', async () => {
    const { exchange, token, isWhole } = await ready()
    const document = await readDocument(exchange)
    const described = Object.entries<any>(document.json.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(ALL_OPERATIONS.map(({ method, path }) => `${method} ${path}`).toSorted())
    const statuses = new Set<number>()
    for (const [index, operation] of ALL_OPERATIONS.entries())
      await fc.assert(
        fc.asyncProperty(callOf(document, operation), fc.boolean(), async ({ path, body, headers }, isKnown) => {
          const response = await fetch(exchange.baseUrl + path, {
            method: operation.method,
            headers: {
              ...headers,
              'x-api-key': exchange.apiKey,
              ...(isKnown && { authorization: `Bearer ${token}` }),
            },
            ...(body !== null && { body }),
          })
          const text = await response.text()
          const { status } = response
          statuses.add(status)
          expect([operation.id, path, body, status]).toSatisfy(([, , , found]) => found < 500)
          const said: unknown = JSON.parse(text)
          // Its status, its form and its word are those that the service's own document gives the operation.
          expect([path, ...document.misfits(operation, { status, body: said })]).toEqual([path])
          if (status < 400) return
          expect(said).toMatchObject({ success: false, code: status, error: expect.any(String) })
          // What was sent may come back in a sentence, the rest is ours.
          if (!INSIDES.test(path) && !INSIDES.test(body ?? '')) expect(text).not.toMatch(INSIDES)
        }),
        { numRuns: 4, seed: 31 + index },
      )
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404]))
    await isWhole()
  }, 120_000)

  it('is closed to a wallet’s business without its token, and to the operator’s without his', async () => {
    const { exchange, isWhole } = await ready()
    const guarded = ALL_OPERATIONS.filter(({ proof }) => proof === 'wallet' || proof === 'operator')
    expect(guarded.length).toBeGreaterThan(5)
    for (const operation of guarded) {
      const path = operation.path.replaceAll(/\{\w+\}/g, '1')
      for (const authorization of ['', 'Bearer x', 'Basic eDp5', `Bearer ${'a.'.repeat(400)}`]) {
        const response = await fetch(exchange.baseUrl + path, {
          method: operation.method,
          headers: { 'x-api-key': exchange.apiKey, ...(authorization !== '' && { authorization }) },
          ...(operation.method === 'POST' && { body: '{}' }),
        })
        expect([operation.id, authorization, response.status]).toEqual([operation.id, authorization, 401])
      }
    }
    await isWhole()
  }, 120_000)

  it('shows a wallet nothing of another one’s, and lets it remove nothing', async () => {
    const { exchange, client, orderHash, orderId, isWhole } = await ready()
    const stranger = createClient(exchange, 1)
    await stranger.login()
    const own = ALL_OPERATIONS.filter(({ proof, method }) => proof === 'wallet' && method === 'GET')
    for (const { path, id } of own) {
      const { body, status } = await stranger.get(path.replaceAll(/\{\w+\}/g, orderHash))
      expect([id, status]).toSatisfy(([, found]) => found < 500)
      const text = JSON.stringify(body).toLowerCase()
      expect([id, text.includes(orderHash.toLowerCase()), text.includes(client.account.address.toLowerCase())]).toEqual([
        id,
        false,
        false,
      ])
    }
    expect((await stranger.get(`/v1/orders/${orderHash}`)).status).toBe(404)
    for (const [path, data] of [
      ['/v1/orders/remove', { ids: [orderId] }],
      ['/v1/orders/remove-by-hash', { hashes: [orderHash] }],
    ] as const)
      expect((await stranger.post(path, { data })).body).toMatchObject({
        code: 401,
        message: expect.stringContaining('do not belong to'),
      })
    await isWhole()
  })
})

describe('the wire itself', () => {
  it('takes any method, path and header without a 5xx, and stays up', async () => {
    const { exchange, isWhole } = await ready()
    const line = fc
      .tuple(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'CONNECT', 'PROPFIND', 'get', 'X'),
        fc.oneof(
          fc.constantFrom(
            '/',
            '*',
            '//',
            '/v1',
            '/v1//orders',
            '/v1/orders/%',
            '/v1/%2e%2e/rpc',
            'http://other/v1/markets',
            '/ws',
          ),
          fc.string({ unit: character, maxLength: 40 }).map(text => `/v1/${text.replaceAll(/[\r\n ]/g, '')}`),
        ),
        fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'FTP/1.1', ''),
      )
      .map(parts => parts.join(' '))
    const header = fc.oneof(
      fc.constantFrom(
        'Content-Length: 99999999999999999999',
        'Content-Length: 1\r\nContent-Length: 2',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: gzip, chunked',
        'Expect: 100-continue',
        'Expect: everything',
        'Upgrade: h2c',
        'Upgrade: websocket\r\nConnection: Upgrade',
        'Connection: close, keep-alive',
        'Authorization: Bearer \t',
        'Range: bytes=0-1',
        'Host: \0',
      ),
      fc
        .tuple(fc.string({ maxLength: 12 }), fc.string({ unit: character, maxLength: 40 }))
        .map(([name, value]) => `${name}: ${value}`),
    )
    const request = fc
      .tuple(line, fc.array(header, { maxLength: 4 }), fc.string({ unit: character, maxLength: 60 }))
      .map(([first, headers, body]) => Buffer.from(`${[first, 'Host: x', ...headers].join('\r\n')}\r\n\r\n${body}`))
    const bytes = fc.oneof(
      { weight: 5, arbitrary: request },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map(drawn => Buffer.from(drawn)) },
    )
    // Side by side, because some of them leave the exchange waiting for the rest of their body.
    const answers = await Promise.all(fc.sample(bytes, { numRuns: 250, seed: 32 }).map(one => rawAnswer(exchange, one)))
    for (const answer of answers) {
      expect(statusOfAnswer(answer) ?? 0).toBeLessThan(500)
      expect(answer).not.toMatch(INSIDES)
    }
    await isWhole()
  }, 120_000)

  it('is to be had on this machine only, unless told otherwise', async () => {
    const exchange = await start()
    const { hostname, port } = new URL(exchange.baseUrl)
    expect(hostname).toBe('127.0.0.1')
    const others = Object.values(networkInterfaces()).flatMap(all =>
      (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
    )
    for (const { address } of others) {
      const isOpen = await new Promise(resolve => {
        const socket = connect(Number(port), address, () => resolve(true))
        socket.on('error', () => resolve(false))
      })
      expect([address, isOpen]).toEqual([address, false])
    }
  })
})
