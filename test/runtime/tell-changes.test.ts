import { expect, test } from 'vitest'
import { MarketIndex } from '../../src/model/ids.js'
import type { Place, Refusal } from '../../src/model/intent.js'
import type { Market } from '../../src/model/market.js'
import { Price, Size } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { createFaultTeller, createRefusalTeller } from '../../src/runtime/tell-changes.js'

const intent: Place = {
  ...{ kind: 'place', market: MarketIndex.of(0), outcome: 'yes', side: 'buy', style: 'post-only' },
  ...{ price: Price.of(5_300), size: Size.ofShares(20), expiresAt: Timestamp.ofSeconds(100) },
}
const refusal = (rule: string): Refusal => ({ intent, rule, limit: 50, found: 63.5, note: '2 removed orders may still settle' })

test('a refusal is told with its numbers, and the same one not again within a minute', () => {
  const told: string[] = []
  const tell = createRefusalTeller([{ id: '1001' } as unknown as Market], (_, text) => told.push(text))
  tell([refusal('positionMaxShares'), refusal('positionMaxShares')], Timestamp.ofSeconds(1))
  tell([refusal('positionMaxShares'), refusal('cash')], Timestamp.ofSeconds(59))
  tell([refusal('positionMaxShares')], Timestamp.ofSeconds(62))
  const numbers = '(limit 50, found 63.5; 2 removed orders may still settle)'
  expect(told).toEqual([
    `market 1001: buy yes 20 at 0.53 refused by positionMaxShares ${numbers}`,
    `market 1001: buy yes 20 at 0.53 refused by cash ${numbers}`,
    `market 1001: buy yes 20 at 0.53 refused by positionMaxShares ${numbers}`,
  ])
})

test('an invalid answer is told with what was expected, and a side that its markout stops without an order', () => {
  const told: string[] = []
  const tell = createRefusalTeller([{ id: '1001' } as unknown as Market], (level, text) => told.push(`${level} ${text}`))
  const nothing = { ...intent, price: Price.of(5_000), size: Size.ZERO }
  const note = 'price NaN; expected a whole number'
  tell([{ intent: nothing, rule: 'price', limit: 10_000, found: 0, note }], Timestamp.ofSeconds(1))
  const stopsUntil = Timestamp.ofSeconds(600)
  tell(
    [{ intent: nothing, rule: 'markout', limit: -1, found: -2, note: 'the bid is stopped', stopsUntil }],
    Timestamp.ofSeconds(2),
  )
  expect(told).toEqual([
    'warn market 1001: no order can be made of its strategy’s answer: price NaN; expected a whole number',
    'info market 1001: refused by markout (limit -1, found -2; the bid is stopped)',
  ])
})

test('strategies that fail in the same way are told in one line, with the markets', () => {
  const told: string[] = []
  const markets = Array.from({ length: 8 }, (_, index) => ({ id: `m${index}` }) as unknown as Market)
  const tell = createFaultTeller(markets, (_, text) => told.push(text))
  const fault = (index: number, message: string, stack = '') => ({
    market: MarketIndex.of(index),
    strategy: 'mine',
    message,
    stack,
  })
  tell([...[0, 1, 2, 3, 4, 5].map(index => fault(index, 'no rung')), fault(7, 'found undefined')])
  expect(told).toEqual([
    'mine failed in 6 markets (m0, m1, m2, m3, m4, …) and is stopped there: no rung',
    'mine failed in market m7 and is stopped there: found undefined',
  ])
})
