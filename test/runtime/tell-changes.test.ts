import { expect, test } from 'vitest'
import { MarketIndex } from '../../src/model/ids.js'
import type { Place, Refusal } from '../../src/model/intent.js'
import type { Market } from '../../src/model/market.js'
import { Price, Size } from '../../src/model/money.js'
import { Timestamp } from '../../src/model/time.js'
import { createRefusalTeller } from '../../src/runtime/tell-changes.js'

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
