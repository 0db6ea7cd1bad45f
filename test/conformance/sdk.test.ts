import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchangeAddress } from '../../src/protocol/contracts.js'
import { createSigner } from '../../src/protocol/sign.js'
import { flip, flipped, kindsOf, limitDraft, marketDraft } from './sdk-drafts.js'
import { buildCreate, unfairTo, written } from './sdk-orders.js'
import { OWNER_KEY, openSdkVenue, PLAIN_KEY, PREDICT_ACCOUNT, type SdkVenue } from './sdk-venue.js'
import type { SdkOrder } from './sdk-wallet.js'

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** Letters of hex may be of either case, and a bit makes one the other. */
const inLowerCase = (order: object): unknown => JSON.parse(JSON.stringify(order).toLowerCase())

const REFUSAL = expect.objectContaining({
  success: false,
  error: expect.stringMatching(/^[a-z_]+$/),
  message: expect.any(String),
})
const STATUS_OF_REFUSAL = expect.toSatisfy((status: number) => status >= 400 && status < 500)

/** All that random orders must have tried before they prove anything; the main chain's few need not. */
const KINDS = [
  ...[0, 1].flatMap(one => [`outcome ${one}`, `limit ${one}`]),
  ...['undefined', 'CANCEL_MAKER', 'CANCEL_TAKER', 'CANCEL_BOTH'].map(rule => `prevention ${rule}`),
  ...['buy a quantity', 'buy for a value', 'sell a quantity'].flatMap(kind => [kind, `${kind} of at least`]),
  ...['undefined', 'false', 'true'].flatMap(said => [`post-only ${said}`, `fill-or-kill ${said}`]),
  ...['undefined', 'REJECT_MARKET_ORDER', 'SKIP_RESERVED_BALANCE_CHECKS'].map(policy => `policy ${policy}`),
  ...['undefined', '0', '1', '100', '5000'].map(bps => `slippage ${bps}`),
  ...['expires', 'never expires', 'MARKET FILLED', 'LIMIT OPEN', 'LIMIT FILLED', 'LIMIT CANCELLED'],
  ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap(market => [0, 1].map(trader => `market ${market} by trader ${trader}`)),
]

describe.each([
  { chainId: 97 as const, runs: 160, kinds: KINDS },
  { chainId: 56 as const, runs: 20, kinds: [] },
])('a client of the venue’s own SDK on chain $chainId', ({ chainId, runs, kinds }) => {
  let venue: SdkVenue
  beforeAll(async () => {
    venue = await openSdkVenue(chainId)
  })
  afterAll(() => venue.close())

  it('has each of its orders refused with one bit changed, and accepted, shown and executed as it was signed', async () => {
    const tried = new Set<string>()
    const order = fc.oneof(limitDraft, marketDraft)
    const property = fc.asyncProperty(order, flip, async (draft, change) => {
      const [market, trader] = [at(venue.markets, draft.market), at(venue.traders, draft.trader)]
      const { options, order: signed } = await buildCreate(trader, market, draft)
      const post = (sent: SdkOrder) => trader.post('/v1/orders', { data: { ...options, order: sent } })
      expect(await post(flipped(signed, change))).toEqual({ status: STATUS_OF_REFUSAL, body: REFUSAL })
      const accepted = await post(written(signed, draft))
      expect(accepted).toMatchObject({ status: 201, body: { success: true, data: { code: 'OK', orderHash: signed.hash } } })
      const row = (await trader.get(`/v1/orders/${signed.hash}`)).body.data
      expect(row.order).toEqual({ ...signed, expiration: Number(signed['expiration']) })
      const matches = (await trader.get(`/v1/orders/matches?orderHashes=${signed.hash}`)).body.data
      expect(unfairTo(signed, matches)).toEqual([])
      for (const kind of kindsOf(draft)) tried.add(kind)
      tried.add(`market ${venue.markets.indexOf(market)} by trader ${venue.traders.indexOf(trader)}`)
      tried.add(`${row.strategy} ${row.status}`)
    })
    await fc.assert(property, { seed: 20_261_106, numRuns: runs })
    expect(kinds.filter(kind => !tried.has(kind))).toEqual([])
  }, 120_000)

  it('has a request with any bit of its bytes changed refused, unless the order in it is still the one that was signed', async () => {
    const [market, trader] = [at(venue.markets, 2), venue.traders[0]]
    const property = fc.asyncProperty(limitDraft, fc.nat(), async (draft, bit) => {
      const { options, order: signed } = await buildCreate(trader, market, draft)
      const bytes = Buffer.from(JSON.stringify({ data: { ...options, order: signed } }))
      const place = Math.floor(bit / 8) % bytes.length
      bytes[place] = (bytes[place] as number) ^ (1 << (bit % 8))
      const { status, body } = await trader.post('/v1/orders', bytes)
      if (status === 201) {
        const { order } = (await trader.get(`/v1/orders/${signed.hash}`)).body.data
        expect(inLowerCase(order)).toEqual(inLowerCase({ ...signed, expiration: Number(signed['expiration']) }))
      } else expect({ status, body }).toEqual({ status: STATUS_OF_REFUSAL, body: REFUSAL })
    })
    await fc.assert(property, { seed: 9, numRuns: runs / 4 })
  }, 120_000)

  it('signs the hash and the signature that ours does', async () => {
    const signers = [
      createSigner({ privateKey: PLAIN_KEY, chainId }),
      createSigner({ privateKey: OWNER_KEY, chainId, account: PREDICT_ACCOUNT }),
    ]
    const property = fc.asyncProperty(limitDraft, async draft => {
      const [market, trader, signer] = [
        at(venue.markets, draft.market),
        at(venue.traders, draft.trader),
        at(signers, draft.trader),
      ]
      const { order } = await buildCreate(trader, market, draft)
      const number = (field: string): bigint => BigInt(order[field] as string)
      const ours = signer.signOrder(
        {
          salt: number('salt'),
          maker: signer.address,
          signer: signer.address,
          taker: order['taker'] as string,
          tokenId: number('tokenId'),
          makerAmount: number('makerAmount'),
          takerAmount: number('takerAmount'),
          expiration: number('expiration'),
          nonce: number('nonce'),
          feeRateBps: number('feeRateBps'),
          side: draft.side,
          signatureType: 0,
        },
        exchangeAddress(chainId, market),
      )
      expect(ours).toEqual({ hash: order.hash, signature: order.signature })
    })
    await fc.assert(property, { seed: 7, numRuns: 20 })
  })

  it('logs in with either kind of account, and with no bit of a signature changed', async () => {
    for (const trader of venue.traders) {
      expect(await trader.login()).toMatchObject({ status: 200, body: { success: true, data: { token: expect.any(String) } } })
      const property = fc.asyncProperty(flip, async ({ bit }) => {
        const change = (signature: string) => flipped({ hash: '', signature }, { field: 'signature', bit }).signature
        expect(await trader.login(change)).toMatchObject({ status: 401, body: { success: false, error: 'unauthorized' } })
      })
      await fc.assert(property, { seed: 8, numRuns: 10 })
    }
  })

  it('finds on the exchange’s chain that it may trade every kind of market, and what it holds', async () => {
    for (const { builder, address, get, post } of venue.traders) {
      const steps = [false, true].flatMap(isNegRisk =>
        [false, true].flatMap(isYieldBearing => builder.getApprovalSteps({ operation: 'TRADE', isNegRisk, isYieldBearing })),
      )
      const checks = await builder.checkApprovals(steps)
      expect(checks.length).toBeGreaterThanOrEqual(8)
      expect(checks.filter(check => !check.satisfied)).toEqual([])
      const [reserved] = (await post('/v1/account/reserved-balances/query', { assets: [{ type: 'USDT' }] })).body.data
      expect(await builder.balanceOf()).toBeGreaterThan(BigInt(reserved.amount))
      expect((await get('/v1/account')).body.data.address).toBe(address.toLowerCase())
    }
  })
})
