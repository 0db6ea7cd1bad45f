import { describe, expect, it } from 'vitest'
import type { RewardTerms } from '../../../src/exchange/core/command.js'
import type { CoreOptions } from '../../../src/exchange/core/core-options.js'
import { Price, Size } from '../../../src/model/money.js'
import { at, marketOf, type TryExchange, tryExchange, wei } from './try-exchange.js'

/** 6,000 points an hour: 100 a minute. */
const terms = (changes: Partial<RewardTerms> = {}): RewardTerms => ({
  spreadThreshold: 0.06,
  shareThreshold: 100,
  schedule: [{ from: at(0), to: at(3_600), microPointsPerHour: 6_000_000_000 }],
  ...changes,
})
const paying = (changes: Partial<RewardTerms> = {}, options: CoreOptions = {}): TryExchange =>
  tryExchange(options, { rewards: terms(changes) })
const quote = (exchange: TryExchange, account: string, bid: string, ask: string, shares = 100) => [
  exchange.place(account, `buy yes ${bid} ${shares}`),
  exchange.place(account, `buy no ${ask} ${shares}`),
]
const points = ({ core }: TryExchange) => ['ann', 'bob', 'cat'].map(account => core.points(account))

describe('points', () => {
  it('are paid each whole minute to who rests near the middle, by weight', () => {
    const exchange = paying()
    quote(exchange, 'ann', '0.49', '0.49')
    exchange.place('bob', 'buy yes 0.49 300')
    exchange.wait(59)
    expect(points(exchange)).toEqual([0, 0, 0])
    exchange.wait(60)
    expect(points(exchange)).toEqual([50, 50, 0])
    exchange.wait(3_600)
    expect(points(exchange)).toEqual([3_000, 3_000, 0])
    expect(exchange.core.nextDue()).toBe(at(1_000_000))
    exchange.wait(7_200)
    expect(points(exchange)).toEqual([3_000, 3_000, 0])
  })

  it('are told as a rate an hour on each order', () => {
    const exchange = paying()
    const [bid] = quote(exchange, 'ann', '0.49', '0.49')
    const far = exchange.place('cat', 'buy yes 0.40 100')
    const order = exchange.core.order(bid?.hash ?? '')?.id ?? 0
    expect(exchange.core.rewardRate(order)).toBe(3_000)
    expect(exchange.core.rewardPool(1)).toBe(6_000)
    expect(exchange.core.rewardRate(exchange.core.order(far.hash)?.id ?? 0)).toBe(0)
    exchange.place('bob', 'buy yes 0.49 300')
    expect(exchange.core.rewardRate(order)).toBe(1_500)
    exchange.do({ kind: 'remove', account: 'ann', hashes: [bid?.hash ?? ''] })
    expect(exchange.core.rewardRate(order)).toBe(0)
    exchange.wait(3_600)
    expect(exchange.core.rewardRate(order + 1)).toBe(0)
    expect(exchange.core.rewardPool(1)).toBe(0)
  })

  it('are floored to millionths, and never more than the pool', () => {
    const exchange = paying({ schedule: [{ from: at(0), to: at(60), microPointsPerHour: 60_000_000 }] })
    for (const account of ['ann', 'bob', 'cat']) quote(exchange, account, '0.49', '0.49')
    exchange.wait(60)
    expect(points(exchange)).toEqual([0.333333, 0.333333, 0.333333])
  })

  it('are counted by what still rests', () => {
    const exchange = paying()
    quote(exchange, 'ann', '0.49', '0.49')
    quote(exchange, 'bob', '0.48', '0.48')
    exchange.place('cat', 'buy no 0.51 10')
    exchange.wait(60)
    expect(exchange.core.points('ann')).toBeLessThan(exchange.core.points('bob'))
  })

  it('grow while a boost lasts', () => {
    const exchange = paying({ boost: { from: at(60), to: at(120), multiplier: 2.5 } })
    quote(exchange, 'ann', '0.49', '0.49')
    exchange.wait(60)
    expect(exchange.core.points('ann')).toBe(100)
    expect(exchange.core.rewardPool(1)).toBe(15_000)
    exchange.wait(120)
    expect(exchange.core.points('ann')).toBe(350)
    exchange.wait(180)
    expect(exchange.core.points('ann')).toBe(450)
  })

  it('follow a schedule with gaps, and sleep through them', () => {
    const spans = [
      { from: at(600), to: at(720), microPointsPerHour: 6_000_000_000 },
      { from: at(30), to: at(90), microPointsPerHour: 60_000_000 },
    ]
    const exchange = paying({ schedule: spans })
    quote(exchange, 'ann', '0.49', '0.49')
    expect(exchange.core.nextDue()).toBe(at(60))
    exchange.wait(60)
    expect(exchange.core.points('ann')).toBe(1)
    expect(exchange.core.nextDue()).toBe(at(660))
    exchange.wait(10_000)
    expect(exchange.core.points('ann')).toBe(201)
  })

  it('are paid up to the moment a market ends, and only while it trades', () => {
    const exchange = tryExchange({}, { rewards: terms(), endsAt: at(120) })
    quote(exchange, 'ann', '0.49', '0.49')
    exchange.do({ kind: 'trading', market: 1, status: 'CANCEL_ONLY' })
    exchange.wait(60)
    expect(exchange.core.points('ann')).toBe(0)
    exchange.do({ kind: 'trading', market: 1, status: 'OPEN' })
    exchange.wait(120)
    expect(exchange.core.points('ann')).toBe(100)
    exchange.do({ kind: 'resolve', market: 1, yes: 1 })
    expect(exchange.core.nextDue()).toBeNull()
  })

  it('are not paid where one side is empty', () => {
    const exchange = paying()
    exchange.place('ann', 'buy yes 0.49 500')
    exchange.wait(60)
    expect(exchange.core.points('ann')).toBe(0)
  })

  it('are shared with the recorded crowd, whose levels count as one account', () => {
    const exchange = paying()
    const level = { kind: 'crowd-level', market: 1, size: Size.ofShares(100), cause: 'added' } as const
    exchange.do({ ...level, side: 'bid', price: Price.of(4_900) })
    exchange.do({ ...level, side: 'ask', price: Price.of(5_100) })
    const [bid] = quote(exchange, 'ann', '0.49', '0.49')
    expect(exchange.core.rewardRate(exchange.core.order(bid?.hash ?? '')?.id ?? 0)).toBe(1_500)
    exchange.wait(60)
    expect([exchange.core.points('ann'), exchange.core.points('crowd')]).toEqual([50, 50])
  })

  it('change with the terms, at once', () => {
    const exchange = tryExchange()
    const [bid] = quote(exchange, 'ann', '0.49', '0.49')
    const order = exchange.core.order(bid?.hash ?? '')?.id ?? 0
    expect([exchange.core.rewardRate(order), exchange.core.nextDue()]).toEqual([0, at(1_000_000)])
    exchange.wait(30)
    expect(exchange.do({ kind: 'rewards', market: 1, ...terms() })).toEqual({ kind: 'done' })
    exchange.do({ kind: 'rewards', market: 1, ...terms() })
    expect(exchange.core.rewardRate(order)).toBe(3_000)
    expect(exchange.core.market(1)?.spec.rewards).toEqual({ ...terms(), boost: null })
    exchange.wait(60)
    expect(exchange.core.points('ann')).toBe(100)
    exchange.do({ kind: 'rewards', market: 1, ...terms({ shareThreshold: 101 }) })
    expect(exchange.core.rewardRate(order)).toBe(0)
    exchange.do({ kind: 'rewards', market: 1, ...terms({ schedule: [] }) })
    exchange.wait(600)
    expect(exchange.core.points('ann')).toBe(100)
  })

  it('may follow another formula and another beat', () => {
    const exchange = paying({}, { rewardEveryUs: 1_000_000, rewardFormula: ({ orders }) => orders.map(() => 1) })
    quote(exchange, 'ann', '0.49', '0.49')
    exchange.place('bob', 'buy yes 0.49 2')
    exchange.wait(60)
    expect(exchange.core.points('ann')).toBeCloseTo(66.67, 1)
    expect(exchange.core.points('bob')).toBeCloseTo(33.33, 1)
  })

  it('come from terms that make sense alone', () => {
    const exchange = tryExchange()
    const span = { from: at(0), to: at(60), microPointsPerHour: 1 }
    const wrong: Partial<RewardTerms>[] = [
      { spreadThreshold: -0.01 },
      { spreadThreshold: Number.NaN },
      { shareThreshold: -1 },
      { schedule: [{ ...span, to: at(0) }] },
      { schedule: [{ ...span, microPointsPerHour: 0.5 }] },
      { schedule: [{ ...span, microPointsPerHour: 1e13 }] },
      { schedule: [span, { ...span, from: at(59), to: at(90) }] },
      { boost: { from: at(5), to: at(5), multiplier: 2 } },
      { boost: { from: at(5), to: at(6), multiplier: 0 } },
    ]
    for (const changes of wrong) {
      expect(exchange.do({ kind: 'rewards', market: 1, ...terms(changes) })).toMatchObject({ reason: 'out-of-range' })
      const market = marketOf({ id: 2, rewards: terms(changes) })
      expect(exchange.do({ kind: 'market', market })).toMatchObject({ reason: 'out-of-range' })
    }
    expect(
      exchange.do({ kind: 'rewards', market: 1, ...terms({ schedule: [span, { ...span, from: at(60), to: at(90) }] }) }),
    ).toEqual({
      kind: 'done',
    })
    expect(exchange.held('ann').cash).toBe(wei('1000'))
  })
})
