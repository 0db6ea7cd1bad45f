import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeskState } from '../../src/engine/desk-state.js'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { foldDesk } from '../../src/engine/fold.js'
import type { JournalEntry } from '../../src/model/journal-entry.js'
import { fromJson, toJson } from '../../src/model/plain.js'
import { RandomSession } from './random-session.js'

const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const RUNS = { numRuns: 20, seed: 20_260_101 }

describe('foldDesk', () => {
  it('gives exactly the state the desk had, from nothing and from a checkpoint on the way', () => {
    fc.assert(
      fc.property(seeds, seed => {
        const session = new RandomSession(seed).run(150)
        const { bench } = session
        const checkpoint = fromJson(toJson(bench.desk.state())) as DeskState
        const cut = bench.journal.length
        session.run(150)
        const live = toJson(bench.desk.state())
        const entries = bench.journal.map(entry => fromJson(toJson(entry)) as JournalEntry)
        expect(toJson(foldDesk(freshDeskState(7), bench.markets, entries))).toBe(live)
        expect(toJson(foldDesk(checkpoint, bench.markets, entries.slice(cut)))).toBe(live)
      }),
      RUNS,
    )
  })

  it('leaves the state it was given as it was', () => {
    const { bench } = new RandomSession(5).run(100)
    const state = freshDeskState(7)
    foldDesk(state, bench.markets, bench.journal)
    expect(state).toEqual(freshDeskState(7))
  })
})

describe('desk state', () => {
  it('is the same, with the same commands, for the same inputs', () => {
    fc.assert(
      fc.property(seeds, seed => {
        const a = new RandomSession(seed).run(150).bench
        const b = new RandomSession(seed).run(150).bench
        expect(toJson(a.journal)).toBe(toJson(b.journal))
        expect(a.desk.stateHash()).toBe(b.desk.stateHash())
      }),
      RUNS,
    )
  })

  it('accounts for every wei: cash is what came in plus what the fills moved', () => {
    fc.assert(
      fc.property(seeds, seed => {
        const { desk } = new RandomSession(seed).run(300).bench
        const state = desk.state()
        let flow = 0n
        let atCost = 0n
        for (const { yes, no } of state.positions.values())
          for (const holding of [yes, no]) {
            flow += holding.soldFor - holding.boughtFor
            expect(holding.shares).toBe(holding.bought - holding.sold)
            if (holding.shares > 0n) atCost += (holding.boughtFor * holding.shares + holding.bought - 1n) / holding.bought
          }
        expect(state.cash).toBe(state.adjusted + flow)
        expect(desk.summary().realized).toBe(flow + atCost)
      }),
      RUNS,
    )
  })

  it('forgets orders that are long over', () => {
    const { desk } = new RandomSession(11).run(1_500).bench
    expect(desk.state().orders.size).toBeLessThan(60)
  })
})
