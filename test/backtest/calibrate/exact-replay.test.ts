import { describe, expect, test } from 'vitest'
import { type ExactOrder, type ExchangeHistory, replayExactly } from '../../../backtest/calibrate/exact-replay.js'
import { crowdedHistory, WALLET } from './crowded-exchange.js'

const SEEDS = [1, 2]

const ordersOf = (history: ExchangeHistory): readonly ExactOrder[] => [...replayExactly(history, WALLET).values()]
const filled = (orders: readonly ExactOrder[]): number => orders.filter(({ fills }) => fills.length > 0).length

describe('an exchange that is replayed as a recording of itself, with every place in the queue known', () => {
  test.each(SEEDS)('fills each order of a wallet by the same amounts at the same moments, with seed %i', seed => {
    const orders = ordersOf(crowdedHistory({ seed, steps: 900 }).whole)
    expect(filled(orders)).toBeGreaterThan(15)
    expect(orders.map(({ replayed }) => replayed)).toEqual(orders.map(({ fills }) => fills))
  })

  test.each(SEEDS)('does so up to the first settlement of an order that fails, with seed %i', seed => {
    const orders = ordersOf(crowdedHistory({ seed, steps: 900, hasFailures: true }).whole)
    const failed = orders.filter(({ afterFailure }) => afterFailure.length > 0)
    expect(failed.length).toBeGreaterThan(3)
    expect(failed.every(({ fills }) => fills.length > 0)).toBe(true)
    expect(orders.map(({ replayed }) => replayed)).toEqual(orders.map(({ fills }) => fills))
  })

  test('does so from where a history was cut, with the orders that rested there', () => {
    const { whole, secondHalf } = crowdedHistory({ seed: 5, steps: 900 })
    const orders = ordersOf(secondHalf)
    expect(filled(orders)).toBeGreaterThan(15)
    expect(filled(orders)).toBeLessThan(filled(ordersOf(whole)))
    expect(orders.map(({ replayed }) => replayed)).toEqual(orders.map(({ fills }) => fills))
  })
})
