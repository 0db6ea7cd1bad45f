import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CoreCommand } from '../../../src/exchange/core/command.js'
import { type Core, type CoreOptions, createCore } from '../../../src/exchange/core/core.js'
import type { CoreEvent } from '../../../src/exchange/core/core-event.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { at, marketOf, orderOf, wei } from './try-exchange.js'

const SECOND = 1_000_000
const account = fc.constantFrom('ann', 'bob', 'cat', 'crowd-1')
const market = fc.constantFrom(1, 2)
const price = fc.oneof(fc.integer({ min: 45, max: 55 }), fc.integer({ min: 1, max: 99 }))
const side = fc.constantFrom('bid' as const, 'ask' as const)

const place = fc.record({
  kind: fc.constant('place' as const),
  account,
  market,
  words: fc.tuple(fc.constantFrom('buy', 'sell'), fc.constantFrom('yes', 'no'), price, fc.integer({ min: 1, max: 400 })),
  life: fc.integer({ min: 1, max: 20 }),
  strategy: fc.constantFrom('LIMIT' as const, 'LIMIT' as const, 'LIMIT' as const, 'MARKET' as const),
  budget: fc.constantFrom(null, null, 5, 17),
  isPostOnly: fc.boolean(),
  isFillOrKill: fc.constantFrom(false, false, false, true),
  selfTradePrevention: fc.constantFrom('cancel-maker' as const, 'cancel-taker' as const, 'cancel-both' as const),
})
const rare = fc.oneof(
  fc.record({ kind: fc.constant('remove' as const), account, pick: fc.nat() }),
  fc.record({ kind: fc.constant('nonce' as const), account }),
  fc.record({ kind: fc.constant('approve' as const), account, cash: fc.boolean(), shares: fc.boolean() }),
  fc.record({ kind: fc.constant('fund' as const), account, cash: fc.integer({ min: -50, max: 50 }) }),
  fc.record({ kind: fc.constant('resolve' as const), market, yes: fc.constantFrom(0 as const, 0.5 as const, 1 as const) }),
  fc.record({
    kind: fc.constant('trading' as const),
    market,
    status: fc.constantFrom('CANCEL_ONLY' as const, 'OPEN' as const),
  }),
)
const crowd = fc.oneof(
  fc.record({
    kind: fc.constant('crowd-level' as const),
    market,
    side,
    price,
    size: fc.integer({ min: 0, max: 200 }),
    cause: fc.constantFrom('added' as const, 'traded' as const, 'removed' as const, 'unexplained' as const),
  }),
  fc.record({ kind: fc.constant('crowd-print' as const), market, side, price, size: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ kind: fc.constant('crowd-clear' as const), market }),
)
const step = fc.tuple(
  fc.integer({ min: 0, max: 4 }),
  fc.oneof({ weight: 12, arbitrary: place }, { weight: 1, arbitrary: rare }),
)
const crowdStep = fc.tuple(
  fc.integer({ min: 0, max: 4 }),
  fc.oneof({ weight: 6, arbitrary: place }, { weight: 6, arbitrary: crowd }),
)

type Step = readonly [
  number,
  (
    | (typeof place extends fc.Arbitrary<infer T> ? T : never)
    | (typeof rare extends fc.Arbitrary<infer T> ? T : never)
    | (typeof crowd extends fc.Arbitrary<infer T> ? T : never)
  ),
]

/** Commands that do not depend on the exchange's answers, so that every run gets the same. */
function commandsOf(steps: readonly Step[]): CoreCommand[] {
  const commands: CoreCommand[] = [
    { at: at(0), kind: 'market', market: marketOf({ feeRateBps: 173 }) },
    { at: at(0), kind: 'market', market: marketOf({ id: 2, tick: Price.of(10), endsAt: at(60), resolvesTo: 0.5 }) },
  ]
  for (const account of ['ann', 'bob', 'cat', 'crowd-1'])
    commands.push(
      { at: at(0), kind: 'fund', account, cash: wei('300') },
      { at: at(0), kind: 'approve', account, cash: true, shares: true },
    )
  // Everybody starts with shares, so that there are sells from the first step.
  for (const market of [1, 2]) {
    const pairs = [
      ['ann', 'yes', 'bob', 'no'],
      ['cat', 'no', 'crowd-1', 'yes'],
    ] as const
    for (const [a, outcomeA, b, outcomeB] of pairs)
      for (const [account, outcome] of [
        [a, outcomeA],
        [b, outcomeB],
      ] as const)
        commands.push({
          at: at(0),
          kind: 'place',
          order: orderOf(account, `buy ${outcome} 0.50 80`, { market, hash: `${account}${market}`, expiresAt: at(1) }),
        })
  }
  const hashes: string[] = []
  let now = 0
  for (const [seconds, what] of steps) {
    now += seconds
    commands.push(commandOf(what, at(now), hashes))
  }
  return commands
}

function commandOf(what: Step[1], now: Timestamp, hashes: string[]): CoreCommand {
  switch (what.kind) {
    case 'place': {
      const [side, outcome, cents, tenths] = what.words
      const changes = { ...what, hash: `h${hashes.length}`, expiresAt: Timestamp.add(now, what.life * SECOND) }
      const isBudgeted = what.strategy === 'MARKET' && side === 'buy' && what.budget !== null
      const budget = isBudgeted ? wei(`${what.budget}.123456789`) : null
      hashes.push(changes.hash)
      const words = `${side} ${outcome} ${(cents / 100).toFixed(2)} ${tenths / 10}`
      return { at: now, kind: 'place', order: orderOf(what.account, words, { ...changes, budget }) }
    }
    case 'remove':
      return {
        at: now,
        kind: 'remove',
        account: what.account,
        hashes: hashes.filter((_, index) => index % 5 === what.pick % 5),
      }
    case 'fund':
      return { at: now, kind: 'fund', account: what.account, cash: Wei.of(BigInt(what.cash) * 10n ** 18n) }
    case 'crowd-level':
    case 'crowd-print':
      return { ...what, at: now, price: Price.of(what.price * 100), size: Size.of(what.size * 100_000) }
    default:
      return { ...what, at: now }
  }
}

const OPTIONS: readonly CoreOptions[] = [
  {},
  { settlementUs: 3 * SECOND, settles: match => match % 3 !== 0, resolveAfterUs: SECOND },
  { settlementUs: match => (match % 4) * SECOND, takerDelayUs: 2 * SECOND },
]

/** Every coin is somewhere, pairs are pairs, nobody owes, and what is reserved is what orders and matches say. */
function checkBalance(core: Core): void {
  let cash = 0n
  const shares = new Map<number, { yes: bigint; no: bigint }>()
  for (const account of core.accounts()) {
    cash += account.cash
    expect(account.reservedCash >= 0n && account.cash >= account.reservedCash, `cash of ${account.id}`).toBe(true)
    for (const [id, held] of account.holdings) {
      const sum = shares.get(id) ?? { yes: 0n, no: 0n }
      shares.set(id, { yes: sum.yes + held.yes, no: sum.no + held.no })
      expect(held.reservedYes >= 0n && held.yes >= held.reservedYes, `YES of ${account.id}`).toBe(true)
      expect(held.reservedNo >= 0n && held.no >= held.reservedNo, `NO of ${account.id}`).toBe(true)
    }
  }
  for (const market of core.markets()) {
    cash += market.locked
    const { yes, no } = shares.get(market.spec.id) ?? { yes: 0n, no: 0n }
    if (market.result === null) expect([yes, no]).toEqual([market.locked, market.locked])
    else expect(market.locked >= 0n).toBe(true)
  }
  expect(cash).toBe(core.supply)
  checkReserved(core)
}

/** What each account holds for orders and matches, per thing held: 'cash', or market and outcome. */
function checkReserved(core: Core): void {
  for (const account of core.accounts()) {
    const expected = new Map<string, bigint>()
    const add = (key: string, amount: bigint): unknown => expected.set(key, (expected.get(key) ?? 0n) + amount)
    for (const { spec, isResting, matched } of core.openOrdersOf(account.id)) {
      if (!isResting && matched > 0n) continue
      if (spec.side === 'buy') add('cash', spec.budget ?? (spec.limit * (spec.shares - matched)) / 10n ** 18n)
      else add(`${spec.market} ${spec.outcome}`, spec.shares - matched)
    }
    for (const market of core.markets())
      for (const match of core.pending(market.spec.id))
        for (const leg of [match.taker, ...match.makers]) {
          if (leg === null || leg.order.id === 0 || leg.order.spec.account !== account.id) continue
          if (leg.side === 'buy') add('cash', leg.value)
          else add(`${market.spec.id} ${leg.outcome}`, leg.shares)
        }
    const found = new Map<string, bigint>([['cash', account.reservedCash]])
    for (const [id, held] of account.holdings) found.set(`${id} yes`, held.reservedYes).set(`${id} no`, held.reservedNo)
    for (const key of new Set([...expected.keys(), ...found.keys()]))
      expect(found.get(key) ?? 0n, `${key} reserved by ${account.id}`).toBe(expected.get(key) ?? 0n)
  }
}

const inWords = (event: CoreEvent): string => {
  const what =
    event.kind === 'accepted' || event.kind === 'ended' ? event.order.id : 'match' in event ? event.match.id : event.market
  return `${event.at} ${event.kind} ${what}`
}

describe('the exchange, whatever happens', () => {
  it('is driven through every kind of match by these commands', () => {
    const kinds = new Set<string>()
    for (const steps of fc.sample(fc.array(step, { minLength: 60, maxLength: 80 }), { numRuns: 40, seed: 1 })) {
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
    it(`conserves cash and shares to the wei and lets nobody owe (options ${index})`, () => {
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

  it('never leaves the book crossed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), steps => {
        const core = createCore({ takerDelayUs: SECOND })
        for (const command of commandsOf(steps)) {
          core.apply(command)
          for (const market of [1, 2]) {
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
