import { expect, test } from 'vitest'
import { type RunningExchange, startExchange } from '../../../src/exchange.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'

const PAGE = 'https://desk.example'
const OTHER = 'https://other.example'
const ASKS = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type, x-api-key' }

const preflight = (exchange: RunningExchange, path: string, origin: string) =>
  fetch(exchange.baseUrl + path, { method: 'OPTIONS', headers: { origin, ...ASKS } })

/** What an answer says to a browser, by name. */
const said = ({ headers }: Response): Readonly<Record<string, string>> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control') || name === 'vary'))

test('a page of an origin that was named may ask, call, and read what it is told, refusals too', async () => {
  const exchange = await start({ cors: [PAGE, 'http://localhost:5173'] })
  const asked = await preflight(exchange, '/v1/orders', PAGE)
  expect([asked.status, await asked.text()]).toEqual([204, ''])
  expect(said(asked)).toMatchObject({
    'access-control-allow-origin': PAGE,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, x-api-key',
    vary: 'Origin',
  })
  const answered = { 'access-control-allow-origin': PAGE, vary: 'Origin' }
  const headers = { origin: PAGE, 'x-api-key': exchange.apiKey }
  const list = await fetch(`${exchange.baseUrl}/v1/markets`, { headers })
  expect([list.status, said(list)]).toMatchObject([200, answered])
  expect(said(list)['access-control-expose-headers']).toContain('RateLimit-Remaining')
  const refused = await fetch(`${exchange.baseUrl}/v1/orders`, { method: 'POST', headers: { origin: PAGE }, body: '{}' })
  expect([refused.status, said(refused)]).toMatchObject([401, answered])
  const client = createClient(exchange)
  const authorization = `Bearer ${await client.login()}`
  const body = JSON.stringify(await client.body({ market: exchange.market, cents: 40, shares: 10 }))
  const created = await fetch(`${exchange.baseUrl}/v1/orders`, { method: 'POST', headers: { ...headers, authorization }, body })
  expect([created.status, said(created)]).toMatchObject([201, answered])
  expect(said(await preflight(exchange, '/rpc', 'http://localhost:5173'))['access-control-allow-origin']).toBe(
    'http://localhost:5173',
  )
})

test('a page of another origin is told nothing, and no page may ask for the operator’s side', async () => {
  const exchange = await start({ cors: [PAGE] })
  const asked = await preflight(exchange, '/v1/orders', OTHER)
  expect([asked.status === 204, said(asked)]).toEqual([false, { vary: 'Origin' }])
  const list = await fetch(`${exchange.baseUrl}/v1/markets`, { headers: { origin: OTHER, 'x-api-key': exchange.apiKey } })
  expect([list.status, said(list)]).toEqual([200, { vary: 'Origin' }])
  for (const path of ['/admin/accounts', '/admin?x=1'])
    expect(said(await preflight(exchange, path, PAGE))).toEqual({ vary: 'Origin' })
})

test('a star is for all origins, and without origins no answer says a word of it', async () => {
  const all = await start({ cors: ['*'] })
  expect(said(await preflight(all, '/v1/orders', OTHER))['access-control-allow-origin']).toBe('*')
  const none = await start()
  const asked = await preflight(none, '/v1/orders', PAGE)
  expect([asked.status, said(asked)]).toEqual([401, {}])
  const list = await fetch(`${none.baseUrl}/v1/markets`, { headers: { origin: PAGE, 'x-api-key': none.apiKey } })
  expect([list.status, said(list)]).toEqual([200, {}])
})

test('what is no origin is refused', async () => {
  for (const wrong of ['desk.example', 'https://desk.example/', 'https://desk.example/page', 'null', 'ftp://desk.example', ''])
    await expect(startExchange({ crowd: { kind: 'none' }, cors: [wrong] })).rejects.toThrow(`expected an origin such as`)
})
