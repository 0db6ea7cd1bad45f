import { expect, test } from 'vitest'
import type { WrittenFault } from '../../../src/exchange.js'
import { createOperator } from '../../exchange/server/operator-client.js'
import { openExchange, takeSeat, until } from './seat.js'

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

test('a fill is told by a later link where the one that read of it ended before it could tell', async () => {
  const exchange = await openExchange()
  const operator = createOperator(exchange)
  const set = (fault: WrittenFault) => operator.done('/faults', fault)
  const [maker, taker] = [await takeSeat(exchange, 0), await takeSeat(exchange, 1, false)]
  try {
    await set({ kind: 'silence', when: { topic: 'wallet' } })
    await maker.place({ price: 6_000, shares: 100 })
    await taker.place({ price: 4_000, shares: 40, outcome: 'no', style: 'limit' })
    await pause(200)
    // The next link reads slowly, and ends while it does.
    await set({ kind: 'delay-answer', byMs: 250, when: { route: 'GET /v1/orders/matches' } })
    await set({ kind: 'shutdown-notice', graceMs: 0 })
    await pause(120)
    await set({ kind: 'shutdown-notice', graceMs: 0 })
    await pause(900)
    await operator.done('/faults/clear')
    const fills = () =>
      maker.reports.flatMap(report => {
        if (report.kind === 'snapshot') return report.snapshot.fills.map(({ fill, state }) => [state, fill.shares])
        return report.kind === 'settled' ? [['settled', report.fill.shares]] : []
      })
    await until(() => (fills().length > 0 ? true : undefined))
    expect(fills()).toEqual([['settled', 40n * 10n ** 18n]])
  } finally {
    maker.leave()
    taker.leave()
    await exchange.close()
  }
}, 10_000)
