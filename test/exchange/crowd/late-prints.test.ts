import { describe, expect, it } from 'vitest'
import { type BookEvent, LatePrints } from '../../../src/exchange/crowd/late-prints.js'
import { MarketIndex } from '../../../src/model/ids.js'
import { type BookSide, Price, Size } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'

const ms = (milliseconds: number): Timestamp => Timestamp.ofMs(milliseconds)

/** `bid 52 10`: cents and shares. */
const partsOf = (text: string) => {
  const [side, cents, shares] = text.split(' ')
  return { side: side as BookSide, price: Price.of(Number(cents) * 100), size: Size.of(Number(shares) * 1_000_000) }
}
const level = (text: string, at: number, cause: 'unexplained' | 'traded' = 'unexplained'): BookEvent => ({
  ...{ kind: 'level', market: MarketIndex.of(0), at: ms(at), receivedAt: ms(at), cause },
  ...partsOf(text),
})
const print = (text: string, at: number): BookEvent => ({
  ...{ kind: 'trade', market: MarketIndex.of(0), at: ms(at), receivedAt: ms(at) },
  ...partsOf(text),
})

const words = (events: readonly BookEvent[]): string[] =>
  events.map(event => {
    const what = event.kind === 'trade' ? 'print' : event.cause
    return `${what} ${event.side} ${event.price / 100} ${event.size / 1_000_000}`
  })

const begun = (within = 50): LatePrints => {
  const rows = new LatePrints(within * 1_000)
  rows.begin()
  expect(words(rows.take([level('bid 52 30', 0), level('ask 55 20', 0)], ms(0)))).toEqual([
    'unexplained bid 52 30',
    'unexplained ask 55 20',
  ])
  return rows
}

describe('prints that are told late', () => {
  it('stand before the decrease that they caused, which is traded then and waits no longer', () => {
    const rows = begun()
    expect(rows.take([level('bid 52 20', 100)], ms(100))).toEqual([])
    expect(rows.goesAt).toBe(ms(150))
    expect(words(rows.take([print('bid 52 10', 99)], ms(120)))).toEqual(['print bid 52 10', 'traded bid 52 20'])
    expect(rows.goesAt).toBeNull()
  })

  it('explain a part of a decrease, or all of it together', () => {
    const rows = begun()
    rows.take([level('bid 52 10', 100)], ms(100))
    expect(rows.take([print('bid 52 8', 98)], ms(110))).toEqual([])
    expect(words(rows.release(ms(150)))).toEqual(['print bid 52 8', 'unexplained bid 52 10'])
    rows.take([level('ask 55 0', 200)], ms(200))
    rows.take([print('ask 55 12', 199)], ms(201))
    expect(words(rows.take([print('ask 55 8', 200)], ms(202)))).toEqual([
      'print ask 55 12',
      'print ask 55 8',
      'traded ask 55 0',
    ])
  })

  it('are waited for no longer than the bound, and stand for themselves behind it', () => {
    const rows = begun()
    rows.take([level('bid 52 20', 100)], ms(100))
    expect(rows.release(ms(149))).toEqual([])
    expect(words(rows.release(ms(150)))).toEqual(['unexplained bid 52 20'])
    expect(words(rows.take([print('bid 52 10', 99)], ms(151)))).toEqual(['print bid 52 10'])
  })

  it('are not taken for the print of a later decrease: that one happened behind the book that shows this one', () => {
    const rows = begun()
    rows.take([level('bid 52 20', 100)], ms(100))
    expect(rows.take([print('bid 52 5', 101)], ms(101))).toEqual([])
    expect(rows.take([level('bid 52 15', 102, 'traded')], ms(102))).toEqual([])
    expect(words(rows.release(ms(150)))).toEqual(['unexplained bid 52 20', 'print bid 52 5', 'traded bid 52 15'])
  })

  it('may be stamped a little later than the decrease where they are just of its size', () => {
    const rows = begun()
    rows.take([level('bid 52 20', 100)], ms(100))
    expect(words(rows.take([print('bid 52 10', 130)], ms(110)))).toEqual(['print bid 52 10', 'traded bid 52 20'])
    rows.take([level('bid 52 10', 200)], ms(200))
    expect(rows.take([print('bid 52 10', 260)], ms(210))).toEqual([])
  })

  it('go to the nearest of several decreases, and of those to the oldest', () => {
    const rows = begun()
    rows.take([level('bid 52 20', 100)], ms(100))
    rows.take([level('bid 52 10', 110)], ms(110))
    rows.take([print('bid 52 10', 109)], ms(120))
    expect(words(rows.flush())).toEqual(['unexplained bid 52 20', 'print bid 52 10', 'traded bid 52 10'])
  })

  it('are not waited for by growth, by what a print explained before, nor where the bound is 0; what comes behind waits with what waits', () => {
    const rows = begun()
    expect(words(rows.take([level('bid 52 40', 100), level('ask 55 10', 100, 'traded')], ms(100)))).toHaveLength(2)
    rows.take([level('bid 52 35', 110)], ms(110))
    expect(rows.take([level('bid 51 5', 111)], ms(111))).toEqual([])
    expect(words(rows.release(ms(160)))).toEqual(['unexplained bid 52 35', 'unexplained bid 51 5'])
    expect(words(begun(0).take([level('bid 52 1', 100)], ms(100)))).toEqual(['unexplained bid 52 1'])
  })

  it('leave the book as it was heard, what waits included, until a whole one begins', () => {
    const rows = begun()
    rows.take([level('bid 52 0', 100), level('bid 51 7', 100)], ms(100))
    expect(rows.levels()).toEqual([partsOf('ask 55 20'), partsOf('bid 51 7')])
    expect(words(rows.begin())).toEqual(['unexplained bid 52 0', 'unexplained bid 51 7'])
    expect(rows.levels()).toEqual([])
  })
})
