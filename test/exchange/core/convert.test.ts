import { describe, expect, it } from 'vitest'
import { checkBalance } from './check-balance.js'
import { marketOf, type TryExchange, tryExchange, wei } from './try-exchange.js'

/** Markets 1, 2, 3 and 4 exclude each other; ann has 10 pairs of the first two. */
const withGroup = (options = {}): TryExchange => {
  const exchange = tryExchange(options, { group: 'race' })
  for (const id of [2, 3, 4]) exchange.do({ kind: 'market', market: marketOf({ id, group: 'race' }) })
  for (const market of [1, 2]) exchange.do({ kind: 'split', account: 'ann', market, shares: wei('10') })
  exchange.core.drain()
  return exchange
}

const holds = ({ core }: TryExchange, account = 'ann') => {
  const { cash, holdings } = core.account(account)!
  const text = (amount: bigint): string => `${Number(amount) / 1e18}`
  return `${text(cash)}: ${[...holdings].map(([id, { yes, no }]) => `${id} ${text(yes)}/${text(no)}`).join(', ')}`
}

const convert = (exchange: TryExchange, markets: readonly number[], shares: string, account = 'ann', group = 'race') => {
  const answer = exchange.do({ kind: 'convert', account, group, markets, shares: wei(shares) })
  checkBalance(exchange.core)
  return answer
}

describe('a conversion', () => {
  it('turns NO of some markets into YES of the others, and into a dollar for each NO but the first', () => {
    const exchange = withGroup()
    expect(convert(exchange, [1, 2], '4')).toEqual({ kind: 'done' })
    expect(holds(exchange)).toBe('984: 1 10/6, 2 10/6, 3 4/0, 4 4/0')
    expect(convert(exchange, [1], '6')).toEqual({ kind: 'done' })
    expect(holds(exchange)).toBe('984: 1 10/0, 2 16/6, 3 10/0, 4 10/0')
  })

  it('is worth the same, whichever market wins, and owes nothing after the result', () => {
    for (const paysAtResult of [true, false])
      for (const winner of [1, 2, 3, 4]) {
        const [converted, kept] = [withGroup({ paysAtResult }), withGroup({ paysAtResult })]
        convert(converted, [1, 2], '7')
        for (const exchange of [converted, kept]) {
          exchange.do({ kind: 'resolve', market: winner, yes: 1 })
          for (const market of [1, 2, 3, 4]) {
            const { yes = 0n, no = 0n } = exchange.core.account('ann')?.holdings.get(market) ?? {}
            if (yes + no > 0n) exchange.do({ kind: 'redeem', account: 'ann', market, yes: wei('0'), no: wei('0') })
            exchange.do({
              kind: 'redeem',
              account: 'ann',
              market,
              ...(exchange.core.account('ann')?.holdings.get(market) ?? { yes: wei('0'), no: wei('0') }),
            })
          }
          checkBalance(exchange.core)
          expect(exchange.core.supply).toBe(wei('3000'))
        }
        expect(holds(converted)).toBe(holds(kept))
      }
  })

  it('keeps its fee of shares and dollars', () => {
    const exchange = withGroup({ convertFeeBps: 250 })
    convert(exchange, [1, 2], '8')
    expect(holds(exchange)).toBe('987.8: 1 10/2, 2 10/2, 3 7.8/0, 4 7.8/0')
    expect(holds(exchange, 'fees')).toBe('0.2: 3 0.2/0, 4 0.2/0')
  })

  it('is done for shares that no order holds, of markets of one group, and else not at all', () => {
    const exchange = withGroup()
    exchange.do({ kind: 'market', market: marketOf({ id: 5, group: 'alone' }) })
    exchange.do({ kind: 'market', market: marketOf({ id: 6 }) })
    exchange.place('ann', 'sell no 0.9 3', { market: 2 })
    expect(convert(exchange, [1, 2], '8')).toMatchObject({ reason: 'shares-balance' })
    expect(convert(exchange, [1, 3], '1')).toMatchObject({ reason: 'shares-balance' })
    expect(convert(exchange, [1], '1', 'stranger')).toMatchObject({ reason: 'shares-balance' })
    expect(exchange.core.account('stranger')).toBeNull()
    expect(convert(exchange, [1, 2], '0')).toMatchObject({ reason: 'zero' })
    for (const [markets, group] of [
      [[1, 6], 'race'],
      [[1, 1], 'race'],
      [[], 'race'],
      [[5], 'alone'],
      [[1], 'none'],
    ] as const)
      expect(convert(exchange, markets, '1', 'ann', group)).toMatchObject({ reason: 'group' })
    expect(holds(exchange)).toBe('980: 1 10/10, 2 10/10')
    expect(convert(exchange, [1, 2], '7')).toEqual({ kind: 'done' })
  })

  it('after a No of one of its markets pays what that is worth', () => {
    const exchange = withGroup()
    exchange.do({ kind: 'resolve', market: 4, yes: 0 })
    convert(exchange, [1, 2], '10')
    expect(holds(exchange)).toBe('990: 1 10/0, 2 10/0, 3 10/0')
    exchange.do({ kind: 'resolve', market: 3, yes: 1 })
    expect(holds(exchange)).toBe('1000: ')
    expect(exchange.core.supply).toBe(wei('3000'))
  })
})
