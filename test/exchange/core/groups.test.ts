import { describe, expect, it } from 'vitest'
import { at, marketOf, type TryExchange, tryExchange, wei } from './try-exchange.js'

/** Markets 1, 2 and 3 exclude each other; market 4 stands alone. */
const withGroup = (options = {}, ends = {}): TryExchange => {
  const exchange = tryExchange(options, { group: 'race', ...ends })
  for (const id of [2, 3]) exchange.do({ kind: 'market', market: marketOf({ id, group: 'race' }) })
  exchange.do({ kind: 'market', market: marketOf({ id: 4 }) })
  exchange.core.drain()
  return exchange
}

const results = ({ core }: TryExchange) => [1, 2, 3, 4].map(id => core.market(id)?.result)

describe('a group', () => {
  it('has one Yes: it makes all others No at the same instant, and pays them', () => {
    const exchange = withGroup()
    exchange.place('ann', 'buy yes 0.4 10', { market: 2 })
    exchange.place('bob', 'buy no 0.6 10', { market: 2 })
    exchange.place('cat', 'buy yes 0.2 10', { market: 3 })
    exchange.happened()
    exchange.wait(7)
    expect(exchange.do({ kind: 'resolve', market: 1, yes: 1 })).toEqual({ kind: 'done' })
    expect(results(exchange)).toEqual([1, 0, 0, null])
    for (const id of [1, 2, 3])
      expect(exchange.core.market(id)).toMatchObject({ status: 'RESOLVED', trading: 'CLOSED', resolvedAt: at(7) })
    expect(exchange.happened()).toEqual([
      'trading CLOSED',
      'status RESOLVED',
      'trading CLOSED',
      'status RESOLVED',
      'paid ann yes 0',
      'paid bob no 10',
      'trading CLOSED',
      'CANCELLED 3 market-closed',
      'status RESOLVED',
    ])
    expect(exchange.held('bob').cash).toBe(wei('1004'))
  })

  it('refuses a No of the last open one while no other is Yes', () => {
    const exchange = withGroup()
    exchange.do({ kind: 'resolve', market: 1, yes: 0 })
    exchange.do({ kind: 'resolve', market: 2, yes: 0 })
    const refused = exchange.do({ kind: 'resolve', market: 3, yes: 0 })
    expect(refused).toMatchObject({ kind: 'refused', reason: 'group' })
    expect(refused.kind === 'refused' ? refused.note : '').toContain('it can only be Yes')
    expect(exchange.do({ kind: 'propose', market: 3, yes: 0 })).toMatchObject({ reason: 'group' })
    expect(exchange.do({ kind: 'resolve', market: 3, yes: 1 })).toEqual({ kind: 'done' })
    expect(results(exchange)).toEqual([0, 0, 1, null])
  })

  it('cannot be parted in halves', () => {
    const exchange = withGroup()
    expect(exchange.do({ kind: 'resolve', market: 1, yes: 0.5 })).toMatchObject({ reason: 'group' })
    expect(exchange.do({ kind: 'propose', market: 1, yes: 0.5 })).toMatchObject({ reason: 'group' })
    expect(exchange.do({ kind: 'resolve', market: 4, yes: 0.5 })).toEqual({ kind: 'done' })
    const halves = marketOf({ id: 5, group: 'race', resolvesTo: 0.5 })
    expect(exchange.do({ kind: 'market', market: halves })).toMatchObject({ reason: 'group' })
  })

  it('that has its Yes takes no further market', () => {
    const exchange = withGroup()
    exchange.do({ kind: 'resolve', market: 2, yes: 1 })
    expect(exchange.do({ kind: 'market', market: marketOf({ id: 5, group: 'race' }) })).toMatchObject({ reason: 'group' })
    expect(exchange.do({ kind: 'market', market: marketOf({ id: 5, group: 'another race' }) })).toEqual({ kind: 'done' })
  })

  it('resolves by itself like that', () => {
    const exchange = withGroup({ resolveAfterUs: 5_000_000 }, { endsAt: at(10), resolvesTo: 1 })
    exchange.wait(15)
    expect(results(exchange)).toEqual([1, 0, 0, null])
    expect(exchange.core.market(2)?.resolvedAt).toEqual(at(15))
  })

  it('disputes a No of its own that nothing is left to balance', () => {
    const exchange = withGroup({ resolveAfterUs: 5_000_000 })
    for (const market of [1, 2, 3]) exchange.do({ kind: 'propose', market, yes: 0 })
    exchange.wait(5)
    expect(results(exchange)).toEqual([0, 0, null, null])
    expect(exchange.core.market(3)).toMatchObject({ status: 'PRICE_DISPUTED', proposed: 0, resolvesAt: null })
    exchange.do({ kind: 'propose', market: 3, yes: 1 })
    exchange.wait(10)
    expect(results(exchange)).toEqual([0, 0, 1, null])
  })

  it('leaves a known No of its last market to an operator at the end', () => {
    const exchange = withGroup({}, { endsAt: at(10), resolvesTo: 0 })
    for (const market of [2, 3]) exchange.do({ kind: 'resolve', market, yes: 0 })
    exchange.wait(100)
    expect(exchange.core.market(1)).toMatchObject({ trading: 'CLOSED', status: 'REGISTERED', result: null })
  })

  it('lets a market be removed as long as another can still be its Yes', () => {
    const exchange = withGroup()
    expect(exchange.do({ kind: 'status', market: 1, status: 'REMOVED' })).toEqual({ kind: 'done' })
    expect(exchange.do({ kind: 'resolve', market: 2, yes: 0 })).toEqual({ kind: 'done' })
    expect(exchange.do({ kind: 'status', market: 3, status: 'REMOVED' })).toMatchObject({ reason: 'group' })
    expect(exchange.do({ kind: 'resolve', market: 3, yes: 1 })).toEqual({ kind: 'done' })
    expect(results(exchange)).toEqual([0.5, 0, 1, null])
  })

  it('can be removed as a whole', () => {
    const exchange = withGroup()
    for (const market of [1, 2, 3]) expect(exchange.do({ kind: 'status', market, status: 'REMOVED' })).toEqual({ kind: 'done' })
    expect(results(exchange)).toEqual([0.5, 0.5, 0.5, null])
  })
})
