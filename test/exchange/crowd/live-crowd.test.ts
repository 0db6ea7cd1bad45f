import { describe, expect, it } from 'vitest'
import type { CoreCommand } from '../../../src/exchange/core/command.js'
import { createCore } from '../../../src/exchange/core/core.js'
import { LiveCrowd } from '../../../src/exchange/crowd/live-crowd.js'
import type { MarketEvent } from '../../../src/model/event.js'
import { MarketIndex } from '../../../src/model/ids.js'
import type { Market } from '../../../src/model/market.js'
import { Price, Size } from '../../../src/model/money.js'
import { plainMarket } from '../../../src/model/plain-market.js'
import { Timestamp } from '../../../src/model/time.js'
import { draw } from '../../../src/testing/book-picture.js'
import { marketOf } from '../core/try-exchange.js'

const INDEX = MarketIndex.of(0)
const MARKET: Market = { ...plainMarket('7'), index: INDEX, tick: Price.of(100), trading: 'open' }
const seconds = (count: number): Timestamp => Timestamp.ofSeconds(count)

type Said<E = MarketEvent> = E extends MarketEvent ? Omit<E, 'at' | 'receivedAt'> : never

/** A crowd that follows one market on a core, and what became of it. */
const scene = () => {
  const core = createCore()
  const told: (string | null)[] = []
  let isOpened = false
  const crowd = new LiveCrowd({
    pairWithinUs: 50_000,
    darkAfterUs: 10_000_000,
    place: {
      open: () => {
        if (!isOpened) core.apply({ kind: 'market', at: seconds(0), market: marketOf({ id: 7 }) })
        isOpened = true
        return 7
      },
      find: id => (id === '7' && isOpened ? 7 : null),
      redefine: () => undefined,
      market: id => core.market(id),
      perform: (commands: readonly CoreCommand[]) => void commands.map(command => core.apply(command)),
      tell: (_id, why) => told.push(why),
    },
  })
  const hear = (at: number, ...events: readonly Said[]): void =>
    crowd.hear(
      events.map(event => ({ ...event, at: seconds(at), receivedAt: seconds(at) })),
      seconds(at),
    )
  const level = (side: 'bid' | 'ask', cents: number, shares: number): Said => ({
    ...{ kind: 'level', market: INDEX, side, cause: 'unexplained' },
    ...{ price: Price.of(cents * 100), size: Size.ofShares(shares) },
  })
  const begin = (at: number): void => hear(at, { kind: 'clear', market: INDEX }, level('bid', 40, 10), level('ask', 50, 20))
  const book = (): string => draw({ asks: core.levels(7, 'ask'), bids: core.levels(7, 'bid') })
  return { core, crowd, told, hear, level, begin, book, trading: () => core.market(7)?.trading }
}

describe('a crowd that follows a live feed', () => {
  it('is dark from the beginning, until a whole book has come: levels without one are nothing', () => {
    const { hear, level, begin, book, trading, told } = scene()
    hear(1, { kind: 'joined', market: MARKET })
    expect(trading()).toBe('CANCEL_ONLY')
    hear(2, level('bid', 40, 10))
    expect([book(), trading()]).toEqual(['', 'CANCEL_ONLY'])
    begin(3)
    expect([book(), trading()]).toEqual(['ask 0.5 20 / bid 0.4 10', 'OPEN'])
    expect(told).toEqual([null])
  })

  it('is dark where nothing is heard for too long, and shows the book it knows with the next word', () => {
    for (const word of ['confirmed', 'level'] as const) {
      const { crowd, hear, level, begin, book, trading, told } = scene()
      hear(1, { kind: 'joined', market: MARKET })
      begin(2)
      crowd.pass(seconds(12))
      expect(trading()).toBe('OPEN')
      crowd.pass(seconds(12.1))
      expect([book(), trading()]).toEqual(['', 'CANCEL_ONLY'])
      hear(20, word === 'confirmed' ? { kind: 'confirmed', market: INDEX } : level('bid', 41, 5))
      expect(book()).toBe(word === 'confirmed' ? 'ask 0.5 20 / bid 0.4 10' : 'ask 0.5 20 / bid 0.41 5 / bid 0.4 10')
      expect(trading()).toBe('OPEN')
      expect(told).toEqual([null, 'the venue sent nothing about it for too long', null])
    }
  })

  it('needs a whole book again where the feed was lost, for whatever reason it was dark before', () => {
    const { crowd, hear, level, begin, book, trading, told } = scene()
    hear(1, { kind: 'joined', market: MARKET })
    begin(2)
    crowd.pass(seconds(20))
    hear(21, { kind: 'feed', market: INDEX, state: 'lost', why: 'closed' })
    hear(22, level('bid', 41, 5), { kind: 'confirmed', market: INDEX })
    expect([book(), trading()]).toEqual(['', 'CANCEL_ONLY'])
    begin(23)
    expect([book(), trading()]).toEqual(['ask 0.5 20 / bid 0.4 10', 'OPEN'])
    expect(told).toEqual([null, 'the venue sent nothing about it for too long', null])
  })

  it('does what waits for a print before the book goes dark, and in its time where none comes', () => {
    const { crowd, hear, level, begin, book } = scene()
    hear(1, { kind: 'joined', market: MARKET })
    begin(2)
    hear(3, level('bid', 40, 4))
    expect(book()).toBe('ask 0.5 20 / bid 0.4 10')
    expect(crowd.goesAt).toBe(seconds(3.05))
    crowd.pass(seconds(3.05))
    expect(book()).toBe('ask 0.5 20 / bid 0.4 4')
    expect(crowd.goesAt).toBeNull()
  })

  it('takes what the venue says of a market that left: dark, then its result', () => {
    const { core, hear, begin, trading, told } = scene()
    hear(1, { kind: 'joined', market: MARKET })
    begin(2)
    hear(3, { kind: 'left', market: INDEX })
    expect(trading()).toBe('CANCEL_ONLY')
    hear(4, { kind: 'market', market: { ...MARKET, trading: 'closed', result: { yes: 0, at: seconds(4) } } })
    expect([trading(), core.market(7)?.result]).toEqual(['CLOSED', 0])
    expect(told).toEqual([null, 'the venue does not list it as open'])
  })

  it('lets cancels alone through where the venue does, with the book shown, and leaves a market be that an operator paused', () => {
    const { core, hear, begin, book, trading } = scene()
    hear(1, { kind: 'joined', market: MARKET })
    begin(2)
    hear(3, { kind: 'market', market: { ...MARKET, trading: 'cancel-only' } })
    expect([book(), trading()]).toEqual(['ask 0.5 20 / bid 0.4 10', 'CANCEL_ONLY'])
    core.apply({ kind: 'status', at: seconds(4), market: 7, status: 'PAUSED' })
    hear(5, { kind: 'market', market: MARKET })
    expect(trading()).toBe('CANCEL_ONLY')
  })
})
