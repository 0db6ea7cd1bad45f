/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from '../exchange/server/client.js'
import { start } from '../exchange/server/exchanges.js'
import { openStream, type Stream } from '../exchange/server/stream.js'

const statusOf = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers })
    socket.on('open', () => {
      resolve(101)
      socket.close()
    })
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    socket.on('error', reject)
  })

const dataOf = (stream: Stream, topic: string): Promise<any> =>
  stream.hear(message => message.topic === topic).then(message => message.data)

describe('what public clients rely on in the stream', () => {
  it('WebSocket key: in the header or in the address', async () => {
    const { wsUrl, apiKey } = await start()
    expect(await statusOf(wsUrl, { 'x-api-key': apiKey })).toBe(101)
    expect(await statusOf(`${wsUrl}?apiKey=${apiKey}`)).toBe(101)
    expect(await statusOf(wsUrl)).toBe(401)
    expect(await statusOf(`${wsUrl}?apiKey=wrong`)).toBe(401)
  })

  it('subscribe: twice to a topic succeeds twice, each time with a book at once, whose version is above 0', async () => {
    const exchange = await start()
    const stream = await openStream(exchange)
    const topic = `predictOrderbook/${exchange.market}`
    for (const books of [1, 2]) {
      expect(await stream.subscribe(topic)).toMatchObject({ type: 'R', success: true })
      await stream.hear(() => stream.heard.filter(message => message.topic === topic).length === books)
    }
    for (const message of stream.heard.filter(one => one.topic === topic)) {
      expect(message.data.version).toBeGreaterThan(0)
      expect(Number.isInteger(message.data.version)).toBe(true)
    }
    for (const id of [exchange.market, 987_654])
      for (const name of ['polymarketChance', 'kalshiChance'])
        expect(await stream.subscribe(`${name}/${id}`)).toMatchObject({ success: true })
  })

  it('assetPriceUpdate: by the feed’s id and by small numbers, echoed as subscribed, in whole seconds', async () => {
    const exchange = await start({ rounds: [{ feed: 'btc', minutes: 5 }] })
    const client = createClient(exchange)
    const stream = await openStream(exchange)
    const rows = (await client.get('/v1/markets?marketVariant=CRYPTO_UP_DOWN')).body.data
    const feed = rows[0].variantData.priceFeedId
    expect(feed).toEqual(expect.any(String))
    for (const id of [feed, '1', '2', '4']) {
      const topic = `assetPriceUpdate/${id}`
      expect(await stream.subscribe(topic)).toMatchObject({ success: true })
      const { price, publishTime, timestamp } = await dataOf(stream, topic)
      expect(price).toBeGreaterThan(0)
      for (const time of [publishTime, timestamp]) {
        expect(Number.isInteger(time)).toBe(true)
        expect(Math.abs(time - Date.now() / 1_000)).toBeLessThan(3_600)
      }
    }
  })

  it('replies: echo requestId, 0 included; errors have a code and a message, of a wallet’s topic with "auth"', async () => {
    const stream = await openStream(await start())
    stream.send({ method: 'subscribe', requestId: 0, params: ['heartbeat'] })
    expect(await stream.hear(message => message.requestId === 0)).toEqual({ type: 'R', requestId: 0, success: true })
    const refused = await stream.subscribe('predictWalletEvents/no.such.token')
    expect(refused).toMatchObject({ type: 'R', success: false, error: { code: 'invalid_credentials' } })
    expect(refused.error.message).toContain('auth')
    const unknown = await stream.subscribe('nothing/1')
    expect([typeof unknown.error.code, typeof unknown.error.message]).toEqual(['string', 'string'])
  })

  it('heartbeat reply: may carry a requestId, and is never an error', async () => {
    const stream = await openStream(await start({ heartbeatMs: 300 }))
    const beats = (): any[] => stream.heard.filter(message => message.topic === 'heartbeat')
    for (const beat of [1, 2]) {
      await stream.hear(() => beats().length === beat)
      stream.send({ method: 'heartbeat', requestId: beat, data: beats()[beat - 1].data })
    }
    // The third one comes only to who echoed the first two.
    await stream.hear(() => beats().length === 3)
    expect(stream.heard.filter(message => message.type === 'R' && !message.success)).toEqual([])
  })

  it('wallet events: digits, hashes, decimals, and the fill in the success alone', async () => {
    const exchange = await start({ settlementMs: 20 })
    const { market } = exchange
    const [maker, taker] = [createClient(exchange), createClient(exchange, 1)]
    const stream = await openStream(exchange)
    await stream.subscribe(`predictWalletEvents/${await maker.login()}`)
    await taker.login()
    const { orderHash, orderId } = (await maker.limit({ market, cents: 40, shares: 20 })).body.data
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 5 })
    const success = (await stream.hear(message => message.data?.type === 'orderTransactionSuccess')).data
    const submitted = (await stream.hear(message => message.data?.type === 'orderTransactionSubmitted')).data
    const accepted = (await stream.hear(message => message.data?.type === 'orderAccepted')).data
    for (const event of [accepted, submitted, success]) {
      expect(event).toMatchObject({ orderId, orderHash })
      expect(event.orderId).toMatch(/^\d+$/)
      const { price, quantity, quantityFilled, value, valueFilled } = event.details
      for (const text of [price, quantity, quantityFilled]) expect(text).toMatch(/^\d+\.\d{3}$/)
      for (const text of [value, valueFilled]) expect(text).toMatch(/^\d+\.\d{2}$/)
    }
    expect([submitted.details.quantityFilled, success.details.quantityFilled]).toEqual(['0.000', '5.000'])
    expect(success.settlementId).toBe(submitted.settlementId)
  })
})
