import { cpSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { placeEntry } from '../../../bench/parts/open-orders.js'
import { fundOnce } from '../../../src/exchange/server/markets/first-start.js'
import { isAcceptance } from '../../is-acceptance.js'
import { folder } from './exchanges.js'
import { openInside } from './inside.js'

const OPEN = isAcceptance ? 100_000 : 2_000
const TAIL = OPEN / 5
const BATCH = 400
const BUDGET_MS = 10_000
const WALLETS = Array.from({ length: 20 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '2')}`)

describe('the start of an exchange', () => {
  it(`takes less than ten seconds with ${OPEN} open orders, a fifth of them behind the snapshot`, {
    timeout: 600_000,
  }, async () => {
    const data = folder()
    let open = await openInside({ data, markets: [{ question: 'Will it?', endsInMinutes: null }] })
    for (const address of WALLETS) await fundOnce(open.inside.writes, { address, usdt: '1000000000' })
    const place = async (from: number, to: number): Promise<void> => {
      const orders = { markets: [open.market], wallets: WALLETS, at: open.inside.writes.sequencer.now() }
      for (let batch = from; batch < to; batch += BATCH)
        await Promise.all(
          Array.from({ length: BATCH }, (_, index) => open.inside.writes.sequencer.apply(placeEntry(batch + index, orders))),
        )
    }
    await place(0, OPEN - TAIL)
    await open.exchange.close()
    open = await openInside({ data })
    await place(OPEN - TAIL, OPEN)
    const hash = open.inside.writes.sequencer.core.stateHash()
    // A close would take another snapshot; what a kill leaves is this.
    const killed = folder()
    cpSync(data, killed, { recursive: true })
    const begin = performance.now()
    const again = await openInside({ data: killed })
    const took = performance.now() - begin
    expect(again.inside.writes.sequencer.core.stateHash()).toBe(hash)
    expect(again.inside.writes.sequencer.core.market(again.market)?.restingOrders).toBe(OPEN)
    expect(took).toBeLessThan(BUDGET_MS)
  })
})
