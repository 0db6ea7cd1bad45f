import { expect, test } from 'vitest'
import { startExchange } from '../../src/exchange.js'
import { Size, Wei } from '../../src/model/money.js'
import { createSigner } from '../../src/protocol/sign.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'
import { wakeWallet } from './wallet-session.js'

const units = (count: number): Wei => Wei.ofSize(Size.ofShares(count))

test('a conversion that another program makes beside a run is booked as one, and a restart has the same books', async () => {
  const category = { slug: 'race', title: 'Race' }
  const exchange = await startExchange({
    crowd: { kind: 'none' },
    rateLimits: null,
    markets: ['A', 'B', 'C'].map(name => ({ question: `${name}?`, isNegRisk: true, category })),
  })
  const signer = createSigner({ privateKey: exchange.accounts[0]!.privateKey, chainId: exchange.chainId })
  const run = await wakeWallet({ exchange, timings: { probeEveryMs: 20 }, accountLookEveryMs: 300 })
  const venue = createPredictVenue({ ...exchange, clock: run.clock })
  const told = (words: string) => expect.poll(() => run.told.filter(text => text.includes(words)), { timeout: 9_000 })
  try {
    const pairs = await venue.pairs({ signer })
    for (const at of [0, 1]) await pairs.split((await pairs.market(String(exchange.markets[at]!.id))).market, units(20))
    await told('USDT became as many pairs of shares').toHaveLength(2)
    const conversions = await venue.conversions({ signer })
    const [group] = await conversions.list()
    const markets = group!.markets.map(({ market }) => market)
    await conversions.convert({ group: group!.group, markets, shares: units(15) })
    await told('15 shares of no were converted within the group, for 7.5 USDT').toHaveLength(2)
    await told('15 shares of yes came of a conversion within the group').toHaveLength(1)
    expect(run.told.filter(text => text.includes('that no fill explains') || text.includes('missed a report'))).toEqual([])
    const state = run.session.desk.state()
    expect(state.cash).toBe(units(10_000 - 40 + 15))
    expect(restoreState(run.journal).state).toMatchObject({
      cash: state.cash,
      positions: state.positions,
      adjusted: state.adjusted,
    })
  } finally {
    await run.session.stop('the test')
    await run.close()
    venue.close()
    await exchange.close()
  }
}, 120_000)
