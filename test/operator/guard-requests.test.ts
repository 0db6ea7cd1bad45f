import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { answerRefusal } from '../../src/operator/answer-refusal.js'
import { createDoorTokens } from '../../src/operator/door-tokens.js'
import { type DoorEnvironment, guardHost, guardToken } from '../../src/operator/guard-requests.js'

const tokens = createDoorTokens([])
const app = new Hono<DoorEnvironment>()
app.onError((error, context) => answerRefusal(context, error))
app.use(guardHost(() => 4_100))
app.get('/', context => context.text('page'))
app.get('/api/run', guardToken(tokens), context => context.text(context.get('who') ?? ''))

const OWN = { host: '127.0.0.1:4100', authorization: `Bearer ${tokens.all['cli']}` }
const ask = async (headers: Readonly<Record<string, string>>, path = '/api/run'): Promise<string> => {
  const answer = await app.request(path, { headers: { ...OWN, ...headers } })
  return `${answer.status} ${answer.status === 200 ? await answer.text() : ((await answer.json()) as { error: string }).error}`
}

it('answers this computer under each of its own names', async () => {
  for (const host of ['127.0.0.1:4100', 'localhost:4100', '[::1]:4100'])
    for (const headers of [{ host }, { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }])
      expect(await ask(headers)).toBe('200 cli')
})

it('refuses a host name that is not its own, which a page can point at loopback', async () => {
  for (const host of ['evil.example:4100', '127.0.0.1:4101', '127.0.0.1', ''])
    expect(await ask({ host })).toBe('421 wrong_host')
})

it('refuses requests from pages of other sites, but lets a link on one open the page', async () => {
  for (const origin of ['https://evil.example', 'http://127.0.0.1:4101', 'https://127.0.0.1:4100', 'null'])
    expect(await ask({ origin })).toBe('403 wrong_origin')
  expect(await ask({ 'sec-fetch-site': 'cross-site' })).toBe('403 wrong_origin')
  expect(await ask({ 'sec-fetch-site': 'cross-site' }, '/')).toBe('200 page')
})

it('refuses a request without a token of a client', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer x', `Basic ${tokens.all['cli']}`])
    expect(await ask({ authorization })).toBe('401 unauthorized')
})
