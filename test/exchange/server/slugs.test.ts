import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/exchange/server/log/store.js'
import { SLUGS } from '../../../src/protocol/api/slugs.js'
import { exchangeAddress, type MarketFlags } from '../../../src/protocol/contracts.js'
import type { WireOrder } from '../../../src/protocol/order-hash.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { type Answer, type Client, createClient, type RawOrder } from './client.js'
import { connectionOf, PARTY_KEY } from './every-call.js'
import { start } from './exchanges.js'
import { type InsideOptions, openInside } from './inside.js'
import { rawAnswer, statusOfAnswer } from './raw-request.js'

const ONE = 10n ** 18n
/** Ten shares at half a dollar. */
const HALF = { makerAmount: 5n * ONE, takerAmount: 10n * ONE, pricePerShare: ONE / 2n } as const

type Met = Pick<Answer, 'status' | 'body'>
/** How a client comes to meet a refusal. */
type Provocation = () => Promise<Met>

const ready = async (options: InsideOptions = {}) => {
  const opened = await openInside(options)
  const client = createClient(opened.exchange)
  const token = await client.login()
  return { ...opened, client, token }
}

/** A request with these headers and no others. */
const bare = async (baseUrl: string, path: string, init: RequestInit = {}): Promise<Met> => {
  const response = await fetch(baseUrl + path, init)
  return { status: response.status, body: await response.json() }
}
const asked =
  (path: string): Provocation =>
  async () =>
    (await ready()).client.get(path)
const withHeaders =
  (path: string, headersOf: (key: string) => Record<string, string>): Provocation =>
  async () => {
    const { baseUrl, apiKey } = (await openInside()).exchange
    return bare(baseUrl, path, { headers: headersOf(apiKey) })
  }

type Change = Partial<RawOrder>
/** An order that is good but for the change. */
const refused =
  (change: Change, options: InsideOptions = {}): Provocation =>
  async () => {
    const { client, market } = await ready(options)
    return client.raw({ market, ...HALF, ...change })
  }
/** The signed order itself is changed after signing. */
const altered =
  (alter: (order: Record<string, unknown>) => Record<string, unknown>, change: Change = {}): Provocation =>
  async () => {
    const { client, market } = await ready()
    const { data } = await client.create({ market, ...HALF, ...change })
    return client.post('/v1/orders', { data: { ...data, order: { ...data.order, ...alter(data.order) } } })
  }
const forged = (signature: unknown): string => `0x${'11'.repeat(64)}${String(signature).slice(-2)}`
/** The market's state is set first. */
const standing =
  (status: 'CANCEL_ONLY' | 'MATCHING_NOT_ENABLED', change: Change = {}): Provocation =>
  async () => {
    const { client, market, inside } = await ready()
    await inside.writes.sequencer.apply({ command: { kind: 'trading', at: inside.writes.sequencer.now(), market, status } })
    return client.raw({ market, ...HALF, ...change })
  }
/** The same order with hash and signature for another contract or chain. */
const signedFor =
  (chainId: number, flags: MarketFlags): Provocation =>
  async () => {
    const { client, market } = await ready()
    const { data } = await client.create({ market, ...HALF })
    const { order } = data as unknown as { order: Record<keyof WireOrder, string> }
    const whole = (name: keyof WireOrder): bigint => BigInt(order[name])
    const wire: WireOrder = {
      salt: whole('salt'),
      maker: order.maker,
      signer: order.signer,
      taker: order.taker,
      tokenId: whole('tokenId'),
      makerAmount: whole('makerAmount'),
      takerAmount: whole('takerAmount'),
      expiration: whole('expiration'),
      nonce: whole('nonce'),
      feeRateBps: whole('feeRateBps'),
      side: 0,
      signatureType: 0,
    }
    const signer = createSigner({ privateKey: client.account.privateKey, chainId })
    const signed = signer.signOrder(wire, exchangeAddress(chainId, flags))
    return client.post('/v1/orders', { data: { ...data, order: { ...order, ...data.order, ...signed } } })
  }
/** A wallet that was given dollars, and lets the exchange move what is said. */
const approving =
  (
    approvals: { cash: boolean; shares: boolean },
    provoke: (client: Client, market: number, other: Client) => Promise<Met>,
  ): Provocation =>
  async () => {
    const key = { address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A', privateKey: `0x${'11'.repeat(32)}` }
    const exchange = await start({ fund: [{ address: key.address, usdt: '1000', approvals }], settlementMs: 0 })
    const [client, other] = [createClient(exchange, key), createClient(exchange)]
    await Promise.all([client.login(), other.login()])
    return provoke(client, exchange.market, other)
  }
/** Ten Yes shares for the client, which the other one's No shares are the rest of. */
const holdTen = async (client: Client, market: number, other: Client): Promise<void> => {
  await client.limit({ market, cents: 50, shares: 10 })
  await other.limit({ market, outcome: 'no', cents: 50, shares: 10 })
}
/** What a third party posts for the account that connected it; `alter` spoils the body. */
const connectedOrder =
  (alter: (body: { signature: string; data: { order: { signature: string } } }) => object): Provocation =>
  async () => {
    const { client, exchange, inside, market } = await ready()
    const { connected, connecting } = connectionOf(exchange, client, () => inside.writes.sequencer.now())
    await client.post('/v1/oauth/finalize', connecting())
    const party = createClient(exchange, { address: '', privateKey: PARTY_KEY })
    const { data } = await party.create({ market, ...HALF, maker: client.account.address })
    const order = { ...data.order, signature: forged(data.order.signature) }
    const body = connected('orders/create', { ...data, order }) as Parameters<typeof alter>[0]
    return client.post('/v1/oauth/orders/create', alter(body))
  }

const LIMITS = { tradingPerMinute: 100, searchPerMinute: 100, otherPerMinute: 100, orderPostsPerSecond: 100 }
/** On a clock that stands still, so that no window ends. */
const limited =
  (limits: Partial<typeof LIMITS>, call: (client: Client) => Promise<Met>): Provocation =>
  async () => {
    const clock = { now: () => 1_800_000_000_000_000 as never }
    const client = createClient(await start({ clock, rateLimits: { ...LIMITS, ...limits } }))
    expect((await call(client)).body.error).not.toBe('rate_limited')
    return call(client)
  }

/** Bytes as they go over the wire. */
const sent =
  (request: string): Provocation =>
  async () => {
    const { exchange } = await openInside()
    const answer = await rawAnswer(exchange, request)
    return { status: statusOfAnswer(answer) ?? 0, body: JSON.parse(answer.split('\r\n\r\n')[1] ?? '') }
  }
const LONG = 'a'.repeat(20_000)

const SOON = Math.floor(Date.now() / 1_000) + 300

/** Each cause of the table in docs/exchange.md, by the word and the status in its row. */
const PROVOCATIONS: Readonly<Record<string, Readonly<Record<string, Provocation>>>> = {
  'unauthorized 401': {
    'the API key is missing': withHeaders('/v1/tags', () => ({})),
    'the API key is wrong': withHeaders('/tags', key => ({ 'x-api-key': `${key}?` })),
    'the token is missing': withHeaders('/v1/account', key => ({ 'x-api-key': key })),
    'the token is wrong': withHeaders('/v1/account', key => ({ 'x-api-key': key, authorization: 'Bearer a.b.c' })),
    'the token has expired': async () => {
      const { client, pass } = await ready()
      expect((await client.get('/v1/account')).status).toBe(200)
      pass(86_401)
      return client.get('/v1/account')
    },
    'a login is not signed by its signer': async () => {
      const { client, exchange } = await ready()
      const { message } = (await client.get('/v1/auth/message')).body.data
      const other = createSigner({ privateKey: exchange.accounts[1]?.privateKey ?? '', chainId: 97 })
      const signature = other.signMessage(message)
      return client.post('/v1/auth', { signer: client.account.address, message, signature })
    },
    'a third party’s request is not signed by it': connectedOrder(body => ({ ...body, signature: forged(body.signature) })),
    'an order of another wallet is among those to remove ("do not belong to")': async () => {
      const { client, exchange, market } = await ready()
      const other = createClient(exchange, 1)
      await other.login()
      const { orderId } = (await other.limit({ market, cents: 50, shares: 10 })).body.data
      const answer = await client.post('/v1/orders/remove', { data: { ids: [orderId] } })
      expect(answer.body.message).toContain('do not belong to')
      return answer
    },
    'the admin token is missing or wrong': async () => {
      const { baseUrl, apiKey } = (await openInside()).exchange
      const missing = await bare(baseUrl, '/admin/accounts', { headers: { 'x-api-key': apiKey } })
      const wrong = await bare(baseUrl, '/admin/accounts', { headers: { 'x-admin-token': apiKey } })
      expect(missing.status).toBe(wrong.status)
      return wrong
    },
  },
  'bad_request 400': {
    'the body does not parse': async () => (await ready()).client.post('/v1/orders', '{'),
    'the query does not parse': asked('/v1/markets?first=few'),
    'the path does not parse': asked('/v1/markets/first'),
    'the body has a `Content-Encoding`': async () => {
      const { exchange, token } = await ready()
      const headers = { 'x-api-key': exchange.apiKey, authorization: `Bearer ${token}`, 'content-encoding': 'gzip' }
      return bare(exchange.baseUrl, '/v1/orders/remove', { method: 'POST', headers, body: '{"data":{"ids":["1"]}}' })
    },
    'the request asks for something impossible': async () => {
      const { client } = await ready()
      return client.post('/v1/account/referral', { data: { code: client.account.address.slice(2, 12).toUpperCase() } })
    },
    'a cursor is of another list': async () => {
      const { client } = await ready()
      const { cursor } = (await client.get('/v1/tags?first=1')).body as { cursor?: string }
      const other = cursor ?? (await client.get('/v1/markets?first=1')).body['cursor']
      return client.get(`/v1/categories?after=${String(other)}`)
    },
  },
  'bad_request 414': { 'the URL is too long': sent(`GET /v1/tags?x=${LONG} HTTP/1.1\r\nHost: x\r\n\r\n`) },
  'bad_request 417': {
    '`Expect` is not `100-continue`': sent('GET /v1/tags HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n'),
  },
  'bad_request 431': { 'the headers are too long': sent(`GET /v1/tags HTTP/1.1\r\nHost: x\r\nX-Long: ${LONG}\r\n\r\n`) },
  'not_found 404': {
    'no such market': asked('/v1/markets/999'),
    'no such order': asked(`/v1/orders/0x${'0'.repeat(64)}`),
    'no such book': asked('/v1/markets/999/orderbook'),
    'no such category': asked('/v1/categories/none'),
    'no such operation': asked('/v1/nothing'),
  },
  'rate_limited 429': {
    'the window of the minute is full': limited({ otherPerMinute: 1 }, client => client.get('/v1/tags')),
    'the window of the second is full': limited({ orderPostsPerSecond: 1 }, client => client.post('/v1/orders', '{}')),
  },
  'payload_too_large 413': {
    'the body is above 100 KB': async () => (await ready()).client.post('/v1/orders', 'x'.repeat(102_401)),
  },
  'unavailable 503': {
    'the disk cannot be written, so the exchange accepts nothing more': async () => {
      // A disk that is full.
      const { client, market } = await ready({ store: openStore(':memory:', { bytesMax: 200_000 }) })
      let answer = await client.limit({ market, cents: 1, shares: 100 })
      while (answer.status === 201) answer = await client.limit({ market, cents: 1, shares: 100 })
      return answer
    },
  },
  'internal_error 500': {
    'an error of the exchange, whose details are not shown': async () => {
      let isBroken = false
      const now = () => {
        const wasBroken = isBroken
        isBroken = false
        if (wasBroken) throw new Error('the clock at /secret/place has stopped')
        return Date.now() * 1_000
      }
      const client = createClient(await start({ clock: { now: now as never } }))
      isBroken = true
      return client.get('/v1/auth/message')
    },
  },
  'create_order_hash_mismatch 400': {
    'the hash is not the order’s digest': altered(() => ({ salt: '77777' })),
    'it is for another contract than the market’s': signedFor(97, { isNegRisk: true, isYieldBearing: false }),
    'it is for another chain': signedFor(56, { isNegRisk: false, isYieldBearing: false }),
  },
  'create_order_invalid_signature 400': {
    'it is not the maker’s': altered(({ signature }) => ({ signature: forged(signature) })),
    'it is not the connected party’s, where that is the signer': connectedOrder(body => body),
  },
  'create_order_invalid_nonce 400': { 'it is not the maker’s present nonce': altered(() => ({ nonce: '1' })) },
  'create_order_invalid_expiration 400': { 'it is not in the future': refused({ expiration: 1_000 }) },
  'create_order_duplicate_order 400': {
    'this hash is already known': async () => {
      const { client, market } = await ready()
      const request = await client.create({ market, ...HALF })
      expect((await client.post('/v1/orders', request)).status).toBe(201)
      return client.post('/v1/orders', request)
    },
    'it is checked before any other state, so any other 4xx proves that the order does not exist': async () => {
      const { client, market, inside } = await ready()
      const request = await client.create({ market, ...HALF, makerAmount: 500n * ONE, takerAmount: 1_000n * ONE })
      expect((await client.post('/v1/orders', request)).status).toBe(201)
      // The market takes no orders any more, and the dollars that are left would not do.
      expect((await client.limit({ market, cents: 90, shares: 500 })).status).toBe(201)
      await inside.writes.sequencer.apply({
        command: { kind: 'trading', at: inside.writes.sequencer.now(), market, status: 'CANCEL_ONLY' },
      })
      return client.post('/v1/orders', request)
    },
  },
  'create_order_market_not_trading 400': {
    'the market takes no orders': standing('CANCEL_ONLY'),
    'it takes none of this kind': standing('MATCHING_NOT_ENABLED', { strategy: 'MARKET' }),
  },
  'create_order_price_out_of_range 400': { 'the price is not between 0 and 1': refused({ pricePerShare: ONE }) },
  'create_order_price_field_zero 400': {
    'an amount is zero': refused({ makerAmount: 0n }),
    'the price is zero': refused({ pricePerShare: 0n }),
  },
  'create_order_invalid_decimal_value 400': {
    'an amount is too large for its decimals': refused({ makerAmount: 5n * 10n ** 29n, takerAmount: 10n ** 30n }),
    'shares are finer than a millionth': refused({ takerAmount: 10n * ONE + 2n }),
    'the price is off the tick': refused({ makerAmount: 5_010n * 10n ** 15n, pricePerShare: 501n * 10n ** 15n }),
    'the price of a LIMIT is not the ratio of its amounts': refused({ pricePerShare: 51n * 10n ** 16n }),
  },
  'create_order_min_order_value_not_met 400': {
    'the order is worth less than 0.9 dollars': refused({ makerAmount: ONE / 2n, takerAmount: ONE }),
  },
  'create_order_fee_rate_too_low 400': {
    'the signed rate is below the market’s': refused({ feeRateBps: 199 }),
    'it is checked before the signature': altered(({ signature }) => ({ signature: forged(signature) }), {
      feeRateBps: 199,
    }),
  },
  'create_order_fill_or_kill_not_supported 400': { 'fill or kill on a LIMIT': refused({ isFillOrKill: true }) },
  'create_order_post_only_not_supported 400': {
    'post only on a MARKET': refused({ strategy: 'MARKET', isPostOnly: true, expiration: SOON }),
  },
  'create_order_insufficient_collateral_balance 400': {
    'the dollars that no order holds do not suffice': async () => {
      const { client, market } = await ready()
      expect((await client.limit({ market, cents: 90, shares: 1_000 })).status).toBe(201)
      return client.limit({ market, cents: 90, shares: 120 })
    },
  },
  'create_order_insufficient_collateral_allowance 400': {
    'the wallet does not let the exchange take its dollars': approving({ cash: false, shares: true }, (client, market) =>
      client.raw({ market, ...HALF }),
    ),
  },
  'create_order_insufficient_shares_balance 400': {
    'fewer free shares than offered': approving({ cash: true, shares: true }, async (client, market, other) => {
      await holdTen(client, market, other)
      expect((await client.limit({ market, side: 'sell', cents: 60, shares: 6 })).status).toBe(201)
      return client.limit({ market, side: 'sell', cents: 61, shares: 6 })
    }),
  },
  'create_order_insufficient_shares_allowance 400': {
    'the wallet does not let the exchange take its shares': approving(
      { cash: true, shares: false },
      async (client, market, other) => {
        await holdTen(client, market, other)
        return client.limit({ market, side: 'sell', cents: 60, shares: 10 })
      },
    ),
  },
}

const document = readFileSync(new URL('../../../docs/exchange.md', import.meta.url), 'utf8')
const [, errors = ''] = /\n## Errors\n([^]*?)\n## /.exec(document) ?? []
const rows = [...errors.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.*) \|$/gm)].map(([, word, status, causes = '']) => ({
  name: `${word} ${status}`,
  causes: causes.replaceAll("'", '’').split('; '),
}))

describe('every published word of a refusal', () => {
  const causes = rows.flatMap(({ name, causes }) => causes.map(cause => [name, cause] as const))
  it.each(causes)('%s is met where %s', async (name, cause) => {
    const provoke = PROVOCATIONS[name]?.[cause]
    if (provoke === undefined) throw new Error(`expected a test of: ${name}, ${cause}`)
    const { status, body } = await provoke()
    expect(`${body.error} ${status}`).toBe(name)
    expect(body).toMatchObject({ success: false, code: status })
    expect(Object.keys(body).toSorted()).toEqual(['code', 'error', 'message', 'success', 'timestamp', 'trace'])
    expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
    expect(body.message).not.toMatch(/[/\\]|node_modules/)
  })

  it('is in the table with all its causes, under one name', () => {
    expect(new Set(Object.values(SLUGS)).size).toBe(Object.keys(SLUGS).length)
    expect(new Set(rows.map(({ name }) => name.split(' ')[0]))).toEqual(new Set(Object.values(SLUGS)))
    const provoked = Object.entries(PROVOCATIONS).map(([name, all]) => ({ name, causes: Object.keys(all) }))
    expect(provoked).toEqual(rows)
  })
})
