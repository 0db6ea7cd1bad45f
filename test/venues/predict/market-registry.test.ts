import { describe, expect, it } from 'vitest'
import { MarketIndex } from '../../../src/model/ids.js'
import { plainMarket } from '../../../src/model/plain-market.js'
import type { WireMarket } from '../../../src/protocol/wire.js'
import { createMarketRegistry } from '../../../src/venues/predict/market-registry.js'

const row = (id: string): WireMarket =>
  ({
    id,
    isNegRisk: false,
    isYieldBearing: false,
    feeRateBps: 0,
    outcomes: [1, 2].map(indexSet => ({ indexSet, onChainId: `${id}${indexSet}` })),
  }) as Partial<WireMarket> as WireMarket

const place = (id: string, index: number) => ({ ...plainMarket(id, '?'), index: MarketIndex.of(index) })

describe('a market that left the run', () => {
  it('is still read until nothing is held there', () => {
    const registry = createMarketRegistry()
    for (const id of ['1', '2']) registry.learn(row(id))
    registry.adopt([place('1', 0), place('2', 1)])
    expect(registry.elsewhere()).toEqual([])

    registry.forget(MarketIndex.of(0))
    expect(registry.all().map(({ id }) => id)).toEqual(['2'])
    expect(registry.elsewhere()).toMatchObject([{ id: '1', tokens: { yes: 11n, no: 12n } }])
    registry.drop('1')
    expect(registry.elsewhere()).toEqual([])
  })

  it('is read once where it joins again, or was held before', () => {
    const registry = createMarketRegistry()
    registry.learn(row('1'))
    registry.adopt([place('1', 0)])
    registry.forget(MarketIndex.of(0))
    registry.hold([row('1'), row('3')])
    expect(registry.elsewhere().map(({ id }) => id)).toEqual(['1', '3'])
    registry.learn(row('1'))
    registry.join(place('1', 5))
    expect(registry.elsewhere().map(({ id }) => id)).toEqual(['3'])
  })
})
