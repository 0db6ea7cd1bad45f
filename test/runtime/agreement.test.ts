import { describe, expect, it } from 'vitest'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { Ledger } from '../../src/engine/ledger.js'
import { MarketIndex, OrderId } from '../../src/model/ids.js'
import { Price, Size } from '../../src/model/money.js'
import type { Report } from '../../src/model/report.js'
import { Timestamp } from '../../src/model/time.js'
import { booksBehind, differences } from '../../src/runtime/agreement.js'
import { fillOf, market, START, snapshotOf, usdt } from '../engine/desk-bench.js'

const MARKETS = [market(0)]
const stamp = { at: START, receivedAt: START }

/** A bought or sold hundred at 0.40, settled. */
function settled(side: 'buy' | 'sell', id: number): Report {
  const terms = { outcome: 'yes', side, price: Price.of(4_000), size: Size.ofShares(100), style: 'limit' } as const
  const order = { kind: 'place', market: MarketIndex.of(0), expiresAt: Timestamp.ofSeconds(1_800_000_000), ...terms } as const
  return { ...stamp, kind: 'settled', fill: fillOf({ kind: 'submit', id: OrderId.of(7, id), order } as never, 100) }
}

describe('the venue and our books', () => {
  it('agree where a fill settled between the snapshot and its report', () => {
    const snapshot = snapshotOf({ cash: usdt(1_000), shares: new Map([[MarketIndex.of(0), { yes: usdt(100), no: usdt(0) }]]) })
    const behind = [settled('buy', 1), settled('sell', 2), settled('sell', 3)]
    const ledger = new Ledger(freshDeskState(7), MARKETS)
    const told = [{ ...stamp, kind: 'snapshot', snapshot } as const, ...behind]
    for (const report of told) ledger.report(report)
    expect(differences(ledger.save(), MARKETS, snapshot).map(({ what }) => what)).toEqual(['cash', 'm0 yes'])
    expect(differences(ledger.save(), MARKETS, booksBehind(told, MARKETS))).toEqual([])
    expect(snapshot.shares.get(MarketIndex.of(0))?.yes).toBe(usdt(100))
    // 100 bought and 200 sold at 0.40; a settlement that is told twice settles once.
    const shares = new Map([[MarketIndex.of(0), { yes: usdt(0), no: usdt(0) }]])
    expect(booksBehind([...told, ...behind], MARKETS)).toEqual({ cash: usdt(1_040), shares })
  })
})
