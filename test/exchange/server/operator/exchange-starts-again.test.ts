import { expect, it } from 'vitest'
import { type Client, createClient } from '../client.js'
import { folder, start } from '../exchanges.js'
import { createOperator, type OperatorClient } from '../operator-client.js'
import { FAR, ROVERS, SPORT } from './described.js'
import { operatedExchange } from './operated-exchange.js'

it('an exchange that starts again has all that its operator did', async () => {
  const data = folder()
  const { exchange, operator, client } = await operatedExchange({ data })
  const [a, b, c] = await operator.makes({ isNegRisk: true, tags: [SPORT], teams: [ROVERS] }, [{}, {}, {}])
  await operator.does(`/markets/${a}/bulletins`, { title: 'T', text: 'X' })
  await operator.does(`/markets/${a}/rewards`, {
    schedule: [{ hourlyRate: 5, startsAt: '2020-01-01T00:00:00.000Z', endsAt: FAR }],
  })
  await operator.does(`/markets/${b}`, { title: 'Again' })
  await operator.does(`/markets/${b}/propose`, { yes: 0 })
  await operator.does(`/markets/${b}/dispute`)
  await operator.does(`/markets/${c}/tick`, { decimalPrecision: 3 })
  await operator.does(`/markets/${c}/trading`, { tradingStatus: 'CANCEL_ONLY' })
  await operator.does(`/accounts/0x${'1'.repeat(40)}/fund`, { usdt: '5' })
  await operator.does(`/accounts/0x${'1'.repeat(40)}/discount`, { bps: 500 })
  await operator.makes({ slug: 'gone' }, [{}])
  await operator.does('/categories/gone/remove')
  await operator.does('/categories', { slug: 'empty', title: 'Empty', startsAt: FAR })

  const before = await everything(client, createOperator(exchange))
  await exchange.close()
  const again = await start({ data, markets: [], settlementMs: 0 })
  expect(await everything(createClient(again), createOperator(again))).toEqual(before)
  const next = await createOperator(again).done('/markets', { categorySlug: 'empty', question: 'Next?' })
  expect(next.id).toBe(1_005)
})

const everything = async (reader: Client, operator: OperatorClient) => [
  (await reader.get('/v1/categories')).body.data,
  (await reader.get('/v1/tags')).body.data,
  (await operator.get('/accounts')).body.data,
]
