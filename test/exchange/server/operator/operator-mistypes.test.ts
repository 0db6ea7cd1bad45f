import { expect, it } from 'vitest'
import { FAR } from './described.js'
import { operatedExchange } from './operated-exchange.js'

const MARKET = { categorySlug: 'right', question: 'Q?' }
const WRONG: readonly [path: string, body: unknown, status: number, message: RegExp][] = [
  ['/categories', { slug: 'right', title: 'Again' }, 400, /already/],
  ['/categories', { slug: 'Not Right', title: 'X' }, 400, /^slug: /],
  ['/categories', { slug: 'x' }, 400, /^title: /],
  ['/categories', { slug: 'x', title: 'X', colour: 'red' }, 400, /colour/],
  ['/categories', { slug: 'x', title: 'X', endsAt: '2026-13-45T00:00:00.000Z' }, 400, /^endsAt: /],
  ['/categories', { slug: 'x', title: 'X', endsAt: '9999-01-01T00:00:00.000Z' }, 400, /^endsAt: /],
  ['/categories', { slug: 'x', title: 'X', marketVariant: 'CHESS' }, 400, /^marketVariant: /],
  ['/categories', { slug: 'x', title: 'X', variantData: { type: 'TWEET_COUNT' } }, 400, /^variantData\.type: /],
  ['/categories', { slug: 'x', title: 'X', tags: [{ id: '1' }] }, 400, /^tags\.0\.name: /],
  ['/categories', 'no object', 400, /object/],
  ['/categories/none', { title: 'X' }, 404, /category not found/],
  ['/categories/right', { isNegRisk: true }, 400, /isNegRisk/],
  ['/categories/none/resolve', { winner: 1 }, 404, /category not found/],
  ['/categories/right/resolve', { winner: 1 }, 400, /no open market/],
  ['/categories/none/remove', undefined, 404, /category not found/],
  ['/markets', { question: 'Q?' }, 400, /^categorySlug: /],
  ['/markets', { ...MARKET, categorySlug: 'none' }, 404, /category not found/],
  ['/markets', { ...MARKET, decimalPrecision: 4 }, 400, /^decimalPrecision: /],
  ['/markets', { ...MARKET, feeRateBps: -1 }, 400, /^feeRateBps: /],
  ['/markets', { ...MARKET, endsAt: '2020-01-01T00:00:00.000Z' }, 400, /^endsAt: must lie in the future/],
  ['/markets', { ...MARKET, tradingStatus: 'CLOSED' }, 400, /^tradingStatus: /],
  ['/markets', { ...MARKET, resolvesTo: 0.7 }, 400, /^resolvesTo: /],
  ['/markets', { ...MARKET, outcomes: [{ name: 'A' }, { name: 'A' }] }, 400, /^outcomes: /],
  ['/markets', { ...MARKET, outcomes: [{ name: 'A' }] }, 400, /^outcomes/],
  [
    '/markets',
    { ...MARKET, rewards: { schedule: [{ hourlyRate: 1, startsAt: FAR, endsAt: FAR }] } },
    400,
    /must begin before it ends/,
  ],
  ['/markets/9', { title: 'X' }, 404, /market not found/],
  ['/markets/nine', { title: 'X' }, 400, /^id: /],
  ['/markets/9/end', { endsAt: null }, 404, /market not found/],
  ['/markets/9/rewards', {}, 404, /market not found/],
  ['/markets/9/bulletins', { title: 'X', text: 'Y' }, 404, /market not found/],
  ['/markets/9/trading', { tradingStatus: 'OPEN' }, 404, /market not found/],
  ['/markets/9/status', { status: 'RESOLVED' }, 400, /^status: /],
  ['/markets/9/tick', { decimalPrecision: 2 }, 404, /market not found/],
  ['/markets/9/propose', { yes: 1 }, 404, /market not found/],
  ['/markets/9/dispute', undefined, 404, /market not found/],
  ['/markets/9/resolve', { yes: 2 }, 400, /^yes: /],
]

it('an operator that mistypes is told so in a sentence, and nothing is made', async () => {
  const { operator, client } = await operatedExchange()
  await operator.does('/categories', { slug: 'right', title: 'Right' })
  for (const [path, body, status, message] of WRONG) {
    const answer = await operator.tries(path, body)
    const said = `${path} ${JSON.stringify(body)}`
    expect([answer.status, answer.body.message], said).toEqual([status, expect.stringMatching(message)])
  }
  expect((await client.get('/v1/categories')).body.data).toMatchObject([{ slug: 'right', endsAt: null, markets: [] }])
})
