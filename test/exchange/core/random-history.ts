import fc from 'fast-check'
import type { CoreCommand, RewardTerms } from '../../../src/exchange/core/command.js'
import type { CoreOptions } from '../../../src/exchange/core/core-options.js'
import { Price, Size, Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { at, marketOf, orderOf, wei } from './try-exchange.js'

export const SECOND = 1_000_000
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
const remove = fc.record({ kind: fc.constant('remove' as const), account, pick: fc.nat() })
const yes = fc.constantFrom(0 as const, 0.5 as const, 1 as const)
const ending = fc.oneof(
  fc.record({ kind: fc.constant('resolve' as const), market, yes }),
  fc.record({ kind: fc.constant('propose' as const), market, yes }),
  fc.record({ kind: fc.constant('end' as const), market, inSeconds: fc.integer({ min: 5, max: 60 }) }),
)
const trading = fc.constantFrom('CANCEL_ONLY' as const, 'MATCHING_NOT_ENABLED' as const, 'OPEN' as const, 'OPEN' as const)
const rare = fc.oneof(
  fc.record({ kind: fc.constant('nonce' as const), account }),
  fc.record({ kind: fc.constant('approve' as const), account, cash: fc.boolean(), shares: fc.boolean() }),
  fc.record({ kind: fc.constant('fund' as const), account, cash: fc.integer({ min: -50, max: 50 }) }),
  fc.record({ kind: fc.constant('trading' as const), market, status: trading }),
  fc.record({
    kind: fc.constantFrom('split' as const, 'merge' as const),
    account,
    market,
    pairs: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({
    kind: fc.constant('redeem' as const),
    account,
    market,
    yes: fc.integer({ min: 0, max: 20 }),
    no: fc.integer({ min: 0, max: 20 }),
  }),
  fc.record({ kind: fc.constant('dispute' as const), market }),
  fc.record({ kind: fc.constant('status' as const), market, status: fc.constantFrom('PAUSED' as const, 'UNPAUSED' as const) }),
  fc.record({ kind: fc.constant('discount' as const), account, bps: fc.integer({ min: 0, max: 10_000 }) }),
  fc.record({ kind: fc.constant('rewards' as const), market }),
  fc.record({
    kind: fc.constant('settling' as const),
    delayUs: fc.constantFrom(null, 0, 5 * SECOND),
    fails: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ kind: fc.constant('retire' as const), account }),
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
/** A moment later, something a wallet or an operator does. */
export const step = fc.tuple(
  fc.integer({ min: 0, max: 4 }),
  fc.oneof(
    { weight: 36, arbitrary: place },
    { weight: 2, arbitrary: remove },
    { weight: 3, arbitrary: rare },
    { weight: 1, arbitrary: ending },
  ),
)
/** The same among a recorded crowd. */
export const crowdStep = fc.tuple(
  fc.integer({ min: 0, max: 4 }),
  fc.oneof({ weight: 6, arbitrary: place }, { weight: 6, arbitrary: crowd }),
)

export type Step = readonly [
  number,
  (
    | (typeof place extends fc.Arbitrary<infer T> ? T : never)
    | (typeof remove extends fc.Arbitrary<infer T> ? T : never)
    | (typeof ending extends fc.Arbitrary<infer T> ? T : never)
    | (typeof rare extends fc.Arbitrary<infer T> ? T : never)
    | (typeof crowd extends fc.Arbitrary<infer T> ? T : never)
  ),
]

/** Commands that do not depend on the exchange's answers, so that every run gets the same. */
export function commandsOf(steps: readonly Step[]): CoreCommand[] {
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
    case 'split':
    case 'merge':
      return { at: now, kind: what.kind, account: what.account, market: what.market, shares: wei(`${what.pairs}.5`) }
    case 'redeem':
      return {
        at: now,
        kind: 'redeem',
        account: what.account,
        market: what.market,
        yes: Wei.of(BigInt(what.yes) * 10n ** 17n + 1n),
        no: Wei.of(BigInt(what.no) * 10n ** 17n),
      }
    case 'end':
      return { at: now, kind: 'end', market: what.market, endsAt: Timestamp.add(now, what.inSeconds * SECOND) }
    case 'rewards':
      return { at: now, kind: 'rewards', market: what.market, ...rewardsFrom(now) }
    case 'crowd-level':
    case 'crowd-print':
      return { ...what, at: now, price: Price.of(what.price * 100), size: Size.of(what.size * 100_000) }
    default:
      return { ...what, at: now }
  }
}

/** A pool for an hour, with a band that most orders are in. */
const rewardsFrom = (from: Timestamp): RewardTerms => ({
  spreadThreshold: 0.3,
  shareThreshold: 2,
  schedule: [{ from, to: Timestamp.add(from, 3_600 * SECOND), microPointsPerHour: 60_000_000 }],
})

/** Rules that make different things happen. */
export const OPTIONS: readonly CoreOptions[] = [
  {},
  { settlementUs: 3 * SECOND, settles: match => match % 3 !== 0, resolveAfterUs: SECOND },
  { settlementUs: match => (match % 4) * SECOND, takerDelayUs: SECOND / 2, submitUs: SECOND, rewardEveryUs: 2 * SECOND },
  {
    settlementUs: 4 * SECOND,
    settles: match => match % 5 !== 0,
    resolveAfterUs: SECOND,
    paysAtResult: false,
    convertFeeBps: 137,
  },
]
