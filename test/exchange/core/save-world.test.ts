import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CoreCommand } from '../../../src/exchange/core/command.js'
import { type Core, createCore } from '../../../src/exchange/core/core.js'
import type { CoreOptions } from '../../../src/exchange/core/core-options.js'
import { optimistic, probabilistic } from '../../../src/exchange/core/fill-models.js'
import type { CoreState } from '../../../src/exchange/core/save-world.js'
import { checkBalance } from './check-balance.js'
import { commandsOf, crowdStep, OPTIONS, step } from './random-history.js'
import { at, tryExchange } from './try-exchange.js'

/** As a snapshot does it: bytes, and back. */
const copied = (core: Core): CoreState => {
  core.drain()
  return deserialize(serialize(core.save())) as CoreState
}

const END = at(100_000)

/** Everything that can be asked of a core. */
const reads = (core: Core, commands: readonly CoreCommand[]) => ({
  hash: core.stateHash(),
  now: core.now,
  supply: core.supply,
  due: core.nextDue(),
  accounts: [...core.accounts()].map(({ id, cash, reservedCash, nonces, microPoints, feeDiscountBps, holdings }) => ({
    ...{ id, cash, reservedCash, nonces, microPoints, feeDiscountBps, holdings },
    orders: core.ordersOf(id),
    open: core.openOrdersOf(id).map(order => order.id),
    points: core.points(id),
  })),
  markets: [...core.markets()].map(
    ({ spec, tick, trading, status, proposed, resolvesAt, result, locked, version, changedAt }) => ({
      ...{ spec, tick, trading, status, proposed, resolvesAt, result, locked, version, changedAt },
      bids: core.levels(spec.id, 'bid'),
      asks: core.levels(spec.id, 'ask'),
      pending: core.pending(spec.id),
      pool: core.rewardPool(spec.id),
    }),
  ),
  orders: commands.flatMap(command => {
    const order = command.kind === 'place' ? core.order(command.order.hash) : null
    return order === null ? [] : [{ ...order, rate: core.rewardRate(order.id), isSame: core.orderById(order.id) === order }]
  }),
  matches: core.matches(),
})

const MODELS: CoreOptions['fillModel'] = account => (account === 'ann' ? optimistic : probabilistic)

describe('a core that goes on where another was saved', () => {
  for (const [index, options] of [
    ...OPTIONS,
    { ...OPTIONS[2], fillModel: MODELS, matchesKept: 5, walletMatchesKept: 3, ordersKept: 2 },
  ].entries())
    it(`answers and does all that the other would have, from any moment on (options ${index})`, () => {
      fc.assert(
        fc.property(fc.array(fc.oneof(step, crowdStep), { minLength: 10, maxLength: 90 }), fc.nat(), (steps, pick) => {
          const commands = commandsOf(steps)
          const moment = pick % (commands.length + 1)
          const whole = createCore(options)
          for (const command of commands.slice(0, moment)) whole.apply(command)
          const again = createCore(options, copied(whole))
          expect(reads(again, commands)).toEqual(reads(whole, commands))
          for (const command of commands.slice(moment)) {
            expect(again.apply(command)).toEqual(whole.apply(command))
          }
          expect(reads(again, commands)).toEqual(reads(whole, commands))
          for (const core of [again, whole]) core.advance(END)
          expect(reads(again, commands)).toEqual(reads(whole, commands))
          expect(again.drain()).toEqual(whole.drain())
        }),
        { numRuns: 25 },
      )
    })

  it('conserves cash and shares over restarts at any moments', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 20, maxLength: 80 }),
        fc.array(fc.nat(100), { maxLength: 5 }),
        (steps, moments) => {
          let core = createCore(OPTIONS[1])
          for (const [index, command] of commandsOf(steps).entries()) {
            if (moments.includes(index)) core = createCore(OPTIONS[1], copied(core))
            core.apply(command)
            checkBalance(core)
          }
          core = createCore(OPTIONS[1], copied(core))
          core.advance(END)
          checkBalance(core)
        },
      ),
      { numRuns: 20 },
    )
  })

  it('reads the one approval and the one nonce that an earlier version saved as those of every contract', () => {
    const exchange = tryExchange()
    exchange.do({ kind: 'approve', account: 'bob', cash: true, shares: false })
    exchange.do({ kind: 'approve', account: 'cat', cash: false, shares: false })
    exchange.do({ kind: 'nonce', account: 'ann' })
    const state = copied(exchange.core)
    const accounts = state.accounts.map(({ cashApprovals, sharesApprovals, nonces, ...account }) => ({
      ...account,
      isCashApproved: cashApprovals !== 0,
      isSharesApproved: sharesApprovals !== 0,
      nonce: nonces.plain,
    }))
    const again = createCore({}, { ...state, accounts: accounts as unknown as CoreState['accounts'] })
    expect(again.stateHash()).toBe(exchange.core.stateHash())
    expect(again.account('ann')?.nonces).toEqual({ plain: 1, negRisk: 1, yieldBearing: 1, yieldBearingNegRisk: 1 })
  })

  it('is drained before it is saved', () => {
    const exchange = tryExchange()
    exchange.place('ann', 'buy yes 0.40 10')
    expect(() => exchange.core.save()).toThrow('drained')
  })

  it('has one object of an order for its hash, its number, its account and its matches', () => {
    const exchange = tryExchange({ settlementUs: 5_000_000 })
    const { core } = exchange
    const { hash } = exchange.place('ann', 'buy yes 0.40 10')
    exchange.place('bob', 'buy no 0.60 4')
    const again = createCore({ settlementUs: 5_000_000 }, copied(core))
    const order = again.order(hash)
    expect(again.orderById(order?.id ?? 0)).toBe(order)
    expect(again.ordersOf('ann')[0]).toBe(order)
    expect(again.matches()[0]?.makers[0]?.order).toBe(order)
    expect(again.pending(1)[0]).toBe(again.matches()[0])
    again.advance(at(100))
    expect(order?.settled).toBe(4n * 10n ** 18n)
  })

  it('keeps the order that came first at a price in front', () => {
    const exchange = tryExchange()
    const { core } = exchange
    const first = exchange.place('ann', 'buy yes 0.40 10').hash
    const middle = exchange.place('bob', 'buy yes 0.40 10').hash
    exchange.place('cat', 'buy yes 0.40 10')
    core.apply({ kind: 'remove', at: at(0), account: 'ann', hashes: [first] })
    const later = exchange.place('ann', 'buy yes 0.40 10').hash
    const again = createCore({}, copied(core))
    exchange.place('cat', 'buy no 0.60 10')
    again.apply({ kind: 'place', at: at(0), order: core.matches()[0]!.taker!.order.spec })
    for (const one of [core, again]) expect([one.order(middle)?.status, one.order(later)?.status]).toEqual(['FILLED', 'OPEN'])
    expect(again.stateHash()).toBe(core.stateHash())
  })
})
