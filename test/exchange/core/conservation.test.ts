import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CoreAnswer, CoreCommand } from '../../../src/exchange/core/command.js'
import { type Core, createCore } from '../../../src/exchange/core/core.js'
import type { CoreEvent, Leg } from '../../../src/exchange/core/core-event.js'
import type { CoreOptions } from '../../../src/exchange/core/core-options.js'
import type { CoreState } from '../../../src/exchange/core/save-world.js'
import { checkBalance, holds } from './check-balance.js'
import { commandsOf, OPTIONS, type Step, step } from './random-history.js'
import { at, marketOf, type Untimed, wei } from './try-exchange.js'

const GROUP = [3, 4, 5]
const END = at(100_000)
/** What an hour pays in these histories, in millionths. */
const POOL = 60_000_000
const HOUR_US = 3_600_000_000

/** Where a step happens, and what befalls the exchange there. */
const twist = fc.record({
  market: fc.constantFrom(1, 1, 2, ...GROUP),
  event: fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('restart', 'restore', 'remove', 'propose', 'dispute', 'pause', 'halt', 'raise') },
  ),
})
type Twist = typeof twist extends fc.Arbitrary<infer T> ? T : never

/** How many steps after a pause or a halt the market opens again. */
const OPENS_AFTER = 5

interface History {
  readonly commands: readonly CoreCommand[]
  readonly restarts: ReadonlyMap<number, 'restart' | 'restore'>
}

/** The steps over five markets, three of them a group, with shares in all hands. */
function historyOf(steps: readonly Step[], twists: readonly Twist[]): History {
  const all = commandsOf(steps)
  const before = all.length - steps.length
  const commands: CoreCommand[] = all.slice(0, before)
  for (const id of GROUP)
    commands.push(
      { at: at(0), kind: 'market', market: marketOf({ id, group: 'race', feeRateBps: 200, resolvesTo: id === 3 ? 1 : null }) },
      ...['ann', 'bob', 'cat'].map(account => ({ at: at(0), kind: 'split', account, market: id, shares: wei('20') }) as const),
    )
  const restarts = new Map<number, 'restart' | 'restore'>()
  for (const [index, command] of all.slice(before).entries()) {
    const { market, event } = twists[index % twists.length]!
    if (event === 'restart' || event === 'restore') restarts.set(commands.length, event)
    else if (event !== null) commands.push(...EVENTS[event]!(market).map(one => ({ ...one, at: command.at })))
    commands.push(moved(command, market))
    if (index % CONVERTS_EVERY === 0) commands.push(...conversions(market).map(one => ({ ...one, at: command.at })))
    const opening = twists[index - OPENS_AFTER]
    if (opening?.event === 'pause')
      commands.push({ at: command.at, kind: 'status', market: opening.market, status: 'UNPAUSED' })
    if (opening?.event === 'halt') commands.push({ at: command.at, kind: 'trading', market: opening.market, status: 'OPEN' })
  }
  return { commands, restarts }
}

const EVENTS: Readonly<Record<string, (market: number) => readonly Untimed[]>> = {
  remove: market => [{ kind: 'status', market, status: 'REMOVED' }],
  propose: market => [{ kind: 'propose', market, yes: market === 4 ? 1 : 0 }],
  dispute: market => [
    { kind: 'propose', market, yes: 1 },
    { kind: 'dispute', market },
  ],
  pause: market => [{ kind: 'status', market, status: 'PAUSED' }],
  raise: market => [{ kind: 'nonce', account: market % 2 === 0 ? 'ann' : 'bob' }],
  halt: market => [{ kind: 'trading', market, status: 'MATCHING_NOT_ENABLED' }],
}

const CONVERTS_EVERY = 9

const conversions = (market: number): readonly Untimed[] => {
  const markets = GROUP.filter(id => id !== market)
  return ['ann', 'bob'].map(account => ({ kind: 'convert', account, group: 'race', markets, shares: wei('3.5') }) as const)
}

const moved = (command: CoreCommand, market: number): CoreCommand => {
  if (command.kind === 'place') return { ...command, order: { ...command.order, market } }
  return 'market' in command && command.kind !== 'market' ? { ...command, market } : command
}

/** Follows the events, and asserts that no account trades that may not. */
class Witness {
  readonly ended = new Map<number, string>()
  readonly #closed = new Set<number>()
  readonly seen = new Set<string>()

  see(event: CoreEvent): void {
    if (event.kind === 'ended') {
      expect(this.ended.has(event.order.id), `order ${event.order.id} ends once`).toBe(false)
      this.ended.set(event.order.id, event.status)
      this.seen.add(`${event.status} ${event.why}`)
    } else if (event.kind === 'trading') {
      if (event.status === 'OPEN') this.#closed.delete(event.market)
      else this.#closed.add(event.market)
    } else if (event.kind === 'status') this.seen.add(event.status)
    else if (event.kind === 'converted') this.seen.add('converted')
    else if (event.kind === 'matched') this.#match(event.match.market, event.at, legsOf(event.match))
    else if (event.kind === 'settled')
      for (const { order } of legsOf(event.match)) expect(this.ended.get(order.id)).not.toBe('INVALIDATED')
  }

  #match(market: number, now: number, legs: readonly Leg[]): void {
    expect(this.#closed.has(market), `market ${market} trades at ${now}`).toBe(false)
    for (const { order } of legs) {
      if (order.id === 0) continue
      expect(this.ended.get(order.id), `order ${order.id} trades at ${now}`).toBeUndefined()
      expect(order.spec.expiresAt).toBeGreaterThan(now)
      expect(order.matched <= order.spec.shares).toBe(true)
    }
  }
}

const legsOf = ({ taker, makers }: { readonly taker: Leg | null; readonly makers: readonly Leg[] }): readonly Leg[] =>
  taker === null ? makers : [taker, ...makers]

/** Exactly one Yes; or all were taken out. */
function checkGroup(core: Core): void {
  const markets = GROUP.flatMap(id => core.market(id) ?? [])
  const results = markets.map(market => market.result)
  const winners = results.filter(result => result === 1).length
  holds(winners <= 1, () => `${winners} markets of a group won`)
  if (results.includes(null) || markets.every(market => market.status === 'REMOVED')) return
  holds(winners === 1, () => `${winners} markets of a decided group won`)
}

/** Each payday of a market whose rewards have begun pays its pool at most. */
function checkPoints(core: Core, begun: ReadonlyMap<number, number>, everyUs: number): void {
  let bound = 0
  for (const since of begun.values())
    bound += (Math.floor(core.now / everyUs) - Math.floor(since / everyUs)) * Math.floor(POOL / (HOUR_US / everyUs))
  let points = 0
  for (const { microPoints } of core.accounts()) {
    holds(Number.isSafeInteger(microPoints) && microPoints >= 0, () => `${microPoints} points`)
    points += microPoints
  }
  holds(points <= bound, () => `${points} points of a pool of ${bound}`)
}

/** As a server keeps a log: what was refused, or removed nothing, is not in it. */
const isKept = (answer: CoreAnswer): boolean =>
  answer.kind === 'removal' ? answer.removed.length > 0 : answer.kind !== 'refused'

interface Lived {
  readonly core: Core
  readonly log: readonly CoreCommand[]
  readonly witness: Witness
}

function live({ commands, restarts }: History, options: CoreOptions): Lived {
  const witness = new Witness()
  const log: CoreCommand[] = []
  const begun = new Map<number, number>()
  const everyUs = options.rewardEveryUs ?? 60_000_000
  let core = createCore(options)
  const check = (): void => {
    for (const event of core.drain()) witness.see(event)
    checkBalance(core)
    checkGroup(core)
    checkPoints(core, begun, everyUs)
  }
  for (const [index, command] of commands.entries()) {
    const restart = restarts.get(index)
    if (restart !== undefined) core = restart === 'restore' ? restored(core, options) : replayed(log, options, core)
    const answer = core.apply(command)
    if (isKept(answer)) log.push(command)
    if (command.kind === 'rewards' && answer.kind === 'done' && !begun.has(command.market))
      begun.set(command.market, command.at)
    check()
  }
  core.advance(END)
  check()
  return { core, log, witness }
}

const restored = (core: Core, options: CoreOptions): Core =>
  createCore(options, deserialize(serialize(core.save())) as CoreState)

const replayed = (log: readonly CoreCommand[], options: CoreOptions, like: Core): Core => {
  const core = createCore(options)
  for (const command of log) core.apply(command)
  core.advance(like.now)
  core.drain()
  expect(core.stateHash()).toBe(like.stateHash())
  return core
}

const histories = fc
  .tuple(fc.array(step, { minLength: 20, maxLength: 90 }), fc.array(twist, { minLength: 90, maxLength: 90 }))
  .map(([steps, twists]) => historyOf(steps, twists))

describe('the exchange over its whole life', () => {
  for (const [index, options] of OPTIONS.entries())
    it(`keeps every coin, ends orders for good, gives a group one Yes and points from the pool alone (options ${index})`, () => {
      fc.assert(
        fc.property(histories, history => {
          const { core, log } = live(history, options)
          replayed(log, options, core)
        }),
        { numRuns: 25, interruptAfterTimeLimit: 40_000 },
      )
    })

  it('is led by these histories through all its states', () => {
    const seen = new Set<string>()
    let points = 0
    for (const history of fc.sample(histories, { numRuns: 60, seed: 3 })) {
      const { core, witness } = live(history, { ...OPTIONS[2], settles: match => match % 4 !== 0 })
      for (const what of witness.seen) seen.add(what)
      for (const match of core.matches()) for (const { order } of legsOf(match)) seen.add(`${match.state}, ${order.status}`)
      for (const { microPoints } of core.accounts()) points += microPoints
    }
    for (const status of ['PRICE_PROPOSED', 'PRICE_DISPUTED', 'RESOLVED', 'PAUSED', 'UNPAUSED', 'REMOVED'])
      expect(seen).toContain(status)
    for (const end of ['FILLED filled', 'CANCELLED removed', 'EXPIRED expired', 'INVALIDATED nonce', 'CANCELLED market-closed'])
      expect(seen).toContain(end)
    for (const fate of ['settled, FILLED', 'settled, CANCELLED', 'failed, INVALIDATED', 'failed, EXPIRED'])
      expect(seen).toContain(fate)
    expect(seen).toContain('converted')
    expect(points).toBeGreaterThan(0)
  })
})
