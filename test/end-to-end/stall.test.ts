import { expect, test } from 'vitest'
import { Price, Size } from '../../src/model/money.js'
import { pull } from '../../src/model/quote.js'
import { createPulse } from '../../src/runtime/pulse.js'
import type { Strategy } from '../../src/strategy/strategy.js'
import { openFaultyWire } from '../venues/predict/faulty-wire.js'
import { openExchange, takeSeat, until } from '../venues/predict/seat.js'
import { wakeWallet } from './wallet-session.js'

test('a loop that stood still sends nothing that it decided before, and goes on after a fresh look at the venue', async () => {
  const exchange = await openExchange({ markets: [{ question: 'Will it rain?' }] })
  const wire = await openFaultyWire(exchange)
  const maker = await takeSeat(exchange, 1, false)
  await maker.place({ price: 4_000, shares: 50 })
  let bid = 3_000
  let blocksMs = 0
  const decide: Strategy<unknown>['decide'] = ({ book }) => {
    if (book.state !== 'live') return pull('no book')
    for (const until = performance.now() + blocksMs; performance.now() < until; );
    blocksMs = 0
    return book.quote({ bid: { price: Price.of(bid), size: Size.ofShares(20) }, ask: null })
  }
  const pulse = createPulse({ unattendedMaxMs: 1_000, say: () => undefined })
  const wallet = await wakeWallet({ exchange: wire.exchange, decide, pulse })
  try {
    const rests = (price: number) => () =>
      wallet.session.desk.summary().markets[0]?.resting.bid.some(level => level.price === price) === true ? true : undefined
    await until(rests(3_000))
    const before = wire.calls.length
    blocksMs = 1_500
    bid = 3_500
    await maker.place({ price: 4_100, shares: 50 })
    await until(rests(3_500))
    const calls = wire.calls.slice(before)
    const places = (name: string): number => calls.findIndex(call => call === name)
    // The maker goes around this wire, so each create is ours.
    expect(places('POST /v1/orders/remove-by-hash')).toBeGreaterThanOrEqual(0)
    expect(places('GET /v1/orders')).toBeGreaterThan(places('POST /v1/orders/remove-by-hash'))
    expect(places('POST /v1/orders')).toBeGreaterThan(places('GET /v1/orders'))
    expect(pulse.fence.shuts).toBe(1)
    expect(await wallet.session.stop('the test')).toMatchObject({ open: 0, differences: [] })
  } finally {
    pulse.end()
    await wallet.close()
    maker.leave()
    await wire.close()
    await exchange.close()
  }
})
