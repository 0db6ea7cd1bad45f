import { expect } from 'vitest'
import { grid } from '../../src/model/grid.js'
import type { Market } from '../../src/model/market.js'
import { isWorth, type Level, Price } from '../../src/model/money.js'
import { isList, type Ladder, type Pull, type Quotes } from '../../src/model/quote.js'
import { rows } from '../engine/desk-bench.js'

/**
 * Fails unless quotes may rest on a drawn book: on the grid, large enough, best first, bids below asks, and none at or beyond the other side's best
 * price.
 */
export function expectResting({ bid, ask }: Pick<Quotes, 'bid' | 'ask'>, book: string, market: Market): void {
  const [bids, asks] = [levelsOf(bid), levelsOf(ask)]
  const { bestBid, bestAsk } = touchOf(book)
  for (const level of [...bids, ...asks]) {
    expect(level.price > 0 && level.price < Price.ONE && level.price % grid.tickAt(level.price, market)).toBe(0)
    expect(level.size).toBe(grid.floorSize(level.size, market))
    expect(level.size).toBeGreaterThanOrEqual(market.minSize)
    // As a buy of one outcome or, where that is held, a sell of the other.
    expect(isWorth(Price.of(Math.max(level.price, Price.complement(level.price))), level.size, market.minValue)).toBe(true)
  }
  expectSteps(bids.map(({ price }) => -price))
  expectSteps(asks.map(({ price }) => price))
  if (bids.length > 0) expect(bids[0]!.price).toBeLessThan(Math.min(bestAsk, asks[0]?.price ?? Price.ONE))
  if (asks.length > 0) expect(asks[0]!.price).toBeGreaterThan(bestBid)
}

export const levelsOf = (side: Ladder): readonly Level[] => (side === null ? [] : isList(side) ? side : [side])

const expectSteps = (values: readonly number[]): void => expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b))

/** Best prices of a drawn book, 0 and 10,000 where a side is empty. */
function touchOf(book: string): { readonly bestBid: number; readonly bestAsk: number } {
  const levels = rows(book).filter(row => row.kind === 'level' && row.size > 0) as readonly (Level & { side: 'bid' | 'ask' })[]
  const pricesOf = (side: 'bid' | 'ask'): readonly number[] =>
    levels.filter(level => level.side === side).map(({ price }) => price)
  return { bestBid: Math.max(0, ...pricesOf('bid')), bestAsk: Math.min(Price.ONE, ...pricesOf('ask')) }
}

/** An answer in words: `bid 0.54 10`, best first, bids before asks. */
export const said = (answer: Quotes | Pull): readonly string[] => {
  if (answer.kind === 'pull') return [`pull: ${answer.why}`]
  const words = (side: 'bid' | 'ask') =>
    levelsOf(answer[side]).map(({ price, size }) => `${side} ${price / 10_000} ${size / 1_000_000}`)
  return [...words('bid'), ...words('ask')]
}
