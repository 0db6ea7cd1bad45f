import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CoreCommand } from '../../../src/exchange/core/command.js'
import { type Core, createCore } from '../../../src/exchange/core/core.js'
import type { CoreEvent } from '../../../src/exchange/core/core-event.js'
import { commandsOf, crowdStep, OPTIONS, step } from './random-history.js'

const LEFT_OUT: ReadonlySet<CoreEvent['kind']> = new Set(['accepted', 'submitted'])

/** Does a command through the doors where it has one. */
function throughDoors(core: Core, command: CoreCommand): unknown {
  if (command.kind === 'place') return core.trade.place(command.at, command.order)
  if (command.kind !== 'remove' || command.hashes.length !== 1) return core.apply(command)
  const [hash = ''] = command.hashes
  const lists = { removed: [] as string[], noop: [] as string[], rejected: [] as string[] }
  lists[core.trade.remove(command.at, command.account, hash)].push(hash)
  return { kind: 'removal', ...lists }
}

/** What a core tells of a command, in plain words: events first, then the books that changed. */
function toldBy(core: Core): unknown[] {
  const told: unknown[] = []
  core.tell(event => told.push(structuredClone(event)))
  core.tellBooks((market, orders) => told.push([market.spec.id, market.changedAt, orders.best(0), orders.best(1)]))
  return told
}

function drainedFrom(core: Core): unknown[] {
  const events = core.drain()
  const books = events
    .flatMap(event => (event.kind === 'book' ? [event] : []))
    .sort((a, b) => a.market - b.market)
    .map(({ at, market }) => [market, at, core.resting(market)?.best(0), core.resting(market)?.best(1)])
  const heard = events.filter(({ kind }) => kind !== 'book' && !LEFT_OUT.has(kind))
  return [...heard.map(event => structuredClone(event)), ...books]
}

describe('the door without command objects', () => {
  it('answers, tells and ends as commands do, but for what a terse exchange leaves out', () => {
    fc.assert(
      fc.property(fc.constantFrom(...OPTIONS), fc.array(fc.oneof(step, crowdStep), { maxLength: 60 }), (options, steps) => {
        const slow = createCore(options)
        const quick = createCore({ ...options, isTerse: true })
        for (const command of commandsOf(steps)) {
          expect(throughDoors(quick, command)).toEqual(slow.apply(command))
          expect(toldBy(quick)).toEqual(drainedFrom(slow))
          expect(quick.hasNews).toBe(false)
        }
        expect(quick.stateHash()).toBe(slow.stateHash())
      }),
      { numRuns: 60, seed: 3 },
    )
  })
})
