import { describe, expect, it } from 'vitest'
import { createRateWindows, NEWER_LIMITS, rateLimitsOf, USUAL_LIMITS } from '../../../src/exchange/server/auth/rate-windows.js'
import { Timestamp } from '../../../src/model/time.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'

const NOW = 1_800_000_000
const at = (seconds: number): Timestamp => Timestamp.of((NOW + seconds) * 1_000_000)

/** How many calls are let through in one window. */
const allowed = (method: string, path: string, wait = 0): number => {
  const windows = createRateWindows(USUAL_LIMITS)
  let count = 0
  while (count < 1_000 && windows.count({ caller: 'key', method, path, now: at(count * wait) }).allowed) count++
  return count
}

describe('rate windows', () => {
  it('let a key make 500 calls a minute for trading, 50 searches and 250 others, under both revisions’ paths', () => {
    const trading = ['/orders', '/orders/0xab', '/orders/matches', '/orders/remove', '/markets/7/orderbook', '/markets/7/quote']
    for (const path of [...trading, '/markets/quotes', '/markets/orderbooks'])
      for (const prefix of ['', '/v1']) expect([prefix + path, allowed('GET', prefix + path)]).toEqual([prefix + path, 500])
    for (const path of ['/search', '/v1/search', '/v1/search/']) expect([path, allowed('GET', path)]).toEqual([path, 50])
    for (const path of [
      '/markets',
      '/v1/markets/7',
      '/v1/ordersx',
      '/v1/searches',
      '/v1/markets/7/orderbook/x',
      '/v1/positions',
      '/auth',
      '/',
    ])
      expect([path, allowed('GET', path)]).toEqual([path, 250])
  })

  it('let orders be posted forty times a second besides, and count them in the minute too', () => {
    expect(allowed('POST', '/v1/orders')).toBe(40)
    expect(allowed('POST', '/orders/cancel')).toBe(40)
    expect(allowed('POST', '/v1/orders', 0.1)).toBe(500)
    expect(allowed('POST', '/v1/auth')).toBe(250)
  })

  it('share a class’s window over all its paths, and begin again at the full minute for each caller alone', () => {
    const windows = createRateWindows({ ...USUAL_LIMITS, tradingPerMinute: 2 })
    const call = (seconds: number, path = '/v1/orders', caller = 'key') =>
      windows.count({ caller, method: 'GET', path, now: at(seconds) })
    expect(call(30)).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 30 })
    expect(call(31, '/markets/1/orderbook')).toMatchObject({ allowed: true, remaining: 0 })
    expect(call(59.5)).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 1 })
    expect(call(59.5, '/v1/markets')).toMatchObject({ allowed: true, limit: 250 })
    expect(call(59.5, '/v1/orders', '10.0.0.1')).toMatchObject({ allowed: true })
    expect(call(60)).toMatchObject({ allowed: true, remaining: 1, resetSeconds: 60 })
  })

  it('are the usual ones where no others are given', () => {
    expect(rateLimitsOf(undefined)).toEqual(USUAL_LIMITS)
    expect(rateLimitsOf(null)).toBeNull()
    expect(rateLimitsOf({ searchPerMinute: 120 })).toEqual(NEWER_LIMITS)
  })
})

describe('the limits of a running exchange', () => {
  const clock = { now: () => at(15) }

  it('stand in the headers of every answer, and a call too many is told when to come again', async () => {
    const exchange = await start({ clock, rateLimits: { searchPerMinute: 2 } })
    const client = createClient(exchange)
    const limits = (headers: Headers) => ['limit', 'remaining', 'reset'].map(name => headers.get(`ratelimit-${name}`))
    const search = await client.get('/v1/search?query=harbour')
    expect([search.status, ...limits(search.headers)]).toEqual([200, '2', '1', '45'])
    const bad = await client.get('/v1/search')
    expect([bad.status, ...limits(bad.headers), bad.headers.get('retry-after')]).toEqual([400, '2', '0', '45', null])
    const late = await client.get('/v1/search?query=harbour')
    expect([late.status, late.body.error, ...limits(late.headers)]).toEqual([429, 'rate_limited', '2', '0', '45'])
    expect(late.headers.get('retry-after')).toBe('45')
    for (const [path, status] of [
      ['/v1/nothing', 404],
      ['/v1/markets/x', 400],
      ['/v1/orders', 401],
      ['/v1/markets/9', 404],
    ] as const) {
      const answer = await client.get(path)
      expect([path, answer.status, limits(answer.headers).includes(null)]).toEqual([path, status, false])
    }
    const stranger = await fetch(`${exchange.baseUrl}/v1/markets`, { headers: { 'x-api-key': 'no' } })
    expect([stranger.status, ...limits(stranger.headers)]).toEqual([401, '250', '249', '45'])
  })

  it('count callers without a key by their address where no key is asked for', async () => {
    const exchange = await start({ clock, requireApiKey: false, rateLimits: { otherPerMinute: 2 } })
    const read = async (headers: Record<string, string> = {}) =>
      (await fetch(`${exchange.baseUrl}/v1/markets`, { headers })).status
    expect([await read(), await read(), await read()]).toEqual([200, 200, 429])
    expect(await read({ 'x-api-key': exchange.apiKey })).toBe(200)
    expect(await read({ 'x-api-key': 'wrong' })).toBe(401)
  })
})
