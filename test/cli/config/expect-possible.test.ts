import { describe, expect, it, test } from 'vitest'
import { parseConfig } from '../../../src/cli/config/config.js'
import { ExitError } from '../../../src/cli/config/exit.js'
import { expectPossible, remarks } from '../../../src/cli/config/expect-possible.js'
import { loadStanzas } from '../../../src/cli/config/load-stanzas.js'

const complaintOf = async (rest: string, size = 20): Promise<string | null> => {
  const lines = [
    'venue: {name: predict, embedded: {}}',
    `strategies: [{strategy: two-sided, parameters: {sizeShares: ${size}}}]`,
    rest,
  ]
  const loaded = await parseConfig('paper.yaml', lines.join('\n'))
  const stanzas = await loadStanzas(loaded)
  return messageOf(() => expectPossible(loaded, stanzas))
}

function messageOf(check: () => void): string | null {
  try {
    check()
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(ExitError)
    expect(error).toMatchObject({ code: 2 })
    return (error as Error).message
  }
}

test('refuses play money of less than a millionth, which the exchange would not count', async () => {
  const text = 'venue: {name: predict, embedded: {fundUsdt: 1e-7}}\nstrategies: [{strategy: two-sided}]'
  await expect(parseConfig('paper.yaml', text)).rejects.toThrow(
    'paper.yaml:1: venue.embedded.fundUsdt: expected at least 0.000001, found 1e-7',
  )
})

describe('a config that can never quote', () => {
  it.each([
    [
      'removed orders that may still settle pass the worst case',
      'limits: {worstCaseLossMaxUsdt: 100}',
      20,
      'paper.yaml:3: limits.worstCaseLossMaxUsdt: 100 USDT do not allow the loss of a quote and its removed orders on one side: 20 shares × (1 + 3000 ms graceMs / 250 ms between requotes) × 0.5 = 130 USDT',
    ],
    [
      'no quote is worth the least order',
      'limits: {orderMinUsdt: 5}',
      4,
      'paper.yaml:3: limits.orderMinUsdt: 4 shares × a price below 1 = less than orderMinUsdt = 5 USDT, so no quote is large enough',
    ],
    [
      'a limit below the least order',
      'limits: {openNotionalMaxUsdt: 0.5}',
      20,
      'paper.yaml:3: limits.openNotionalMaxUsdt: 0.5 USDT do not allow one order: the least one is orderMinUsdt = 1 USDT',
    ],
    [
      'a band without a price',
      'limits: {priceMin: 0.6, priceMax: 0.6}',
      20,
      'paper.yaml:3: limits: priceMin 0.6 is not below priceMax 0.6, so no price is left to quote at',
    ],
    [
      'a band that one market turns around',
      'limits: {priceMax: 0.9, markets: {1001: {priceMin: 0.95}}}',
      20,
      'paper.yaml:3: limits.markets.1001: priceMin 0.95 is not below priceMax 0.9, so no price is left to quote at',
    ],
    [
      'a position below the least order',
      'limits: {positionMaxShares: 2, orderMinUsdt: 3}',
      20,
      'paper.yaml:3: limits.positionMaxShares: 2 shares × a price below 1 = less than orderMinUsdt = 3 USDT, so no order is large enough',
    ],
    [
      'a position below the venue’s own least order',
      'limits: {positionMaxShares: 0.5, orderMinUsdt: 0}',
      20,
      'paper.yaml:3: limits.positionMaxShares: 0.5 shares × a price below 1 = less than the venue’s least order of 1 USDT, so no order is large enough',
    ],
    [
      'open orders that hold no quote',
      'limits: {openNotionalMaxUsdt: 8}',
      20,
      'paper.yaml:3: limits.openNotionalMaxUsdt: 8 USDT do not allow the dearer of a bid and an ask: at least 20 shares × 0.5 = 10 USDT',
    ],
    [
      'a position that holds no quote',
      'limits: {positionMaxUsdt: 4, positionMaxShares: 9}',
      20,
      'paper.yaml:3: limits.positionMaxUsdt: 4 USDT do not allow the dearer of a bid and an ask: at least 9 shares × 0.5 = 4.5 USDT',
    ],
    [
      'every call kept for cancels',
      'budget: {windows: [{route: create, calls: 4, perMs: 1000}], cancelReservePercent: 80}',
      20,
      'paper.yaml:3: budget.windows.0.calls: leaves no call to place an order: 4 calls × (1 - 80 % kept for cancels) = 0.8',
    ],
    [
      'every call kept for cancels and the keeper',
      'budget: {windows: [{route: trading, calls: 100, perMs: 60000}], keeperCalls: 80}',
      20,
      'paper.yaml:3: budget.windows.0.calls: leaves no call to place an order: 100 calls × (1 - 20 % kept for cancels) - 80 of the keeper = 0',
    ],
    [
      'a bucket that never holds a create',
      'budget: {buckets: [{route: trading, capacity: 1, refillPerSecond: 5}]}',
      20,
      'paper.yaml:3: budget.buckets.0.capacity: leaves no call to place an order: 1 calls × (1 - 20 % kept for cancels) = 0.8',
    ],
    [
      'no silence after a refusal',
      'requote: {backoffMs: 0}',
      20,
      'paper.yaml:3: requote.backoffMs: expected at least 100, found 0: a refused side would be asked again on every turn',
    ],
    [
      'limits beyond what sums are exact for',
      'limits: {openNotionalMaxUsdt: 2000000}',
      20,
      'paper.yaml:3: limits.openNotionalMaxUsdt: 2000000 USDT: sums of money are counted in 1e-10 USDT and exact up to 2^53 / 10^10, at most 900000 USDT',
    ],
    [
      'a position beyond what sums are exact for',
      'limits: {positionMaxShares: 1000000}',
      20,
      'paper.yaml:3: limits.positionMaxShares: 1000000 shares × at most 1 USDT = 1000000 USDT: sums of money are counted in 1e-10 USDT and exact up to 2^53 / 10^10, at most 900000 USDT',
    ],
  ])('is refused with the arithmetic: %s', async (_, rest, size, message) => {
    expect(await complaintOf(rest, size)).toBe(message)
  })

  it.each([
    [
      'the account',
      'limits: {account: {worstCaseLossMaxUsdt: 0.5}}',
      'limits.account.worstCaseLossMaxUsdt: 0.5 do not allow one order',
    ],
    [
      'a group',
      'limits: {group: {worstCaseLossMaxUsdt: 0.5}}',
      'limits.group.worstCaseLossMaxUsdt: 0.5 do not allow one order',
    ],
    [
      'a market',
      'limits: {markets: {m1: {positionMaxShares: 0.5}}}',
      'limits.markets.m1.positionMaxShares: 0.5 do not allow one order',
    ],
    [
      'the account, too large to be exact',
      'limits: {account: {positionMaxUsdt: 1000000}}',
      'limits.account.positionMaxUsdt: expected at most 900000, up to which sums of money are exact, found 1000000',
    ],
  ])('is named by the limit of %s', async (_, rest, expected) => {
    expect(await complaintOf(rest)).toContain(`paper.yaml:3: ${expected}`)
  })

  it('is named by limits of a strategy, and of a market that no strategy has', async () => {
    const of = async (strategy: string, rest = ''): Promise<string | null> => {
      const loaded = await parseConfig(
        'paper.yaml',
        `venue: {name: predict, embedded: {}}\nstrategies: [{${strategy}}]\n${rest}`,
      )
      const stanzas = await loadStanzas(loaded)
      return messageOf(() => expectPossible(loaded, stanzas))
    }
    expect(await of('strategy: two-sided, limits: {worstCaseLossMaxUsdt: 0.2}')).toContain(
      'paper.yaml:2: strategies.0.limits.worstCaseLossMaxUsdt: 0.2 do not allow one order',
    )
    expect(await of('strategy: two-sided, limits: {perMarket: {positionMaxUsdt: 0.2}}')).toContain(
      'strategies.0.limits.perMarket.positionMaxUsdt: 0.2 do not allow one order',
    )
    const markets = 'strategy: two-sided, markets: [1001, 1002]'
    expect(await of(markets, 'limits: {markets: {1003: {positionMaxShares: 50}}}')).toBe(
      'paper.yaml:3: limits.markets.1003: no strategy has market 1003; did you mean 1001?',
    )
    expect(await of(markets, 'limits: {markets: {1002: {positionMaxShares: 50}}}')).toBeNull()
    expect(await of('strategy: two-sided, makerOnly: false', 'makerOnly: true')).toBe(
      'paper.yaml:2: strategies.0.makerOnly: makerOnly at the top holds for every strategy; remove one of the two',
    )
    expect(await of('strategy: two-sided, makerOnly: true')).toBeNull()
    // Which markets a filter takes is not known beforehand.
    expect(await of('strategy: two-sided, markets: all', 'limits: {markets: {1003: {positionMaxShares: 50}}}')).toBeNull()
  })

  it('is none where removed orders are few: a longer interval, or a shorter grace', async () => {
    expect(await complaintOf('limits: {worstCaseLossMaxUsdt: 100}\nrequote: {requoteEveryMs: 500}')).toBeNull()
    expect(await complaintOf('limits: {worstCaseLossMaxUsdt: 100}\ngraceMs: 2000')).toBeNull()
    expect(await complaintOf('limits: {worstCaseLossMaxUsdt: 130, positionMaxShares: 5}')).toBeNull()
  })

  it('is none where a small position cuts quotes that the other limits then hold, and that is said', async () => {
    const loaded = await parseConfig(
      'paper.yaml',
      `venue: {name: predict, embedded: {}}
strategies: [{strategy: two-sided, parameters: {sizeShares: 20}}]
limits: {positionMaxShares: 3, openNotionalMaxUsdt: 2, worstCaseLossMaxUsdt: 20}`,
    )
    const stanzas = await loadStanzas(loaded)
    expect(() => expectPossible(loaded, stanzas)).not.toThrow()
    expect(remarks(loaded, stanzas)).toEqual([
      'paper.yaml:3: limits.positionMaxShares: quotes of 20 shares (sizeShares) are cut to the 3 that a position may have',
    ])
  })
})
