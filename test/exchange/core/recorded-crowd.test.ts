import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { optimistic, pessimistic, probabilistic } from '../../../src/exchange/core/fill-models.js'
import type { LevelCause } from '../../../src/model/event.js'
import type { FillModel } from '../../../src/model/fill-model.js'
import { Price, Size } from '../../../src/model/money.js'
import { picture } from '../../../src/testing/book-picture.js'
import { type TryExchange, tryExchange, wei } from './try-exchange.js'

const withModel = (model: FillModel): TryExchange => tryExchange({ fillModel: () => model })

const show = (exchange: TryExchange, text: string, cause: LevelCause = 'unexplained'): void => {
  for (const level of picture(text)) exchange.do({ kind: 'crowd-level', market: 1, ...level, cause })
}
/** Removes a level: pictures have no zero. */
const gone = (exchange: TryExchange, side: 'bid' | 'ask', price: number): unknown =>
  exchange.do({ kind: 'crowd-level', market: 1, side, price: Price.of(price), size: Size.ZERO, cause: 'unexplained' })
const print = (exchange: TryExchange, text: string): void => {
  for (const level of picture(text)) exchange.do({ kind: 'crowd-print', market: 1, ...level })
}
const filled = (exchange: TryExchange, hash: string): number =>
  Number((exchange.core.order(hash)?.matched ?? 0n) / 10n ** 12n) / 1e6

describe('the recorded crowd', () => {
  it('is seen in the book together with orders', () => {
    const exchange = tryExchange()
    show(exchange, 'ask 0.55 20 / ask 0.54 10 / bid 0.52 15 / bid 0.50 5')
    exchange.place('ann', 'buy yes 0.52 5')
    exchange.place('ann', 'buy no 0.47 5')
    expect(exchange.book()).toBe('ask 0.55 20 / ask 0.54 10 / ask 0.53 5 / bid 0.52 20 / bid 0.5 5')
  })

  it('is set to the recorded size, however often that is said', () => {
    const exchange = tryExchange()
    for (let times = 0; times < 3; times++) show(exchange, 'bid 0.52 15')
    expect(exchange.book()).toBe('bid 0.52 15')
    gone(exchange, 'bid', 5_200)
    expect(exchange.book()).toBe('')
  })

  it('is taken from level by level, at its prices, and what was taken stays taken when the level changes', () => {
    const exchange = tryExchange()
    show(exchange, 'ask 0.55 20 / ask 0.54 10')
    const { hash } = exchange.place('ann', 'buy yes 0.55 25')
    expect(exchange.core.order(hash)).toMatchObject({ status: 'FILLED', valueSettled: wei('13.65') })
    expect(exchange.book()).toBe('ask 0.55 5')
    show(exchange, 'ask 0.55 20')
    expect(exchange.book()).toBe('ask 0.55 5')
    show(exchange, 'ask 0.55 19')
    expect(exchange.book()).toBe('ask 0.55 4')
    show(exchange, 'ask 0.55 10')
    expect(exchange.book()).toBe('')
    exchange.wait(2)
    show(exchange, 'ask 0.55 12')
    expect(exchange.book()).toBe('ask 0.55 2')
    expect(exchange.held('crowd')).toMatchObject({ no: wei('25'), cash: 0n })
    expect(exchange.core.supply).toBe(wei('3000') + wei('11.35'))
  })

  it('buys what is sold to it', () => {
    const exchange = tryExchange()
    exchange.place('ann', 'buy yes 0.5 20')
    exchange.place('bob', 'buy no 0.5 20')
    show(exchange, 'bid 0.60 8')
    const { hash } = exchange.place('ann', 'sell yes 0.6 20')
    expect(filled(exchange, hash)).toBe(8)
    expect(exchange.book()).toBe('ask 0.6 12')
    expect(exchange.held('crowd').yes).toBe(wei('8'))
    expect(exchange.held('ann').cash).toBe(wei('994.8'))
  })

  it('stops a post-only order that would take from it', () => {
    const exchange = tryExchange()
    show(exchange, 'ask 0.54 10')
    const { hash } = exchange.place('ann', 'buy yes 0.54 5', { isPostOnly: true })
    expect(exchange.status(hash)).toBe('CANCELLED')
  })

  it('counts for a market order and its fill-or-kill', () => {
    const exchange = tryExchange()
    show(exchange, 'ask 0.55 20 / ask 0.54 10')
    const changes = { strategy: 'MARKET', isFillOrKill: true } as const
    expect(exchange.status(exchange.place('ann', 'buy yes 0.55 31', changes).hash)).toBe('CANCELLED')
    expect(exchange.status(exchange.place('ann', 'buy yes 0.55 30', changes).hash)).toBe('FILLED')
  })

  it('fills an order that its other side reaches, up to its size and at the order’s price', () => {
    const exchange = tryExchange()
    const { hash } = exchange.place('ann', 'buy yes 0.55 20')
    show(exchange, 'ask 0.56 50')
    expect(filled(exchange, hash)).toBe(0)
    show(exchange, 'ask 0.53 12')
    expect(exchange.core.order(hash)).toMatchObject({ matched: wei('12'), valueSettled: wei('6.6') })
    expect(exchange.book()).toBe('ask 0.56 50 / bid 0.55 8')
    show(exchange, 'ask 0.53 12')
    expect(filled(exchange, hash)).toBe(12)
  })
})

describe('a place in the queue', () => {
  it('is behind what the level shows, and prints bring it forward', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 'bid 0.52 15')
    const { hash } = exchange.place('ann', 'buy yes 0.52 10')
    print(exchange, 'bid 0.52 12')
    expect(filled(exchange, hash)).toBe(0)
    show(exchange, 'bid 0.52 3', 'traded')
    print(exchange, 'bid 0.52 5')
    expect(filled(exchange, hash)).toBe(2)
    print(exchange, 'bid 0.52 100')
    expect(exchange.status(hash)).toBe('FILLED')
    expect(exchange.core.matches().every(match => match.taker === null)).toBe(true)
  })

  it('of a sell stands on the ask side', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 'ask 0.55 4')
    const { hash } = exchange.place('ann', 'buy no 0.45 10')
    print(exchange, 'ask 0.55 6')
    expect(exchange.core.order(hash)).toMatchObject({ matched: wei('2'), valueSettled: wei('0.9') })
    expect(exchange.held('crowd').yes).toBe(wei('2'))
  })

  it('is first where a print goes beyond its price', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 'bid 0.53 50 / bid 0.52 15')
    const better = exchange.place('ann', 'buy yes 0.53 10').hash
    const worse = exchange.place('ann', 'buy yes 0.51 10').hash
    print(exchange, 'bid 0.52 12')
    expect([filled(exchange, better), filled(exchange, worse)]).toEqual([10, 0])
  })

  it('serves two orders of one level one after the other, with the crowd between them', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 'bid 0.52 5')
    const first = exchange.place('ann', 'buy yes 0.52 3').hash
    show(exchange, 'bid 0.52 9')
    const second = exchange.place('bob', 'buy yes 0.52 3').hash
    print(exchange, 'bid 0.52 14')
    expect([filled(exchange, first), filled(exchange, second)]).toEqual([3, 2])
  })

  it('does not move for a pessimist when others leave, but is never longer than the level', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 'bid 0.52 15')
    const { hash } = exchange.place('ann', 'buy yes 0.52 10')
    show(exchange, 'bid 0.52 30')
    show(exchange, 'bid 0.52 16')
    print(exchange, 'bid 0.52 15')
    expect(filled(exchange, hash)).toBe(0)
    show(exchange, 'bid 0.52 1')
    show(exchange, 'bid 0.52 40')
    print(exchange, 'bid 0.52 1')
    expect(filled(exchange, hash)).toBe(1)
  })

  it('moves by chance of sizes for the probabilist, a print’s own decrease not counted twice', () => {
    const exchange = withModel(probabilistic)
    show(exchange, 'bid 0.52 300')
    const { hash } = exchange.place('ann', 'buy yes 0.52 10')
    show(exchange, 'bid 0.52 400')
    print(exchange, 'bid 0.52 20')
    // 280 ahead, 100 behind; the 20 that left were the print's.
    show(exchange, 'bid 0.52 380')
    print(exchange, 'bid 0.52 280')
    expect(filled(exchange, hash)).toBe(0)
    print(exchange, 'bid 0.52 1')
    expect(filled(exchange, hash)).toBe(1)
  })

  it('moves for the probabilist by the published vector', () => {
    const exchange = withModel(probabilistic)
    show(exchange, 'bid 0.52 300')
    const { hash } = exchange.place('ann', 'buy yes 0.52 10')
    show(exchange, 'bid 0.52 400')
    show(exchange, 'bid 0.52 350')
    print(exchange, 'bid 0.52 251.785715')
    expect(filled(exchange, hash)).toBe(0)
    print(exchange, 'bid 0.52 1')
    expect(filled(exchange, hash)).toBe(1)
  })

  it('is no matter for the optimist, who is filled whole by any print at his price', () => {
    const exchange = withModel(optimistic)
    show(exchange, 'bid 0.52 300')
    const { hash } = exchange.place('ann', 'buy yes 0.52 10')
    print(exchange, 'bid 0.53 5')
    expect(filled(exchange, hash)).toBe(0)
    print(exchange, 'bid 0.52 1')
    expect(exchange.status(hash)).toBe('FILLED')
  })

  it('gives a pessimist no more than a probabilist, and him no more than an optimist, where no account reacts', () => {
    const size = fc.integer({ min: 0, max: 40 })
    const row = fc.record({ isPrint: fc.boolean(), price: fc.constantFrom(50, 51, 52), size })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), fc.integer({ min: 0, max: 20 }), (rows, joinsAt) => {
        const [least, middle, most] = [pessimistic, probabilistic, optimistic].map(model => {
          const exchange = withModel(model)
          let hash = ''
          for (const [index, { isPrint, price, size }] of [...rows, { isPrint: false, price: 49, size: 1 }].entries()) {
            if (index === Math.min(joinsAt, rows.length)) hash = exchange.place('ann', 'buy yes 0.51 25').hash
            if (size === 0) gone(exchange, 'bid', price * 100)
            else (isPrint ? print : show)(exchange, `bid 0.${price} ${size}`)
          }
          return filled(exchange, hash)
        })
        expect(least).toBeLessThanOrEqual(middle!)
        expect(middle).toBeLessThanOrEqual(most!)
      }),
    )
  })

  it('outlives a clear as far as the new book shows', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 'bid 0.52 15 / bid 0.51 20')
    const kept = exchange.place('ann', 'buy yes 0.52 10').hash
    const lost = exchange.place('ann', 'buy yes 0.51 10').hash
    exchange.do({ kind: 'crowd-clear', market: 1 })
    show(exchange, 'bid 0.52 8')
    expect(exchange.book()).toBe('bid 0.52 18 / bid 0.51 10')
    exchange.wait(1)
    // Those who come to 0.51 now stand behind; at 0.52 eight of the fifteen still stand ahead.
    show(exchange, 'bid 0.51 30')
    print(exchange, 'bid 0.52 9')
    expect(filled(exchange, kept)).toBe(1)
    exchange.do({ kind: 'remove', account: 'ann', hashes: [kept] })
    gone(exchange, 'bid', 5_200)
    print(exchange, 'bid 0.51 1')
    expect(filled(exchange, lost)).toBe(1)
  })

  it('outlives a dark book: it is as before where the book that ends the darkness shows it', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 'bid 0.52 15 / bid 0.51 20 / ask 0.55 8')
    const { hash } = exchange.place('ann', 'buy yes 0.52 10')
    exchange.do({ kind: 'trading', market: 1, status: 'CANCEL_ONLY' })
    for (const seconds of [1, 2]) {
      exchange.wait(seconds)
      exchange.do({ kind: 'crowd-clear', market: 1, isDark: true })
      expect(exchange.book()).toBe('bid 0.52 10')
    }
    print(exchange, 'bid 0.52 40')
    exchange.wait(3)
    exchange.do({ kind: 'crowd-clear', market: 1 })
    show(exchange, 'bid 0.52 12 / ask 0.55 8')
    exchange.do({ kind: 'trading', market: 1, status: 'OPEN' })
    expect(exchange.book()).toBe('ask 0.55 8 / bid 0.52 22')
    print(exchange, 'bid 0.52 12')
    expect(filled(exchange, hash)).toBe(0)
    show(exchange, 'bid 0.52 1', 'traded')
    print(exchange, 'bid 0.52 3')
    expect(filled(exchange, hash)).toBe(3)
  })

  it('is kept against another account’s taker too', () => {
    const exchange = withModel(pessimistic)
    show(exchange, 'bid 0.52 15')
    const { hash } = exchange.place('ann', 'buy yes 0.52 10')
    exchange.place('bob', 'buy no 0.48 18')
    expect(filled(exchange, hash)).toBe(3)
    expect(exchange.core.matches()[0]?.makers.map(leg => leg.order.spec.account)).toEqual(['crowd', 'ann'])
  })

  it('is not touched while the market does not match', () => {
    const exchange = withModel(optimistic)
    const { hash } = exchange.place('ann', 'buy yes 0.52 10')
    exchange.do({ kind: 'trading', market: 1, status: 'MATCHING_NOT_ENABLED' })
    print(exchange, 'bid 0.52 10')
    show(exchange, 'ask 0.50 10')
    expect(filled(exchange, hash)).toBe(0)
  })
})

describe('the door without objects', () => {
  it('does what the commands do', () => {
    const [byCommand, byDoor] = [withModel(pessimistic), withModel(pessimistic)]
    show(byCommand, 'bid 0.52 15 / bid 0.51 7')
    for (const { side, price, size } of picture('bid 0.52 15 / bid 0.51 7'))
      byDoor.core.crowd.level(byDoor.core.now, 1, { side, price, size, cause: 'unexplained' })
    for (const exchange of [byCommand, byDoor]) exchange.place('ann', 'buy yes 0.52 5', { hash: '0xsame' })
    print(byCommand, 'bid 0.52 17')
    for (const level of picture('bid 0.52 17')) byDoor.core.crowd.print(byDoor.core.now, 1, level)
    expect(byDoor.core.stateHash()).toBe(byCommand.core.stateHash())
    byCommand.do({ kind: 'crowd-clear', market: 1 })
    byDoor.core.crowd.clear(byDoor.core.now, 1)
    expect(byDoor.book()).toBe('bid 0.52 3')
    expect(byDoor.core.stateHash()).toBe(byCommand.core.stateHash())
  })

  it('asks for its market first', () => {
    const { core } = tryExchange()
    expect(() => core.crowd.clear(core.now, 7)).toThrow('needs its market first, found 7')
  })
})
