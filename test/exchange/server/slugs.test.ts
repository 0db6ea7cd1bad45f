import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/exchange/server/log/store.js'
import { SLUGS } from '../../../src/protocol/api/slugs.js'
import { type Answer, type Client, createClient, type RawOrder } from './client.js'
import { start } from './exchanges.js'
import { type HouseOptions, openHouse } from './houses.js'

const ONE = 10n ** 18n
/** Ten shares at half a dollar. */
const HALF = { makerAmount: 5n * ONE, takerAmount: 10n * ONE, pricePerShare: ONE / 2n } as const

/** How a client comes to meet a slug, and with which status. */
interface Provocation {
  readonly status: number
  readonly provoke: () => Promise<Answer>
}

const ready = async (options: HouseOptions = {}) => {
  const opened = await openHouse(options)
  const client = createClient(opened.exchange)
  await client.login()
  return { ...opened, client }
}

type Change = Partial<RawOrder>
/** An order that is good but for the change. */
const refused = (change: Change): Provocation => ({
  status: 400,
  provoke: async () => {
    const { client, market } = await ready()
    return client.raw({ market, ...HALF, ...change })
  },
})
/** The signed order itself is changed after signing. */
const altered = (alter: (order: Record<string, unknown>) => Record<string, unknown>): Provocation => ({
  status: 400,
  provoke: async () => {
    const { client, market } = await ready()
    const { data } = await client.create({ market, ...HALF })
    return client.post('/v1/orders', { data: { ...data, order: { ...data.order, ...alter(data.order) } } })
  },
})
/** A wallet that was given dollars, and lets the exchange move what is said. */
const approving = (
  approvals: { cash: boolean; shares: boolean },
  provoke: (client: Client, market: number, other: Client) => Promise<Answer>,
): Provocation => ({
  status: 400,
  provoke: async () => {
    const key = { address: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A', privateKey: `0x${'11'.repeat(32)}` }
    const exchange = await start({ fund: [{ address: key.address, usdt: '1000', approvals }], settlementMs: 0 })
    const [client, other] = [createClient(exchange, key), createClient(exchange)]
    await Promise.all([client.login(), other.login()])
    return provoke(client, exchange.market, other)
  },
})
const LIMITS = { tradingPerMinute: 1, searchPerMinute: 1, otherPerMinute: 1, orderPostsPerSecond: 1 }

const PROVOCATIONS: Readonly<Record<keyof typeof SLUGS, Provocation>> = {
  unauthorized: { status: 401, provoke: async () => createClient((await openHouse()).exchange).get('/v1/account') },
  badRequest: { status: 400, provoke: async () => (await ready()).client.post('/v1/orders', '{') },
  notFound: { status: 404, provoke: async () => (await ready()).client.get('/v1/markets/999') },
  rateLimited: {
    status: 429,
    provoke: async () => {
      const client = createClient(await start({ rateLimits: LIMITS }))
      let answer = await client.get('/v1/tags')
      // Two requests may fall on both sides of a window's end; three cannot.
      for (let again = 0; again < 2 && answer.status === 200; again += 1) answer = await client.get('/v1/tags')
      return answer
    },
  },
  payloadTooLarge: { status: 413, provoke: async () => (await ready()).client.post('/v1/orders', 'x'.repeat(102_401)) },
  unavailable: {
    status: 503,
    provoke: async () => {
      // A disk that is full.
      const { client, market } = await ready({ store: openStore(':memory:', { bytesMax: 200_000 }) })
      let answer = await client.limit({ market, cents: 1, shares: 100 })
      while (answer.status === 201) answer = await client.limit({ market, cents: 1, shares: 100 })
      return answer
    },
  },
  internal: {
    status: 500,
    provoke: async () => {
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
  hashMismatch: altered(() => ({ salt: '77777' })),
  invalidSignature: altered(({ signature }) => ({ signature: `0x${'11'.repeat(64)}${String(signature).slice(-2)}` })),
  invalidNonce: altered(() => ({ nonce: '1' })),
  invalidExpiration: refused({ expiration: 1_000 }),
  duplicate: {
    status: 400,
    provoke: async () => {
      const { client, market } = await ready()
      const request = await client.create({ market, ...HALF })
      await client.post('/v1/orders', request)
      return client.post('/v1/orders', request)
    },
  },
  notTrading: {
    status: 400,
    provoke: async () => {
      const { client, market, house } = await ready()
      await house.floor.apply({ command: { kind: 'trading', at: house.floor.now(), market, status: 'CANCEL_ONLY' } })
      return client.raw({ market, ...HALF })
    },
  },
  priceOutOfRange: refused({ pricePerShare: ONE }),
  fieldZero: refused({ makerAmount: 0n }),
  invalidDecimal: refused({ takerAmount: 10n * ONE + 2n }),
  minValue: refused({ makerAmount: ONE / 2n, takerAmount: ONE }),
  feeRateTooLow: refused({ feeRateBps: 199 }),
  fillOrKillOnLimit: refused({ isFillOrKill: true }),
  postOnlyOnMarket: refused({ strategy: 'MARKET', isPostOnly: true }),
  cashBalance: refused({ makerAmount: 5_000n * ONE, takerAmount: 10_000n * ONE }),
  cashAllowance: approving({ cash: false, shares: true }, (client, market) => client.raw({ market, ...HALF })),
  sharesBalance: refused({ side: 'sell', makerAmount: 10n * ONE, takerAmount: 5n * ONE }),
  sharesAllowance: approving({ cash: true, shares: false }, async (client, market, other) => {
    await client.limit({ market, cents: 50, shares: 10 })
    await other.limit({ market, outcome: 'no', cents: 50, shares: 10 })
    return client.limit({ market, side: 'sell', cents: 60, shares: 10 })
  }),
}

describe('every published word of a refusal', () => {
  it.each(Object.keys(SLUGS) as (keyof typeof SLUGS)[])('%s is met by a client that provokes it', async name => {
    const { status, provoke } = PROVOCATIONS[name]
    const answer = await provoke()
    expect([answer.status, answer.body.error]).toEqual([status, SLUGS[name]])
    expect(answer.body).toMatchObject({ success: false, code: status })
    expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'error', 'message', 'success', 'timestamp', 'trace'])
    expect(answer.body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
    expect(answer.body.message).not.toMatch(/[/\\]|node_modules/)
  })

  it('is published under one name', () => {
    expect(new Set(Object.values(SLUGS)).size).toBe(Object.keys(SLUGS).length)
    expect(Object.keys(PROVOCATIONS).toSorted()).toEqual(Object.keys(SLUGS).toSorted())
  })
})
