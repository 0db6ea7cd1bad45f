/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../src/testing.js'
import { type Client, createClient } from './client.js'
import { start } from './exchanges.js'
import { openServer } from './open-server.js'
import { misfits, shapeOf } from './same-shape.js'
import { openStream, type Stream } from './stream.js'
import { readStreamDocument, type StreamDocument } from './stream-document.js'
import { STREAM_SHAPES } from './stream-shapes.js'
import { WIRE_EXAMPLES } from './wire-examples.js'

/** Every kind of message that an exchange was made to send. */
type Kind = keyof typeof STREAM_SHAPES
const heard = new Map<Kind, any[]>()

const keep = (kind: Kind, ...messages: readonly any[]): void => {
  heard.set(kind, [...(heard.get(kind) ?? []), ...messages])
}

const keepWalletEvents = (stream: Stream): void => {
  for (const message of stream.heard) if (message.data?.walletAddress !== undefined) keep(message.data.type, message)
}

const typed = (type: string) => (message: any) => message.data?.type === type

const follow = async (client: Client, exchange: Parameters<typeof openStream>[0]): Promise<Stream> => {
  const stream = await openStream(exchange)
  await stream.subscribe(`predictWalletEvents/${await client.login()}`)
  return stream
}

/** Two wallets trade, one order is removed, one finds no other order. */
const trade = async (): Promise<void> => {
  const exchange = await start()
  const { market } = exchange
  const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
  const stream = await follow(maker, exchange)
  const other = await follow(taker, exchange)
  const book = await openStream(exchange)
  for (const topic of ['predictOrderbook', 'predictTrades', 'predictTradingStatus', 'predictMarketStatus', 'kalshiChance'])
    keep('acknowledgement', await book.subscribe(`${topic}/${market}`))
  keep('refusal', await book.subscribe('predictWalletEvents/forged'))
  await book.subscribe('assetPriceUpdate/1')
  await maker.limit({ market, cents: 40, shares: 20 })
  await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
  await other.hear(typed('orderTransactionSuccess'))
  await maker.limit({ market, outcome: 'no', cents: 58, shares: 10 })
  await taker.limit({ market, outcome: 'no', side: 'sell', cents: 58, shares: 5 })
  await other.hear(message => typed('orderTransactionSuccess')(message) && message.data.kind === 'SALE')
  await maker.raw({
    market,
    side: 'sell',
    makerAmount: 10n ** 19n,
    takerAmount: 99n * 10n ** 17n,
    pricePerShare: 99n * 10n ** 16n,
    strategy: 'MARKET',
    isFillOrKill: true,
    expiration: Math.floor(Date.now() / 1_000) + 300,
  })
  await stream.hear(typed('orderNotAccepted'))
  const accepted = await stream.hear(typed('orderAccepted'))
  await maker.post('/v1/orders/remove-by-hash', { data: { hashes: [accepted.data.orderHash] } })
  await stream.hear(typed('orderCancelled'))
  await book.hear(message => message.data?.lastOrderSettled)
  for (const one of [stream, other]) keepWalletEvents(one)
  const ofTopic = (name: string): any[] => book.heard.filter(message => message.topic?.startsWith(name))
  keep('book', ...ofTopic('predictOrderbook'))
  keep('trade', ...ofTopic('predictTrades'))
  keep('tradingStatus', ...ofTopic('predictTradingStatus'))
  keep('marketStatus', ...ofTopic('predictMarketStatus'))
  keep('chance', ...ofTopic('kalshiChance'))
  keep('assetPrice', ...ofTopic('assetPriceUpdate'))
}

const fail = async (): Promise<void> => {
  const exchange = await start({ settlementFailPercent: 100 })
  const { market } = exchange
  const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
  const stream = await follow(maker, exchange)
  await taker.login()
  await maker.limit({ market, cents: 40, shares: 10 })
  await taker.limit({ market, outcome: 'no', cents: 60, shares: 10 })
  await stream.hear(typed('orderTransactionFailed'))
  keepWalletEvents(stream)
}

const expire = async (): Promise<void> => {
  const clock = createManualClock()
  const exchange = await start({ clock })
  const { market } = exchange
  const client = createClient(exchange)
  const stream = await follow(client, exchange)
  await client.limit({ market, cents: 40, shares: 10, expiration: Math.floor(clock.now() / 1e6) + 60 })
  clock.advance(61_000)
  // Whatever happens next finds it expired.
  await client.limit({ market, cents: 41, shares: 10 })
  await stream.hear(typed('orderExpired'))
  keepWalletEvents(stream)
}

const beat = async (): Promise<void> => {
  const stream = await openStream(await start({ heartbeatMs: 40 }))
  keep('heartbeat', await stream.hear(message => message.topic === 'heartbeat'))
}

/** What an operator does to a market, and a shutdown. */
const operate = async (): Promise<void> => {
  const { inside, first, ...address } = await openServer()
  const { sequencer } = inside.writes
  const { audience } = inside
  const { catalog } = inside.reads.markets
  const category = catalog.market(first)?.category
  if (category === undefined) throw new Error('expected a category')
  const stream = await openStream(address)
  for (const topic of [`predictMarketStatus/${first}`, `predictMarketChanged/${first}`])
    keep('acknowledgement', await stream.subscribe(topic))
  keep('acknowledgement', await stream.subscribe(`predictCategoryChanged/${category.id}`))
  await sequencer.apply({ command: { kind: 'end', at: sequencer.now(), market: first, endsAt: null } })
  await sequencer.note({ at: sequencer.now(), kind: 'category', category: { ...category, title: 'Weather' } })
  await sequencer.apply({ command: { kind: 'resolve', at: sequencer.now(), market: first, yes: 0.5 } })
  keep('marketChanged', await stream.hear(message => message.data?.kind === 'marketChanged'))
  keep('categoryChanged', await stream.hear(message => message.data?.kind === 'categoryChanged'))
  keep('marketStatus', await stream.hear(message => message.data?.status === 'RESOLVED'))
  await audience.drain(0)
  keep('reconnect', await stream.hear(message => message.topic === 'reconnect'))
}

let document: StreamDocument
beforeAll(async () => {
  document = await readStreamDocument(await start())
  await Promise.all([trade(), fail(), expire(), beat(), operate()])
})

/** Which kind each documented message is of. One lacks fields: an observed fault of the venue, which only a scripted fault brings about here. */
const EXAMPLES: Readonly<Record<string, Kind>> = {
  ws_ack: 'acknowledgement',
  ws_nack: 'refusal',
  ws_heartbeat_push: 'heartbeat',
  ws_orderbook_push: 'book',
  ws_trading_status_push: 'tradingStatus',
  ws_market_status_push: 'marketStatus',
  ws_market_status_push_live_form: 'marketStatus',
  ws_market_changed_push: 'marketChanged',
  ws_category_changed_push: 'categoryChanged',
  ws_wallet_orderAccepted: 'orderAccepted',
  ws_wallet_orderNotAccepted: 'orderNotAccepted',
  ws_wallet_orderCancelled: 'orderCancelled',
  ws_wallet_orderExpired: 'orderExpired',
  ws_wallet_orderTransactionSubmitted: 'orderTransactionSubmitted',
  ws_wallet_orderTransactionSuccess_maker: 'orderTransactionSuccess',
  ws_wallet_orderTransactionSuccess_taker_sell: 'orderTransactionSuccess',
  ws_wallet_orderTransactionFailed: 'orderTransactionFailed',
}

/** What the stream's own document calls them; wallet events are one message of many types. */
const MESSAGES: Readonly<Partial<Record<Kind, string>>> = {
  acknowledgement: 'acknowledged',
  refusal: 'refused',
  heartbeat: 'heartbeatPush',
  reconnect: 'reconnect',
  book: 'predictOrderbook',
  tradingStatus: 'predictTradingStatus',
  marketStatus: 'predictMarketStatus',
  marketChanged: 'predictMarketChanged',
  categoryChanged: 'predictCategoryChanged',
  trade: 'predictTrades',
  assetPrice: 'assetPriceUpdate',
  chance: 'kalshiChance',
}

describe('the messages of the stream', () => {
  const shown: readonly Kind[] = [...new Set(Object.values(EXAMPLES)), 'trade', 'chance', 'assetPrice', 'orderMarketMatchPlan']

  it.each(shown)('of the kind %s have all fields in their types', kind => {
    expect(heard.get(kind)?.length ?? 0).toBeGreaterThan(0)
    for (const message of heard.get(kind) ?? []) expect(misfits(message, STREAM_SHAPES[kind])).toEqual([])
  })

  it.each([...shown, 'reconnect'] as const)('of the kind %s are as the stream’s own document says', kind => {
    expect(heard.get(kind)?.length ?? 0).toBeGreaterThan(0)
    for (const message of heard.get(kind) ?? [])
      expect(document.misfits(MESSAGES[kind] ?? 'predictWalletEvents', message)).toEqual([])
  })

  it.each(Object.entries(EXAMPLES))('look like the documented %s', (name, kind) => {
    const shape = shapeOf(WIRE_EXAMPLES[name])
    const fitting = (heard.get(kind) ?? []).map(message => misfits(message, shape))
    expect(fitting.find(lines => lines.length === 0) ?? fitting[0]).toEqual([])
  })

  it('every documented one is looked at', () => {
    const documented = Object.keys(WIRE_EXAMPLES).filter(name => name.startsWith('ws_') && !/_request$|_reply$/.test(name))
    // Of that one only a fault of the exchange leaves out the fields.
    expect([...Object.keys(EXAMPLES), 'ws_wallet_success_without_settlement_fields'].toSorted()).toEqual(documented.toSorted())
  })

  it('the documented ones, requests too, are as the stream’s own document says', () => {
    const requests = {
      ws_subscribe_request: 'subscribe',
      ws_unsubscribe_request: 'unsubscribe',
      ws_heartbeat_reply: 'heartbeat',
    }
    const pushes = Object.entries(EXAMPLES).map(([name, kind]) => [name, MESSAGES[kind] ?? 'predictWalletEvents'] as const)
    for (const [name, message] of [...pushes, ...Object.entries(requests)])
      expect(document.misfits(message, WIRE_EXAMPLES[name])).toEqual([])
  })

  it('carry a fee in shares of what was bought and in collateral of what was sold', () => {
    const fees = (heard.get('orderTransactionSuccess') ?? []).map(({ data }) => [data.kind, data.fee.type])
    expect(fees).toContainEqual(['PURCHASE', 'SHARES'])
    expect(fees).toContainEqual(['SALE', 'COLLATERAL'])
  })

  it('count a fill in the success that brought it and not in its submission, also where both happen at once', async () => {
    const exchange = await start({ settlementMs: 0 })
    const { market } = exchange
    const [maker, taker] = [createClient(exchange, 0), createClient(exchange, 1)]
    const stream = await follow(maker, exchange)
    await taker.login()
    await maker.limit({ market, cents: 40, shares: 10 })
    for (const shares of [4, 3]) await taker.limit({ market, outcome: 'no', cents: 60, shares })
    await stream.hear(() => stream.heard.filter(typed('orderTransactionSuccess')).length === 2)
    const told = stream.heard.filter(message => message.data?.type?.startsWith('orderTransaction'))
    expect(told.map(({ data }) => [data.type, data.details.quantityFilled])).toEqual([
      ['orderTransactionSubmitted', '0.000'],
      ['orderTransactionSuccess', '4.000'],
      ['orderTransactionSubmitted', '4.000'],
      ['orderTransactionSuccess', '7.000'],
    ])
    const ids = told.map(({ data }) => data.settlementId)
    expect([ids[0], ids[2]]).toEqual([ids[1], ids[3]])
    expect(ids[0]).not.toBe(ids[2])
  })
})
