import { Price, pull, Size, Wei } from 'oddsmith'
import { drawView, liveBook } from 'oddsmith/testing'
import { expect, test } from 'vitest'
import { strategy } from '../../strategies/two-sided.js'

test('a live book of a picture is the engine’s own: it reads, and makes quotes', () => {
  const book = liveBook('ask 0.56 100 / ask 0.57 5 / bid 0.52 300')
  expect(book.touch).toMatchObject({ bid: 5_200, ask: 5_600, microprice: 5_500, mid: 5_400 })
  expect(book.levels('ask', 9)).toEqual([
    { price: 5_600, size: Size.ofShares(100) },
    { price: 5_700, size: Size.ofShares(5) },
  ])
  expect(book.sizeAt('bid', Price.of(5_200))).toBe(Size.ofShares(300))
  expect(book.quote({ bid: { price: Price.of(5_300), size: Size.SHARE } })).toMatchObject({ kind: 'quotes', ask: null })
  expect(liveBook('').touch).toBeNull()
  expect(() => liveBook('ask 0.50 1 / bid 0.55 1')).toThrow(
    'expected a book that can be live, found "ask 0.50 1 / bid 0.55 1": bid and ask cross',
  )
})

test('a view of a scene is what a strategy decides by, without a cast', () => {
  const parameters = strategy.parameters.parse({ leanTicks: 2 })
  const instance = strategy.create(parameters)
  const book = 'ask 0.60 100 / bid 0.50 100'
  expect(instance.decide(drawView({ book, parameters, held: { yesShares: 50 } }))).toMatchObject({
    bid: { price: 5_300 },
    ask: { price: 5_500 },
  })
  expect(instance.decide(drawView({ book: null, parameters }))).toEqual(pull('no two-sided book'))
})

test('a scene has all that a view has', () => {
  const view = drawView({
    book: 'ask 0.60 100 / bid 0.50 100',
    parameters: { size: 3 },
    market: { id: 'rain', tick: Price.of(10) },
    held: { yesShares: 5, noShares: 2 },
    cashUsdt: 70,
    working: 'ask 0.58 4 / bid 0.52 7',
    trades: 'bid 0.50 3 / ask 0.60 1',
    fills: 'bid 0.52 2 / ask 0.58 1',
    references: { coin: 60_000, stock: null },
  })
  expect(view.market).toMatchObject({ id: 'rain', tick: 10 })
  expect(view.parameters.size).toBe(3)
  expect(view.position).toMatchObject({ yes: 5e6, no: 2e6, net: 3e6, sellable: { yes: 5e6, no: 2e6 } })
  expect(Wei.toNumber(view.cash.free)).toBe(70)
  expect(view.working).toMatchObject({ bid: [{ price: 5_200, size: 7e6 }], ask: [{ price: 5_800, size: 4e6 }] })
  expect(view.trades.map(({ side, price }) => [side, price])).toEqual([
    ['bid', 5_000],
    ['ask', 6_000],
  ])
  expect(view.fills.map(({ outcome, side, value }) => [outcome, side, Wei.toNumber(value)])).toEqual([
    ['yes', 'buy', 1.04],
    ['no', 'buy', 0.42],
  ])
  expect(view.reference('coin')).toMatchObject({ state: 'live', value: 60_000 })
  expect(view.reference('stock')).toMatchObject({ state: 'lost' })
  expect(() => view.reference('gold')).toThrow('it reads the reference "gold" and declares "coin", "stock"')
  expect(() => Reflect.set(view, 'book', null) || view.book.state).not.toThrow()
  expect(view.book.state).toBe('live')
})
