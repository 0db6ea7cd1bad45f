import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CoreCommand } from '../../../src/exchange/core/command.js'
import { createCore } from '../../../src/exchange/core/core.js'
import type { CoreEvent } from '../../../src/exchange/core/core-event.js'
import { Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { checkBalance } from './check-balance.js'
import { commandsOf, crowdStep, OPTIONS, SECOND, step } from './random-history.js'
import { at } from './try-exchange.js'

const inWords = (event: CoreEvent): string => {
  const what =
    event.kind === 'accepted' || event.kind === 'ended'
      ? event.order.id
      : 'match' in event
        ? event.match.id
        : 'market' in event
          ? event.market
          : event.given.join()
  return `${event.at} ${event.kind} ${what}`
}

describe('the exchange, whatever happens', () => {
  it('is driven through every kind of match by these commands', () => {
    const kinds = new Set<string>()
    for (const steps of fc.sample(fc.array(step, { minLength: 60, maxLength: 80 }), { numRuns: 80, seed: 1 })) {
      const core = createCore(OPTIONS[1])
      for (const command of commandsOf(steps)) core.apply(command)
      core.advance(at(100_000))
      for (const { taker, makers, state } of core.matches())
        for (const maker of makers) kinds.add(`${taker?.side} meets ${maker.side}, ${state}`)
      for (const event of core.drain()) if (event.kind === 'ended') kinds.add(`${event.status} ${event.why}`)
    }
    for (const pair of ['buy meets buy', 'buy meets sell', 'sell meets buy', 'sell meets sell'])
      for (const state of ['settled', 'failed']) expect(kinds).toContain(`${pair}, ${state}`)
    for (const why of ['post-only', 'self-trade', 'no-match', 'removed', 'market-closed'])
      expect(kinds).toContain(`CANCELLED ${why}`)
    for (const end of ['FILLED filled', 'EXPIRED expired', 'INVALIDATED settlement-failed', 'INVALIDATED nonce'])
      expect(kinds).toContain(end)
  })

  for (const [index, options] of OPTIONS.entries()) {
    it(`conserves cash and shares to the wei and lets no account owe (options ${index})`, () => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), steps => {
          const core = createCore(options)
          for (const command of commandsOf(steps)) {
            core.apply(command)
            checkBalance(core)
          }
          core.advance(at(100_000))
          checkBalance(core)
        }),
        { numRuns: 30 },
      )
    })

    it(`does not depend on how often it is asked the time (options ${index})`, () => {
      fc.assert(
        fc.property(
          fc.array(fc.oneof(step, crowdStep), { maxLength: 60 }),
          fc.infiniteStream(fc.integer({ min: 1, max: 3 * SECOND })),
          (steps, strides) => {
            const calm = createCore(options)
            const busy = createCore(options)
            const events: [string[], string[]] = [[], []]
            for (const command of commandsOf(steps)) {
              calm.apply(command)
              for (let now = busy.now + (strides.next().value ?? 1); now <= command.at; now += strides.next().value ?? 1)
                busy.advance(Timestamp.of(now))
              busy.apply(command)
              events[1].push(
                ...busy
                  .drain()
                  .filter(event => event.kind !== 'book')
                  .map(inWords),
              )
            }
            calm.advance(at(100_000))
            busy.advance(at(100_000))
            events[0].push(
              ...calm
                .drain()
                .filter(event => event.kind !== 'book')
                .map(inWords),
            )
            events[1].push(
              ...busy
                .drain()
                .filter(event => event.kind !== 'book')
                .map(inWords),
            )
            expect(events[1]).toEqual(events[0])
            expect(busy.stateHash()).toBe(calm.stateHash())
          },
        ),
        { numRuns: 30 },
      )
    })
  }

  it('conserves with the recorded crowd as everyone else', () => {
    fc.assert(
      fc.property(fc.array(crowdStep, { minLength: 20, maxLength: 80 }), steps => {
        const core = createCore(OPTIONS[1])
        for (const command of commandsOf(steps)) {
          core.apply(command)
          checkBalance(core)
        }
        core.advance(at(100_000))
        checkBalance(core)
      }),
      { numRuns: 30 },
    )
  })

  it('never leaves the book of a market that trades crossed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), steps => {
        const core = createCore({ takerDelayUs: SECOND })
        for (const command of commandsOf(steps)) {
          core.apply(command)
          for (const market of [1, 2]) {
            if (core.market(market)?.trading !== 'OPEN') continue
            const [bid] = core.levels(market, 'bid', 1)
            const [ask] = core.levels(market, 'ask', 1)
            if (bid !== undefined && ask !== undefined) expect(bid.price).toBeLessThan(ask.price)
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  it('comes to the same fingerprint from the same commands, and to another from others', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(step, crowdStep), { maxLength: 60 }), steps => {
        const hashOf = (commands: readonly CoreCommand[]): string => {
          const core = createCore(OPTIONS[1])
          for (const command of commands) core.apply(command)
          return core.stateHash()
        }
        const commands = commandsOf(steps)
        const hash = hashOf(commands)
        expect(hashOf(commands)).toBe(hash)
        const more: CoreCommand = { at: at(1_000), kind: 'fund', account: 'ann', cash: Wei.of(1n) }
        expect(hashOf([...commands, more])).not.toBe(hash)
      }),
      { numRuns: 40 },
    )
  })
})
