import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { Price } from '../../../src/model/money.js'
import { createClient } from './client.js'
import { start } from './exchanges.js'
import { openServer } from './open-server.js'
import { openStream } from './stream.js'

describe('the stream', () => {
  it('sends a book at once on subscribing, and the whole book after each change', async () => {
    const exchange = await start()
    const { market } = exchange
    const client = createClient(exchange)
    await client.login()
    const stream = await openStream(exchange)
    const topic = `predictOrderbook/${market}`
    expect(await stream.subscribe(topic)).toMatchObject({ type: 'R', success: true })
    const first = await stream.hear(message => message.topic === topic)
    expect(first.data).toMatchObject({
      marketId: market,
      version: 1,
      orderCount: 0,
      asks: [],
      bids: [],
      lastOrderSettled: null,
    })
    expect(first.data.settlementsPending).toEqual({ asks: [], bids: [] })
    await client.limit({ market, cents: 40, shares: 10 })
    await client.limit({ market, outcome: 'no', cents: 45, shares: 20 })
    const last = await stream.hear(message => message.topic === topic && message.data.asks.length === 1)
    expect(last.data).toMatchObject({ bids: [[0.4, 10]], asks: [[0.55, 20]], orderCount: 2 })
  })

  it('answers a second subscription to a topic like the first', async () => {
    const exchange = await start()
    const stream = await openStream(exchange)
    const topic = `predictOrderbook/${exchange.market}`
    await stream.subscribe(topic)
    expect(await stream.subscribe(topic)).toMatchObject({ success: true })
    await stream.hear(() => stream.heard.filter(message => message.topic === topic).length === 2)
  })

  it('tells the states of a market on subscribing', async () => {
    const exchange = await start()
    const stream = await openStream(exchange)
    await stream.subscribe(`predictTradingStatus/${exchange.market}`)
    await stream.subscribe(`predictMarketStatus/${exchange.market}`)
    const trading = await stream.hear(message => message.data?.kind === 'tradingStatusUpdate')
    expect(trading.data).toMatchObject({ marketId: exchange.market, tradingStatus: 'OPEN' })
    const status = await stream.hear(message => message.data?.kind === 'marketStatusUpdate')
    expect(status.data).toMatchObject({ status: 'REGISTERED' })
  })

  it('tells a wallet of its order, its match and its settlement, and no other client', async () => {
    const exchange = await start({ settlementMs: 20 })
    const { market } = exchange
    const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
    const [makerToken, takerToken] = await Promise.all([maker.login(), taker.login()])
    const [mine, theirs] = [await openStream(exchange), await openStream(exchange)]
    await mine.subscribe(`predictWalletEvents/${makerToken}`)
    await theirs.subscribe(`predictWalletEvents/${takerToken}`)
    await maker.limit({ market, cents: 40, shares: 10 })
    await taker.limit({ market, outcome: 'no', cents: 60, shares: 4 })
    const success = await mine.hear(message => message.data?.type === 'orderTransactionSuccess')
    await theirs.hear(message => message.data?.type === 'orderTransactionSuccess')
    const types = (stream: typeof mine) => stream.heard.filter(one => one.type === 'M').map(one => one.data.type)
    expect(types(mine)).toEqual(['orderAccepted', 'orderTransactionSubmitted', 'orderTransactionSuccess'])
    expect(types(theirs)).toEqual([
      'orderAccepted',
      'orderMarketMatchPlan',
      'orderTransactionSubmitted',
      'orderTransactionSuccess',
    ])
    expect(success.data).toMatchObject({
      walletAddress: maker.account.address.toLowerCase(),
      kind: 'PURCHASE',
      isMaker: true,
      fill: {
        executedPriceWei: '400000000000000000',
        executedSizeWei: '4000000000000000000',
        executedValueWei: '1600000000000000000',
      },
      fee: { amountWei: '0', type: 'SHARES' },
      details: {
        quantity: '10.000',
        quantityFilled: '4.000',
        price: '0.400',
        value: '4.00',
        valueFilled: '1.60',
        outcomeIndex: 1,
        quoteType: 'BID',
      },
    })
    const submitted = mine.heard.find(message => message.data?.type === 'orderTransactionSubmitted')
    expect(submitted.data.settlementId).toBe(success.data.settlementId)
    expect(submitted.data.details.quantityFilled).toBe('0.000')
    const { data } = await mine.hear(message => message.data?.type === 'orderAccepted')
    await maker.post('/v1/orders/remove-by-hash', { data: { hashes: [data.orderHash] } })
    await mine.hear(message => message.data?.type === 'orderCancelled')
  })

  it('accepts a post-only order that would take, and then cancels it on the stream', async () => {
    const exchange = await start()
    const { market } = exchange
    const client = createClient(exchange)
    const other = createClient(exchange, 1)
    const token = await client.login()
    await other.login()
    const stream = await openStream(exchange)
    await stream.subscribe(`predictWalletEvents/${token}`)
    await other.limit({ market, outcome: 'no', cents: 60, shares: 10 })
    expect((await client.limit({ market, cents: 40, shares: 10, isPostOnly: true })).status).toBe(201)
    const cancelled = await stream.hear(message => message.data?.type === 'orderCancelled')
    expect(cancelled.data.reason).toBe('POST_ONLY')
  })

  it('closes with 1000 a client that does not echo the heartbeat, and keeps one that does', async () => {
    // The echo comes from the same thread: a busy computer may let it wait for longer than a shorter heartbeat.
    const exchange = await start({ heartbeatMs: 1_500 })
    const [silent, wrong, lively] = await Promise.all([openStream(exchange), openStream(exchange), openStream(exchange)])
    const echo = (stream: typeof lively, change: number): void => {
      let seen = 0
      setInterval(() => {
        for (const beat of stream.heard.slice(seen))
          stream.send({ method: 'heartbeat', data: beat.data + change, requestId: 5 })
        seen = stream.heard.length
      }, 5).unref()
    }
    echo(lively, 0)
    echo(wrong, 1)
    expect(await silent.closed).toBe(1000)
    expect(await wrong.closed).toBe(1000)
    await lively.hear(() => lively.heard.length >= 3)
    lively.send({ method: 'subscribe', requestId: 0, params: [`predictOrderbook/${exchange.market}`] })
    await lively.hear(message => message.requestId === 0 && message.success)
  })

  it('refuses a handshake without the key, or on another path', async () => {
    const exchange = await start()
    const statusOf = (url: string): Promise<number> =>
      new Promise(resolve => {
        const socket = new WebSocket(url)
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
        socket.on('error', () => undefined)
        socket.on('open', () => resolve(101))
      })
    expect(await statusOf(exchange.wsUrl)).toBe(401)
    expect(await statusOf(`${exchange.wsUrl}?apiKey=wrong`)).toBe(401)
    expect(await statusOf(`${exchange.baseUrl.replace('http', 'ws')}/other?apiKey=${exchange.apiKey}`)).toBe(404)
  })

  it('answers requests it cannot carry out with a code, and survives frames that are none', async () => {
    const exchange = await start()
    const stream = await openStream(exchange)
    expect((await stream.subscribe('predictWalletEvents/not.a.token')).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await stream.subscribe('predictOrderbook/424242')).error.code).toBe('invalid_topic')
    expect((await stream.subscribe('nonsense')).error.code).toBe('invalid_topic')
    for (const frame of [
      '{',
      '[]',
      'null',
      '"x"',
      '{"method":"subscribe"}',
      '{"method":"subscribe","requestId":1,"params":[7]}',
      '{"method":1}',
    ])
      stream.send(frame)
    await stream.hear(() => stream.heard.filter(message => message.error?.code === 'bad_request').length === 7)
    expect(await stream.subscribe(`polymarketChance/${exchange.market}`)).toMatchObject({ success: true })
  })

  it('tells each trade with the level it took from, before the book that shows it', async () => {
    const exchange = await start()
    const { market } = exchange
    const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
    await Promise.all([maker.login(), taker.login()])
    await maker.limit({ market, cents: 40, shares: 10 })
    await maker.limit({ market, cents: 39, shares: 10 })
    const stream = await openStream(exchange)
    expect((await stream.subscribe(`predictTrades/${market}`)).success).toBe(true)
    expect((await stream.subscribe('predictTrades/999999')).error.code).toBe('invalid_topic')
    await stream.subscribe(`predictOrderbook/${market}`)
    await taker.limit({ market, outcome: 'no', cents: 61, shares: 15 })
    await stream.hear(message => message.data?.bids?.[0]?.[0] === 0.39)
    const heard = stream.heard.filter(message => message.type === 'M' && message.topic !== 'heartbeat')
    const trades = heard.filter(message => message.topic === `predictTrades/${market}`).map(message => message.data)
    expect(trades).toMatchObject([
      { marketId: market, price: 0.4, size: 10, side: 'Bid' },
      { marketId: market, price: 0.39, size: 5, side: 'Bid' },
    ])
    // The settlement shows the book once more.
    const first = heard.findIndex(message => message.topic === `predictTrades/${market}`)
    const told = heard.slice(first, first + 3)
    expect(told.map(message => message.topic.split('/')[0])).toEqual(['predictTrades', 'predictTrades', 'predictOrderbook'])
    expect(told[2].data.updateTimestampMs).toBeGreaterThanOrEqual(trades[1].tsMs)
  })

  it('says that a market is another one now, when an operator changes its tick or pauses it', async () => {
    const { inside, first, ...server } = await openServer()
    const { sequencer } = inside.writes
    const stream = await openStream(server)
    const topics = ['predictMarketChanged', 'predictTradingStatus', 'predictMarketStatus']
    for (const topic of topics) await stream.subscribe(`${topic}/${first}`)
    const at = sequencer.now()
    await sequencer.apply({ command: { kind: 'tick', at, market: first, tick: Price.of(10) } })
    expect((await stream.hear(message => message.data?.kind === 'marketChanged')).data).toMatchObject({ marketId: first })
    await sequencer.apply({ command: { kind: 'trading', at, market: first, status: 'CANCEL_ONLY' } })
    await stream.hear(message => message.data?.tradingStatus === 'CANCEL_ONLY')
    await sequencer.apply({ command: { kind: 'status', at, market: first, status: 'PAUSED' } })
    await stream.hear(message => message.data?.status === 'PAUSED')
  })
})
