import { expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'
import { answerUntilCutOff, pipelined, posted, rawAnswer, statusOfAnswer } from './raw-request.js'

const HOST = 'Host: x\r\n'
const LONG = 'a'.repeat(20_000)

/** Status, type and body of an answer, whose body has to be the envelope. */
const answered = async (exchange: RunningExchange, bytes: string | Buffer) => {
  const [head = '', body = ''] = (await rawAnswer(exchange, bytes)).split('\r\n\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) [A-Z]/.exec(head) ?? []
  const { success, code, error, message, timestamp, trace } = JSON.parse(body)
  expect(head).toMatch(/content-type: application\/json/i)
  expect(success).toBe(false)
  expect(timestamp).toMatch(/^\d{4}-.*\.\d{9}Z$/)
  expect(trace).toMatch(/^[0-9a-f]{32}$/)
  expect(Number(status)).toBe(code)
  return [code, error, message]
}

const CASES: readonly (readonly [what: string, bytes: string | Buffer, code: number, message: string])[] = [
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'the request is no HTTP/1.1'],
  ['bytes of no meaning', Buffer.alloc(2_000, 0xff), 400, 'the request is no HTTP/1.1'],
  ['another version of HTTP', `GET / HTTP/9.9\r\n${HOST}\r\n`, 400, 'the request is no HTTP/1.1'],
  [
    'a body of negative length',
    `POST /v1/auth HTTP/1.1\r\n${HOST}Content-Length: -5\r\n\r\n`,
    400,
    'the request is no HTTP/1.1',
  ],
  ['a header that is too long', `GET /v1/tags HTTP/1.1\r\n${HOST}X-Long: ${LONG}\r\n\r\n`, 431, 'the headers are too long'],
  [
    'too many headers',
    `GET /v1/tags HTTP/1.1\r\n${HOST}${Array.from({ length: 3_000 }, (_, index) => `x-${index}: 1\r\n`).join('')}\r\n`,
    431,
    'the headers are too long',
  ],
  ['a URL that is too long', `GET /v1/tags?x=${LONG} HTTP/1.1\r\n${HOST}\r\n`, 414, 'the URL is too long'],
  ['a URL without an end', `GET /v1/tags?x=${LONG}`, 414, 'the URL is too long'],
  ['a URL that is none', `GET http://[::bad/ HTTP/1.1\r\n${HOST}\r\n`, 400, 'the URL or its host'],
  ['a host that is none', 'GET /v1/tags HTTP/1.1\r\nHost: a b/c\r\n\r\n', 400, 'the URL or its host'],
  ['no host', 'GET /v1/tags HTTP/1.1\r\n\r\n', 400, 'the header Host is missing'],
  ['no host of a create', 'POST /v1/orders HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}', 400, 'the header Host is missing'],
  ['a wish to be connected', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, 404, 'operation not found'],
  [
    'a body whose chunk has no size',
    `POST /v1/auth HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
    'the request is no HTTP/1.1',
  ],
]

test.each(CASES)('%s is refused in the envelope', async (_what, bytes, code, message) => {
  const exchange = await start({ requireApiKey: false })
  const [status, word, words] = await answered(exchange, bytes)
  expect([status, word]).toEqual([code, code === 404 ? 'not_found' : 'bad_request'])
  expect(words).toContain(message)
})

const HANDSHAKE = `${HOST}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`

// An exchange has a limited number of connections, so a client that was refused must not be able to keep one.
test.each([
  ['a wish to be connected', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`, 404],
  ['a refused handshake of the stream', `GET /ws?apiKey=wrong HTTP/1.1\r\n${HANDSHAKE}`, 401],
  ['a handshake on another path', `GET /other HTTP/1.1\r\n${HANDSHAKE}`, 404],
])('the connection of %s ends, whether or not the client closes its side', async (_what, bytes, status) => {
  const exchange = await start()
  expect(statusOfAnswer(await answerUntilCutOff(exchange, bytes))).toBe(status)
})

test('what came before a broken request is answered first, each in its turn', async () => {
  const exchange = await start()
  const client = createClient(exchange)
  const token = await client.login()
  const create = posted(exchange, token, '/v1/orders', await client.body({ market: exchange.market, cents: 40, shares: 10 }))
  const list = `GET /v1/orders HTTP/1.1\r\nHost: x\r\nx-api-key: ${exchange.apiKey}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const answers = await pipelined(exchange, [create, list, 'hello\r\n\r\nhello\r\n\r\n'])
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 400])
  expect(answers[1]?.body['data']).toHaveLength(1)
  expect(answers[2]?.body).toMatchObject({ success: false, error: 'bad_request' })
})

test('a request that offers HTTP/2, as the first one of Java’s client does, is served in HTTP/1.1', async () => {
  const exchange = await start()
  const client = createClient(exchange)
  const token = await client.login()
  const offered = (request: string): string =>
    request.replace('\r\n', '\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n')
  const create = posted(exchange, token, '/v1/orders', await client.body({ market: exchange.market, cents: 40, shares: 10 }))
  const list = `GET /v1/orders HTTP/1.1\r\nHost: x\r\nx-api-key: ${exchange.apiKey}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const answers = await pipelined(exchange, [offered(create), offered(list), offered(list), list])
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200])
  expect(answers.map(({ body }) => [body['data']].flat().length)).toEqual([1, 1, 1, 1])
  const broken = await pipelined(exchange, [offered(list), 'hello\r\n\r\n'])
  expect(broken.map(({ status }) => status)).toEqual([200, 400])
})
