import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancelRequests } from '../../src/engine/cancel-requests.js'
import { type DeskState, freshDeskState } from '../../src/engine/desk-state.js'
import { foldDesk } from '../../src/engine/fold.js'
import { withCancelsPerCall } from '../../src/engine/with-cancels-per-call.js'
import { fromJson, toJson } from '../../src/model/plain.js'
import { pull } from '../../src/model/quote.js'
import { accepted, DeskBench, level, market, picture, settings, submitsOf, usdt } from './desk-bench.js'

/** A desk with one resting bid in each market, older than a second; its next turn cancels them all. */
function restingIn(markets: number, cancelsPerCall: number | undefined, state?: DeskState) {
  const want = { isQuoting: true }
  const bench = new DeskBench({
    decide: ({ book }) => (book.state === 'live' && want.isQuoting ? book.quote({ bid: level(0.45, 20) }) : pull('none')),
    markets: Array.from({ length: markets }, (_, index) => market(index)),
    settings: settings({ desk: { budget: { windows: [], cancelReservePercent: 20, cancelsPerCall } } }),
    ...(state !== undefined && { state }),
  })
  bench.open({ cash: usdt(100_000) })
  const events = bench.markets.flatMap(({ index }) => picture('ask 0.60 100 / bid 0.40 100', index))
  bench.turn({ reports: submitsOf(bench.turn({ events })).map(accepted) })
  const pullAll = () => {
    want.isQuoting = false
    return bench.turn({ afterMs: 2_000, timer: true }).commands.filter(command => command.kind === 'cancel')
  }
  return { bench, pullAll }
}

const countedIn = ({ desk }: DeskBench): number => desk.state().calls.at(-1)?.cancels ?? 0

describe('the cancels of a turn', () => {
  it('are counted as the requests they become, each as large as the venue takes it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 1, max: 100 }), (orders, perCall) => {
        const { bench, pullAll } = restingIn(orders, perCall)
        const cancels = pullAll()
        expect(cancels).toHaveLength(orders)
        expect(countedIn(bench)).toBe(Math.ceil(orders / perCall))
        expect(cancelRequests(cancels, perCall)).toHaveLength(countedIn(bench))
      }),
      { numRuns: 20, seed: 11 },
    )
  })

  it('share one request up to a hundred where the venue names no number', () => {
    for (const [orders, calls] of [
      [100, 1],
      [101, 2],
    ] as const) {
      const { bench, pullAll } = restingIn(orders, undefined)
      expect(pullAll()).toHaveLength(orders)
      expect(countedIn(bench)).toBe(calls)
    }
  })

  it('are counted the same by a fold of the journal', () => {
    const { bench, pullAll } = restingIn(45, 20)
    const saved = withCancelsPerCall(freshDeskState(7), { cancelsPerCall: 20 })
    pullAll()
    expect(countedIn(bench)).toBe(3)
    const folded = foldDesk(fromJson(toJson(saved)) as DeskState, bench.markets, bench.journal)
    expect(toJson(folded)).toBe(toJson(bench.desk.state()))
  })

  it('are counted by the settings of the run, whatever an earlier one had', () => {
    const earlier = withCancelsPerCall(freshDeskState(7), { cancelsPerCall: 5 })
    const usual = restingIn(20, undefined, earlier)
    usual.pullAll()
    expect(countedIn(usual.bench)).toBe(1)
    const small = restingIn(20, 10, earlier)
    small.pullAll()
    expect(countedIn(small.bench)).toBe(2)
  })
})

describe('the state of a run', () => {
  it('has no such field at the usual number, so that it reads and hashes as it always did', () => {
    const fresh = toJson(freshDeskState(7))
    for (const cancelsPerCall of [undefined, 100]) {
      expect(toJson(restingIn(1, cancelsPerCall).bench.desk.state())).not.toContain('cancelsPerCall')
      expect(toJson(withCancelsPerCall(freshDeskState(7), { cancelsPerCall }))).toBe(fresh)
    }
  })

  it.each([0, 2.5, 101, Number.NaN])('is refused with %d orders a request', cancelsPerCall => {
    expect(() => restingIn(1, cancelsPerCall)).toThrow(
      `budget.cancelsPerCall is a whole number from 1 to 100, found ${cancelsPerCall}`,
    )
  })
})
