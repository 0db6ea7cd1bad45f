import { describe, expect, it } from 'vitest'
import { CLOSED_MAX, freshDeskState } from '../../src/engine/desk-state.js'
import { Ledger } from '../../src/engine/ledger.js'
import { SETTLEMENTS_KEPT } from '../../src/engine/settlement-gate.js'
import type { Fill } from '../../src/model/fill.js'
import { FillKey, MarketIndex, OrderId } from '../../src/model/ids.js'
import { after, bidSubmit, fillOf, market } from './desk-bench.js'

/** Seconds of calls that are kept: ten minutes, and the one that is being counted. */
const SECONDS_KEPT = 601

const ledgerOf = (): Ledger => new Ledger(freshDeskState(7), [market(0)])

describe('the state of a desk stays flat', () => {
  it('over fills that settle or fail: it keeps the keys and the outcomes of the last ones', () => {
    const ledger = ledgerOf()
    const model: Fill = { ...fillOf(bidSubmit(OrderId.of(7, 1)), 1), order: null, market: MarketIndex.of(0) }
    for (let i = 0; i < CLOSED_MAX + 500; i++)
      ledger.fill(i % 3 === 0 ? 'failed' : 'settled', { ...model, key: FillKey.parse(`k${i}`) }, after(i))
    const { closed, pending, settlement } = ledger.save()
    expect([closed.size, pending.size]).toEqual([CLOSED_MAX, 0])
    expect([closed.has(FillKey.parse('k499')), closed.has(FillKey.parse('k500'))]).toEqual([false, true])
    expect(settlement.recent).toHaveLength(SETTLEMENTS_KEPT)
    expect(settlement.settled + settlement.failed).toBe(CLOSED_MAX + 500)
  })

  it('over calls and reads: it counts those of the last ten minutes', () => {
    const ledger = ledgerOf()
    for (let second = 0; second < 1_500; second++) {
      const at = after(second * 1_000)
      ledger.cancel('not ours', at)
      ledger.report({ kind: 'rate', route: 'trading', remaining: 5, resetsAt: at, reads: 1, at, receivedAt: at })
    }
    const { calls, reads, told } = ledger.save()
    expect([calls.length, reads.length, told.size]).toEqual([SECONDS_KEPT, SECONDS_KEPT, 1])
    // What is kept while it runs may be twice as much.
    expect(ledger.state.calls.length).toBeLessThanOrEqual(2 * SECONDS_KEPT)
  })
})
