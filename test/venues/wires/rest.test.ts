import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createRest, type RateHeaders, type Rest, type RestOptions } from '../../../src/venues/wires/rest.js'
import { dripServer } from './drip-server.js'

const open: { server: Server; rest: Rest }[] = []
afterEach(async () => {
  for (const { server, rest } of open.splice(0)) {
    await rest.close()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

async function serve(listener: RequestListener, options: Partial<RestOptions> = {}): Promise<Rest> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const rest = createRest({
    venue: 'test',
    timeoutMs: 300,
    ...options,
    baseUrl: `http://127.0.0.1:${port}${options.baseUrl ?? ''}`,
  })
  open.push({ server, rest })
  return rest
}
const get = { method: 'GET', path: '/a?key=secret' } as const

test('an answer comes with its text as it was and with its JSON', async () => {
  const rest = await serve((_request, response) => response.end('{"a": 1.0}'))
  expect(await rest.request(get)).toEqual({ kind: 'done', status: 200, text: '{"a": 1.0}', json: { a: 1 } })
})

test('the address’s own path and query stand before what is asked', async () => {
  const seen: string[] = []
  const rest = await serve(
    (request, response) => {
      seen.push(request.url ?? '')
      response.end('{}')
    },
    { baseUrl: '/node/key?x=1' },
  )
  await rest.request({ method: 'GET', path: '' })
  await rest.request({ method: 'GET', path: '/b' })
  expect(seen).toEqual(['/node/key?x=1', '/node/key/b'])
})

test('a user and a password in the address are sent to its host, but not beside an authorization of a request', async () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(request.headersDistinct['authorization']?.join() ?? '')
    response.end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const rest = createRest({ venue: 'test', baseUrl: `http://me:p%40ss@127.0.0.1:${port}/node` })
  open.push({ server, rest })
  await rest.request(get)
  await rest.request({ ...get, headers: { authorization: 'Bearer t' } })
  expect(seen).toEqual([`Basic ${Buffer.from('me:p@ss').toString('base64')}`, 'Bearer t'])
})

test('a refusal is the server’s word, with JSON or without', async () => {
  const rest = await serve((_request, response) => response.writeHead(403).end('<html>'))
  expect(await rest.request(get)).toEqual({ kind: 'refused', status: 403, json: undefined })
})

test.each([
  ['a server error', 503, '{"success":false}'],
  ['HTML in place of an answer', 200, '<html>'],
  ['a proxy that waited in vain', 408, '{}'],
])('%s leaves open what happened', async (_name, status, body) => {
  const rest = await serve((_request, response) => response.writeHead(status).end(body))
  expect(await rest.request(get)).toMatchObject({ kind: 'failed', status, wasSent: true })
})

test('an answer that never comes is a failure after its time', async () => {
  const rest = await serve(() => {})
  expect(await rest.request(get)).toMatchObject({ kind: 'failed', status: null, wasSent: true })
})

test('an urgent request does not wait behind those a stalled server holds', async () => {
  const rest = await serve(
    (request, response) => {
      if (request.url === '/urgent') response.end('{}')
    },
    { connections: 1 },
  )
  const stalled = [rest.request(get), rest.request(get)]
  expect(await rest.request({ method: 'POST', path: '/urgent', isUrgent: true })).toMatchObject({ kind: 'done' })
  await rest.close()
  expect(await Promise.all(stalled)).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }])
})

test('an answer that never ends is a failure at its limit', async () => {
  const rest = await serve((_request, response) => response.end('x'.repeat(2_000)), { bodyMax: 1_000 })
  expect(await rest.request(get)).toMatchObject({ kind: 'failed', wasSent: true })
})

test.each([
  ['its body, of a told length', 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', () => ' '],
  ['its body, in pieces', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', () => '1\r\n \r\n'],
  ['a header', 'HTTP/1.1 200 OK\r\nX: ', () => 'a'],
  ['its headers', 'HTTP/1.1 200 OK\r\n', (n: number) => `X-${n}: a\r\n`],
  ['its trailers', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', (n: number) => `X-${n}: a\r\n`],
  ['an extension of a piece', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;', () => 'a'],
  ['hints before it', '', () => 'HTTP/1.1 103 Early Hints\r\n\r\n'],
])('an answer that comes byte by byte is a failure after its time: %s', async (_name, head, next) => {
  const drip = await dripServer({ head, next, everyMs: 50 })
  const rest = createRest({ venue: 'test', timeoutMs: 300, baseUrl: `http://${drip.host}` })
  try {
    expect(await rest.request(get)).toMatchObject({ kind: 'failed', wasSent: true })
  } finally {
    await rest.close()
    drip.close()
  }
})

test('a request without a listening host was not sent, and its error tells no secret', async () => {
  const rest = await serve(() => {})
  await new Promise(resolve => open[0]?.server.close(resolve))
  const answer = await rest.request({ ...get, headers: { authorization: 'Bearer secret' } })
  expect(answer).toMatchObject({ kind: 'failed', wasSent: false })
  expect(answer.kind === 'failed' && answer.error.message).toBe('GET /a: no answer (ECONNREFUSED)')
})

test('rate headers are told as they come', async () => {
  const told: [string, RateHeaders][] = []
  const rest = await serve(
    (_request, response) => {
      response.setHeader('RateLimit-Limit', '500').setHeader('RateLimit-Remaining', '498').setHeader('RateLimit-Reset', '41')
      response.end('{}')
    },
    {
      onSend:
        ({ path }) =>
        rate =>
          void told.push([path, rate]),
    },
  )
  await rest.request({ method: 'GET', path: '/b' })
  expect(told).toEqual([['/b', { limit: 500, remaining: 498, resetSeconds: 41 }]])
})

test('a request that may not start any more leaves no byte, and the next one goes on', async () => {
  const seen: string[] = []
  const rest = await serve((request, response) => {
    seen.push(request.url ?? '')
    response.end('{}')
  })
  await rest.request({ method: 'GET', path: '/first' })
  const held = await rest.request({ method: 'POST', path: '/held', body: '{}', mayStart: () => false })
  expect(held).toMatchObject({ kind: 'failed', wasSent: false })
  expect(await rest.request({ method: 'POST', path: '/next', body: '{}', mayStart: () => true })).toMatchObject({
    kind: 'done',
  })
  expect(seen).toEqual(['/first', '/next'])
})

test('a request that waited for a connection is asked when it gets one, and not before', async () => {
  const answers: (() => void)[] = []
  const rest = await serve((_request, response) => void answers.push(() => response.end('{}')), { connections: 1 })
  let mayStart = true
  const first = rest.request(get)
  const waiting = rest.request({ method: 'POST', path: '/waits', body: '{}', mayStart: () => mayStart })
  await expect.poll(() => answers.length).toBe(1)
  mayStart = false
  answers[0]?.()
  expect(await first).toMatchObject({ kind: 'done' })
  expect(await waiting).toMatchObject({ kind: 'failed', wasSent: false })
  expect(answers.length).toBe(1)
})
