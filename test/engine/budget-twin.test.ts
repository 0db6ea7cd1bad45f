import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Budget } from '../../src/engine/budget.js'
import { CallLog } from '../../src/engine/call-log.js'
import { DeskClock } from '../../src/engine/desk-clock.js'
import type { BudgetOptions } from '../../src/engine/desk-options.js'
import { type DeskState, freshDeskState } from '../../src/engine/desk-state.js'
import { Timestamp } from '../../src/model/time.js'
import { after } from './desk-bench.js'
import { SlowBudget } from './slow-budget.js'

type Deed =
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'send'; readonly what: 'create' | 'removal'; readonly order: number; readonly count: number }
  | { readonly kind: 'answer'; readonly order: number }
  | {
      readonly kind: 'rate'
      readonly route: string
      readonly remaining: number
      readonly resetsInMs: number
      readonly reads: number
    }
  | { readonly kind: 'pay'; readonly calls: number }
  | { readonly kind: 'set-clock'; readonly ms: number }
  | { readonly kind: 'ask' }

const order = fc.integer({ min: 1, max: 6 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 900 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      what: fc.constantFrom('create' as const, 'removal' as const),
      order,
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answer' as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rate' as const),
      route: fc.constantFrom('trading', 'create'),
      remaining: fc.integer({ min: 0, max: 60 }),
      resetsInMs: fc.integer({ min: 0, max: 60_000 }),
      reads: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const), calls: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('set-clock' as const), ms: fc.integer({ min: -100_000, max: 100_000 }) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'ask' as const }) },
)

const options: fc.Arbitrary<BudgetOptions> = fc.record({
  windows: fc.subarray(
    [
      { route: 'trading', calls: 60, perMs: 60_000 },
      { route: 'create', calls: 12, perMs: 1_000 },
      { route: 'create', calls: 30, perMs: 10_000 },
    ] as const,
    { minLength: 1 },
  ),
  cancelReservePercent: fc.constantFrom(0, 20, 50),
  keeperCalls: fc.integer({ min: 0, max: 10 }),
})

/** What an earlier run left behind: its wall clock may have been ahead of ours. */
const earlier = fc.array(
  fc.record({
    beforeS: fc.integer({ min: -5, max: 70 }),
    creates: fc.integer({ min: 0, max: 5 }),
    cancels: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 8 },
)

function stateAfter(calls: readonly { beforeS: number; creates: number; cancels: number }[]): DeskState {
  const state = freshDeskState(7)
  const second = Math.floor(after(0) / 1e6)
  for (const { beforeS, creates, cancels } of calls.toSorted((a, b) => b.beforeS - a.beforeS)) {
    state.calls.push({ second: second - beforeS, creates, cancels })
    state.reads.push({ second: second - beforeS, count: creates })
  }
  return state
}

/** Longer than a window and than any call is on its way. */
const CALM_MS = 75_000

it('answers as if it counted all calls again with each question', () => {
  const isAnsweredAtOnce = fc.boolean()
  const property = fc.property(
    options,
    earlier,
    isAnsweredAtOnce,
    fc.array(deed, { maxLength: 120 }),
    (given, before, isAtOnce, deeds) => {
      const state = stateAfter(before)
      const log = new CallLog(state)
      const clock = Object.assign(new DeskClock(), { now: after(0) })
      const budgets = [new Budget(given, log, clock, 4), new SlowBudget(given, state, clock, 4)] as const
      const both = (work: (budget: Budget | SlowBudget) => unknown): void => {
        const [fast, slow] = budgets.map(work)
        expect(fast).toEqual(slow)
      }
      const wait = (ms: number): void => {
        clock.now = Timestamp.add(clock.now, ms * 1_000)
      }
      const carryOut = (done: Deed): void => {
        switch (done.kind) {
          case 'wait':
            return wait(done.ms)
          case 'send':
            for (let i = 0; i < done.count; i++) {
              if (done.what === 'create') log.create(clock.now)
              else log.cancel(clock.now)
              both(budget => budget.sent(done.what, `7-${done.order}`))
            }
            if (isAtOnce) both(budget => budget.answered(`7-${done.order}`))
            return
          case 'answer':
            return both(budget => budget.answered(`7-${done.order}`))
          case 'rate': {
            const { resetsInMs, ...said } = done
            const resetsAt = Timestamp.add(clock.now, resetsInMs * 1_000)
            return log.rate({ ...said, resetsAt, at: Timestamp.add(clock.now, -20_000), receivedAt: clock.now })
          }
          case 'pay':
            return both(budget => budget.pay(done.calls))
          case 'set-clock':
            // Of calls that were on their way ten seconds ago nothing is known any more, so the clock is set while none is.
            if (!isAtOnce) wait(CALM_MS)
            clock.wallOffset += done.ms * 1_000
            return
          case 'ask':
            return both(budget => [
              budget.creates(),
              budget.opensAt(),
              budget.replacesAt(),
              budget.removesAt(),
              budget.canPay(2),
            ])
          default:
            return done satisfies never
        }
      }
      for (const done of deeds) carryOut(done)
      carryOut({ kind: 'ask' })
    },
  )
  fc.assert(property, { numRuns: 400, seed: 11 })
})
