import { beforeAll, describe, expect, it } from 'vitest'
import { exchangeAddress } from '../../src/protocol/contracts.js'
import type { WireOrder } from '../../src/protocol/order-hash.js'
import { createSigner } from '../../src/protocol/sign.js'
import { type Answer, type Client, createClient } from '../exchange/server/client.js'
import { start } from '../exchange/server/exchanges.js'
import { openInside } from '../exchange/server/inside.js'
import { misfits, shapeOf } from '../exchange/server/same-shape.js'
import { WIRE_EXAMPLES } from '../exchange/server/wire-examples.js'
import { answerAll } from './payload-answers.js'
import { REQUESTS, type RequestName } from './payload-requests.js'
import { PAYLOAD_SHAPES, type PayloadName } from './payload-shapes.js'

const NAMES = Object.keys(PAYLOAD_SHAPES) as PayloadName[]
const REQUEST_NAMES = Object.keys(REQUESTS) as RequestName[]
/** Compared by themselves: they are no body. */
const HEADERS = 'rest_rate_limit_headers'
const HEADER_NAMES = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

it('every documented payload over REST is tried', () => {
  const documented = Object.keys(WIRE_EXAMPLES).filter(name => name.startsWith('rest_'))
  expect([...NAMES, ...REQUEST_NAMES, HEADERS].toSorted()).toEqual(documented.toSorted())
})

describe('the documented answers over REST', () => {
  let answers: Readonly<Record<PayloadName, Answer>>
  beforeAll(async () => {
    answers = await answerAll()
  })

  it.each(NAMES)('have all fields of %s in their types', name => {
    expect(misfits(answers[name].body, PAYLOAD_SHAPES[name])).toEqual([])
  })

  it.each(NAMES)('look like the documented %s', name => {
    const example = WIRE_EXAMPLES[name] as Readonly<Record<string, unknown>>
    const { status, body } = answers[name]
    expect(misfits(body, shapeOf(example), { allowsMore: true })).toEqual([])
    expect(status).toBe(example['_http'] ?? 200)
    // Rows answer the superset of several documents; around the rows there is nothing more.
    const known = Object.keys(example).filter(key => !key.startsWith('_'))
    expect(Object.keys(body).toSorted()).toEqual(known.toSorted())
  })

  it('are full: lists have rows, what may be missing is there', () => {
    const rowsOf = (name: PayloadName): number => answers[name].body.data.length
    const lists: readonly PayloadName[] = [
      'rest_orders_list_response',
      'rest_positions_response',
      'rest_order_match_events_response',
      'rest_activity_response',
      'rest_reserved_balances_response',
    ]
    expect(lists.filter(name => rowsOf(name) === 0)).toEqual([])
    const { asks, bids, lastOrderSettled } = answers.rest_orderbook.body.data
    expect([asks.length, bids.length]).toEqual([2, 3])
    expect(lastOrderSettled).not.toBeNull()
    expect(answers.rest_timeseries_response.body.data.series.length).toBeGreaterThan(0)
    expect(answers.rest_market.body.data.rewards.current).not.toBeNull()
    expect(answers.rest_last_sale.body.data).not.toBeNull()
    const names = answers.rest_activity_response.body.data.map((row: { name: string }) => row.name)
    expect(names).toEqual(expect.arrayContaining(['MATCH', 'NO_MARKET_MATCH', 'CREATE', 'FEE']))
    for (const name of ['rest_remove_response', 'rest_remove_by_hash_response'] as const)
      expect(answers[name].body.removed.length + answers[name].body.noop.length).toBe(2)
  })

  it('tell the rate limits in the documented headers', async () => {
    const { baseUrl, apiKey } = await start({ rateLimits: {} })
    const { headers } = await fetch(`${baseUrl}/v1/markets`, { headers: { 'x-api-key': apiKey } })
    for (const name of HEADER_NAMES) expect(headers.get(name)).toMatch(/^\d+$/)
    expect(Object.keys(WIRE_EXAMPLES[HEADERS] as object)).toEqual(HEADER_NAMES)
  })
})

/** A body that creates an order, the same but for its token, its wallet and what follows from them. */
const resigned = async (body: CreateBody, client: Client, market: number): Promise<CreateBody> => {
  const row = (await client.get(`/v1/markets/${market}`)).body.data
  const signer = createSigner({ privateKey: client.account.privateKey, chainId: 97 })
  const { order } = body.data
  const wire: WireOrder = {
    salt: BigInt(order.salt),
    maker: signer.address,
    signer: signer.address,
    taker: order.taker,
    tokenId: BigInt(row.outcomes[0].onChainId),
    makerAmount: BigInt(order.makerAmount),
    takerAmount: BigInt(order.takerAmount),
    expiration: BigInt(order.expiration),
    nonce: BigInt(order.nonce),
    feeRateBps: BigInt(order.feeRateBps),
    side: order.side === 0 ? 0 : 1,
    signatureType: order.signatureType,
  }
  const { maker, tokenId } = wire
  const own = { maker, signer: maker, tokenId: String(tokenId), ...signer.signOrder(wire, exchangeAddress(97, row)) }
  return { data: { ...body.data, order: { ...order, ...own } } }
}

interface CreateBody {
  readonly data: Readonly<Record<string, unknown>> & {
    readonly order: typeof REQUESTS.rest_create_order_request_limit_post_only.data.order
  }
}

describe('the documented requests over REST', () => {
  const sources = [
    { whose: 'clients', bodies: REQUESTS as Readonly<Record<RequestName, unknown>> },
    { whose: 'the documentation', bodies: WIRE_EXAMPLES as Readonly<Record<RequestName, unknown>> },
  ]

  /** A wallet, and a book that has enough on both sides. */
  const openBook = async () => {
    const { exchange, market } = await openInside({ now: 1_794_000_000 })
    const [client, other] = [createClient(exchange), createClient(exchange, 1)]
    await other.login()
    for (const [cents, shares] of [
      [38, 100],
      [37, 200],
    ] as const)
      expect((await other.limit({ market, outcome: 'no', cents, shares })).status).toBe(201)
    return { client, market }
  }

  it.for(sources)('of $whose are taken as they stand, with tokens and signatures of here', async ({ bodies }) => {
    const { client, market } = await openBook()
    const message = (await client.get('/v1/auth/message')).body.data.message
    const signer = createSigner({ privateKey: client.account.privateKey, chainId: 97 })
    const login = { signer: signer.address, message, signature: signer.signMessage(message) }
    expect(Object.keys(bodies.rest_auth_request as object)).toEqual(Object.keys(login))
    expect((await client.post('/v1/auth', { ...(bodies.rest_auth_request as object), ...login })).status).toBe(200)
    await client.login()
    const create = async (body: unknown) => client.post('/v1/orders', await resigned(body as CreateBody, client, market))
    const resting = await create(bodies.rest_create_order_request_limit_post_only)
    expect(resting).toMatchObject({ status: 201, body: { data: { code: 'OK', removalLockedUntil: null } } })
    const taking = await create(bodies.rest_create_order_request_market_fok)
    expect(taking).toMatchObject({ status: 201, body: { data: { code: 'OK' } } })
    const rows = (await client.get('/v1/orders')).body.data
    expect(rows.map((row: { status: string }) => row.status)).toEqual(['FILLED', 'OPEN'])
    expect(await client.post('/v1/orders/remove', bodies.rest_remove_by_id_request)).toMatchObject({
      status: 200,
      body: {
        success: true,
        removed: [],
        noop: (bodies.rest_remove_by_id_request as typeof REQUESTS.rest_remove_by_id_request).data.ids,
      },
    })
    expect(await client.post('/v1/orders/remove-by-hash', bodies.rest_remove_by_hash_request)).toMatchObject({
      status: 200,
      body: { success: true, removed: [], noop: [expect.stringMatching(/^0x/)] },
    })
    const reserved = await client.post('/v1/account/reserved-balances/query', bodies.rest_reserved_balances_request)
    const { makerAmount } = (bodies.rest_create_order_request_limit_post_only as CreateBody).data.order
    expect(reserved).toMatchObject({ status: 200, body: { data: [{ type: 'USDT', amount: makerAmount }] } })
  })
})
