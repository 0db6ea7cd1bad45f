import { describe, expect, it } from 'vitest'
import { MarketIndex } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import { keep } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { DeskBench, market, picture, rows } from './desk-bench.js'

const BOOK = 'ask 0.60 50 / bid 0.40 50'
const inGroup = (index: number, id = 'election'): Market =>
  market(index, { group: { id, isNegRisk: true, isExhaustive: true, size: 3 } })

/** Three markets of a group and one alone; each decision is noted with what it saw of its group: id, state of the book, best bid. */
const watched = ({ watchesGroup = true, markets = [inGroup(0), market(1), inGroup(2), inGroup(3)] } = {}) => {
  const decided: [string, ...string[]][] = []
  const seen = ({ market: { id }, book }: View<unknown>) =>
    `${id} ${book.state === 'live' ? (book.best('bid')?.price ?? 'none') : 'dark'}`
  const bench = new DeskBench({
    watchesGroup,
    markets,
    decide: view => {
      decided.push([view.market.id, ...view.group().map(seen)])
      return keep()
    },
  })
  bench.open()
  for (const { index } of markets) bench.turn({ events: picture(BOOK, index) })
  const turn = (input: Parameters<typeof bench.turn>[0]) => {
    decided.length = 0
    bench.turn(input)
    return [...decided]
  }
  return { bench, turn }
}

describe('the markets of a group that one strategy quotes', () => {
  it('are seen in the order of their indexes, each as it is in this turn, and no others are', () => {
    const { turn } = watched()
    const events = [...rows('bid 0.45 5', 3), ...rows('bid 0.41 5', 1), ...rows('bid 0.42 5', 0)]
    expect(turn({ events }).toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
      ['m0', 'm2 4000', 'm3 4500'],
      ['m1'],
      ['m2', 'm0 4200', 'm3 4500'],
      ['m3', 'm0 4200', 'm2 4000'],
    ])
  })

  it('are asked when the touch of one of them changes, each once, if the strategy watches its group', () => {
    expect(watched().turn({ events: rows('bid 0.45 5', 2) })).toEqual([
      ['m2', 'm0 4000', 'm3 4000'],
      ['m0', 'm2 4500', 'm3 4000'],
      ['m3', 'm0 4000', 'm2 4500'],
    ])
    expect(watched().turn({ events: rows('bid 0.35 5', 2) })).toEqual([])
    expect(watched({ watchesGroup: false }).turn({ events: rows('bid 0.45 5', 2) })).toEqual([['m2', 'm0 4000', 'm3 4000']])
  })

  it('are asked when the book of one of them can no longer be trusted', () => {
    const lost = { kind: 'feed', market: MarketIndex.of(3), state: 'lost', why: 'gone' } as const
    expect(
      watched()
        .turn({ events: [lost] })
        .filter(([id]) => id !== 'm3'),
    ).toEqual([
      ['m0', 'm2 4000', 'm3 dark'],
      ['m2', 'm0 4000', 'm3 dark'],
    ])
  })

  it('are those of now: one that joins is seen, one that leaves is not, and one whose group becomes known is', () => {
    const { bench, turn } = watched({ markets: [inGroup(0), market(1)] })
    bench.turn({ events: [{ kind: 'joined', market: inGroup(2) }, ...picture(BOOK, 2)] })
    expect(turn({ events: rows('bid 0.41 5', 0) })).toContainEqual(['m0', 'm2 4000'])
    bench.turn({ events: [{ kind: 'market', market: inGroup(1) }] })
    expect(turn({ events: rows('bid 0.42 5', 0) })).toContainEqual(['m0', 'm1 4000', 'm2 4000'])
    bench.turn({ events: [{ kind: 'left', market: MarketIndex.of(2) }] })
    expect(turn({ events: rows('bid 0.43 5', 0) })).toContainEqual(['m0', 'm1 4000'])
    bench.turn({ events: [{ kind: 'market', market: inGroup(1, 'another') }] })
    expect(turn({ events: rows('bid 0.44 5', 0) })).toEqual([['m0']])
  })

  it('can be looked at while the strategy decides, and never later', () => {
    const kept: View<unknown>['group'][] = []
    const bench = new DeskBench({
      markets: [inGroup(0), inGroup(1)],
      decide: ({ group }) => {
        kept.push(group)
        return keep()
      },
    })
    bench.open()
    bench.turn({ events: picture(BOOK) })
    expect(kept.length).toBeGreaterThan(0)
    for (const group of kept) expect(group).toThrow('another market can be looked at while a strategy decides, and never later')
  })
})
