import { describe, expect, it } from 'vitest'
import { Size } from '../../src/model/money.js'
import { keep, type Quotes } from '../../src/model/quote.js'
import { type ModelAnswer, restModel } from '../../src/strategy/rest-model.js'
import { DeskBench, picture, shares } from '../engine/desk-bench.js'

const NEAR = { sizeFactor: 1, bidSizeMax: Size.ORDER_MAX, askSizeMax: Size.ORDER_MAX }

function rested(change: Partial<ModelAnswer>, net = 0, book = 'ask 0.60 100 / bid 0.40 100'): Quotes | undefined {
  let quotes: Quotes | undefined
  const position = { yes: shares(Math.max(0, net)), no: shares(Math.max(0, -net)), net: net * 1_000_000 }
  const bench = new DeskBench({
    decide: ({ book, market, working }) => {
      if (book.state !== 'live') return keep()
      const own = { sellable: { yes: Size.ZERO, no: Size.ZERO }, pending: { yes: 0n, no: 0n } }
      const answer = { bid: 4_810, ask: 5_190, bidSize: 20e6, askSize: 30e6, positionMax: 100e6, near: NEAR, ...change }
      quotes = restModel({ market, working, position: { ...position, ...own } as never }, { book, ...answer })
      return quotes
    },
  })
  bench.open()
  bench.turn({ events: picture(book) })
  return quotes
}

describe('the quotes of a model', () => {
  it('lie on the grid away from what it says', () => {
    expect(rested({})).toMatchObject({ bid: { price: 4_800, size: 20_000_000 }, ask: { price: 5_200, size: 30_000_000 } })
  })

  it('are cut to what is left of the position and of the schedule near the end', () => {
    expect(rested({}, 93)).toMatchObject({ bid: { size: 7_000_000 }, ask: { size: 30_000_000 } })
    expect(rested({}, 120)).toMatchObject({ bid: null, ask: { size: 30_000_000 } })
    expect(rested({ near: { ...NEAR, sizeFactor: 0.5, askSizeMax: Size.ofShares(8) } })).toMatchObject({
      bid: { size: 10_000_000 },
      ask: { size: 8_000_000 },
    })
  })

  it('are left out where the model puts them beyond the market, instead of being moved there', () => {
    const dear = { bidSize: 500e6, askSize: 500e6, positionMax: 1e9 }
    expect(rested({ ...dear, bid: -400, ask: 10_300 })).toMatchObject({ bid: null, ask: null })
    expect(rested({ ...dear, bid: 100, ask: 9_900 })).toMatchObject({ bid: { price: 100 }, ask: { price: 9_900 } })
    expect(rested({ bid: Number.NaN, ask: Number.NaN })).toMatchObject({ bid: null, ask: null })
  })
})
