import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CoreCommand, CrowdCommand, OrderSpec } from '../../../src/exchange/core/command.js'
import { type Core, createCore } from '../../../src/exchange/core/core.js'
import { createCrowdLog } from '../../../src/exchange/server/log/crowd-log.js'
import { Price, Size } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { marketOf, orderOf, wei } from '../core/try-exchange.js'

const TAKER_DELAY_US = 1_500_000
const rules = { settlementUs: 2_000_000, takerDelayUs: TAKER_DELAY_US }

/** A core whose history is only what the log kept. */
const session = (takerDelayUs: number) => {
  const core = createCore({ ...rules, takerDelayUs })
  const crowd = createCrowdLog(core)
  const log: CoreCommand[] = []
  let rows = 0
  const apply = (command: CoreCommand): void => {
    const answer = core.apply(command)
    if (answer.kind === 'refused') return
    if (command.kind === 'place') log.push(...crowd.seenBy(command.order))
    log.push(command)
  }
  const play = (row: CrowdCommand): void => {
    rows++
    const kept = crowd.play(row)
    if (kept !== null) log.push(kept)
  }
  const at = Timestamp.ZERO
  apply({ kind: 'market', at, market: marketOf() })
  for (const account of ['ann', 'bob']) {
    apply({ kind: 'fund', at, account, cash: wei('1000') })
    apply({ kind: 'approve', at, account, cash: true, shares: true })
  }
  play({ kind: 'crowd-clear', at, market: 1 })
  return { core, log, apply, play, rows: () => rows }
}

const replayed = (log: readonly CoreCommand[], takerDelayUs: number): Core => {
  const core = createCore({ ...rules, takerDelayUs })
  for (const command of log) core.apply(command)
  return core
}

/** What stays of an exchange when its crowd leaves. */
const remains = (core: Core, at: Timestamp) => {
  core.apply({ kind: 'crowd-clear', at, market: 1 })
  core.advance(Timestamp.add(at, 60_000_000))
  return { hash: core.stateHash(), matches: core.matches().length }
}

const cents = fc.integer({ min: 45, max: 55 }).map(value => value * 100)
const side = fc.constantFrom('bid', 'ask')
const row = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant('crowd-level' as const), side, cents, size: fc.integer({ min: 0, max: 20 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('crowd-print' as const), side, cents, size: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crowd-clear' as const), isDark: fc.boolean() }) },
)
const order = fc.record({
  kind: fc.constant('place' as const),
  account: fc.constantFrom('ann', 'bob'),
  outcome: fc.constantFrom('yes', 'no'),
  way: fc.constantFrom('buy', 'buy', 'sell'),
  cents,
  shares: fc.integer({ min: 2, max: 15 }),
  strategy: fc.constantFrom('LIMIT', 'LIMIT', 'MARKET'),
  isPostOnly: fc.boolean(),
  isFillOrKill: fc.boolean(),
})
const step = fc.oneof(
  { weight: 16, arbitrary: row },
  { weight: 4, arbitrary: order },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 2_000 }) }) },
)

describe('the log of a recorded crowd', () => {
  it.each([0, TAKER_DELAY_US])(
    'gives every order, match and balance back without the rows that no order met (taker delay %i us)',
    takerDelayUs => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 40, maxLength: 250 }), steps => {
          const live = session(takerDelayUs)
          const placed: OrderSpec[] = []
          let at = Timestamp.ofSeconds(1)
          for (const one of steps) {
            at = Timestamp.add(at, 1_000)
            if (one.kind === 'wait') at = Timestamp.add(at, one.ms * 1_000)
            else if (one.kind === 'crowd-clear') live.play({ kind: one.kind, at, market: 1, isDark: one.isDark })
            else if (one.kind === 'crowd-level' || one.kind === 'crowd-print') {
              const what = {
                at,
                market: 1,
                side: one.side,
                price: Price.of(one.cents),
                size: Size.of(one.size * 1_000_000),
              } as const
              live.play(
                one.kind === 'crowd-print' ? { kind: one.kind, ...what } : { kind: one.kind, ...what, cause: 'unexplained' },
              )
            } else if (one.kind === 'remove') {
              const picked = placed[one.pick]
              if (picked !== undefined) live.apply({ kind: 'remove', at, account: picked.account, hashes: [picked.hash] })
            } else {
              const isMarket = one.strategy === 'MARKET'
              const spec = orderOf(one.account, `${one.way} ${one.outcome} 0.${one.cents / 100} ${one.shares}`, {
                strategy: isMarket ? 'MARKET' : 'LIMIT',
                isPostOnly: !isMarket && one.isPostOnly,
                isFillOrKill: isMarket && one.isFillOrKill,
              })
              placed.push(spec)
              live.apply({ kind: 'place', at, order: spec })
            }
          }
          const copy = replayed(live.log, takerDelayUs)
          expect(remains(copy, at)).toEqual(remains(live.core, at))
        }),
        { numRuns: 150, seed: 11 },
      )
    },
  )

  it('keeps a thousand rows that no order met as the few that an order sees', () => {
    const live = session(0)
    const before = live.log.length
    for (let turn = 0; turn < 1_000; turn++) {
      const what = { at: Timestamp.ofSeconds(1 + turn), market: 1, cause: 'unexplained' } as const
      live.play({ kind: 'crowd-level', ...what, side: 'bid', price: Price.of(4_000 + (turn % 10) * 100), size: Size.of(turn) })
      live.play({ kind: 'crowd-level', ...what, side: 'ask', price: Price.of(6_000 + (turn % 10) * 100), size: Size.of(turn) })
    }
    expect(live.log.length - before).toBe(0)
    live.apply({ kind: 'place', at: Timestamp.ofSeconds(2_000), order: orderOf('ann', 'buy yes 0.4 5') })
    expect(live.log.slice(before).map(command => command.kind)).toEqual(['crowd-level', 'place'])
    live.apply({ kind: 'place', at: Timestamp.ofSeconds(2_000), order: orderOf('bob', 'buy yes 0.61 5', { isPostOnly: true }) })
    expect(live.log.slice(before + 2).map(command => command.kind)).toEqual(['crowd-level', 'crowd-level', 'place'])
    expect(live.rows()).toBe(2_001)
  })
})
