import { describe, expect, it } from 'vitest'
import { createClient } from './client.js'
import { openHouse } from './houses.js'
import { misfits, type Strictness, shapeOf } from './same-shape.js'
import { NO_EXAMPLES, readVenueExamples } from './venue-examples.js'

const examples = readVenueExamples()
/** Rows answer the superset of the documents, so they may have more keys than an example has. */
const MORE: Strictness = { allowsMore: true }

/** A wallet that has done everything once. */
const busy = async () => {
  const opened = await openHouse({
    markets: [{ question: 'Will it?', endsInMinutes: null, isYieldBearing: true }],
    core: { takerDelayUs: 1_000 },
  })
  const [maker, taker] = [createClient(opened.exchange), createClient(opened.exchange, 1)]
  await Promise.all([maker.login(), taker.login()])
  const { market, house } = opened
  const resting = await maker.limit({ market, cents: 61, shares: 100, isPostOnly: true })
  const taking = await taker.limit({ market, outcome: 'no', cents: 39, shares: 40 })
  opened.pass(1)
  await house.floor.apply({ command: { kind: 'nonce', at: house.floor.now(), account: '0xnobody' } })
  return { ...opened, maker, taker, resting, taking }
}

describe.skipIf(examples === null)(
  `the venue’s examples of what belongs to a wallet${examples === null ? `: ${NO_EXAMPLES}` : ''}`,
  () => {
    const like = (name: string, body: unknown, how: Strictness = {}): void => {
      expect([name, misfits(body, shapeOf(examples?.[name]), how)]).toEqual([name, []])
    }

    it('have the shape of a login’s answers', async () => {
      const { exchange } = await openHouse()
      const client = createClient(exchange)
      like('rest_auth_message_response', (await client.get('/v1/auth/message')).body)
      const token = await client.login()
      like('rest_auth_response', { success: true, data: { token } })
    })

    it('have the shape of a create, a list, a removal and a refusal', async () => {
      const { maker, taker, market, resting, taking } = await busy()
      like('rest_create_order_response_resting', resting.body)
      like('rest_create_order_response_taking', taking.body)
      const list = (await maker.get('/v1/orders')).body
      like('rest_orders_list_response', { ...list, cursor: 'any' })
      expect(list.cursor).toBeNull()
      const { orderId, orderHash } = resting.body.data
      like('rest_remove_response', (await maker.post('/v1/orders/remove', { data: { ids: [orderId] } })).body)
      like(
        'rest_remove_by_hash_response',
        (await maker.post('/v1/orders/remove-by-hash', { data: { hashes: [orderHash] } })).body,
      )
      like('rest_error_business', (await taker.limit({ market, cents: 1, shares: 10 })).body)
      like('rest_error_auth', (await createClient((await openHouse()).exchange).get('/v1/orders')).body)
      like('rest_error_not_found', (await maker.get(`/v1/orders/0x${'0'.repeat(64)}`)).body)
    })

    it('have the shape of matches, positions and activity', async () => {
      const { maker, taker, market } = await busy()
      const matches = (await maker.get('/v1/orders/matches')).body
      expect(matches.data).toHaveLength(1)
      like('rest_order_match_events_response', { ...matches, cursor: 'any' }, MORE)
      const [{ taker: leg }] = matches.data
      expect(Object.keys(leg.outcome).toSorted()).toEqual(['indexSet', 'name', 'onChainId'])
      const positions = (await taker.get('/v1/positions')).body
      expect(positions.data).toHaveLength(1)
      like('rest_positions_response', positions, MORE)
      await taker.raw({
        market,
        strategy: 'MARKET',
        makerAmount: 10n ** 19n,
        takerAmount: 2n * 10n ** 19n,
        pricePerShare: 10n ** 17n,
        isFillOrKill: true,
      })
      const activity = (await taker.get('/v1/account/activity')).body
      expect(activity.data.length).toBeGreaterThan(2)
      like('rest_activity_response', activity, MORE)
    })

    it('have the shape of the account and its reserved balances', async () => {
      const { maker, taker } = await busy()
      const account = (await maker.get('/v1/account')).body
      like('rest_account_response', { ...account, data: { ...account.data, points: { ...account.data.points, rank: 1 } } })
      await taker.post('/v1/account/referral', { code: account.data.referral.code })
      expect((await taker.get('/v1/account')).body.data.referral).toEqual({
        code: account.data.referral.code,
        status: 'LOCKED',
      })
      const request = examples?.['rest_reserved_balances_request']
      like('rest_reserved_balances_response', (await maker.post('/v1/account/reserved-balances/query', request)).body)
    })
  },
)
