import { describe, expect, it } from 'vitest'
import { freshDeskState, type Holding } from '../../src/engine/desk-state.js'
import type { Limits } from '../../src/model/limits.js'
import type { Level } from '../../src/model/money.js'
import type { Ladder } from '../../src/model/quote.js'
import {
  accepted,
  cancelsOf,
  DeskBench,
  fillOf,
  level,
  market,
  picture,
  settings,
  submitsOf,
  usdt,
  written,
} from './desk-bench.js'

const holding = (count: number): Holding => ({
  ...{ shares: usdt(count), bought: usdt(count), boughtFor: usdt(count / 2), sold: usdt(0), soldFor: usdt(0) },
})

/** A desk that quotes both prices, whatever the book; it holds YES or, below 0, NO. */
function bench(
  limits: Partial<Limits>,
  held = 0,
  quotes: readonly [bid: Ladder, ask: Ladder] = [level(0.96, 100), level(0.98, 100)],
) {
  const position = { yes: holding(Math.max(0, held)), no: holding(Math.max(0, -held)), fees: usdt(0), result: null }
  const state = { ...freshDeskState(7), positions: new Map([[market(0).id, position]]) }
  let [bid, ask] = quotes
  const desk = new DeskBench({
    decide: ({ book }) => (book.state === 'live' ? book.quote({ bid, ask }) : { kind: 'keep' }),
    state,
    settings: settings({ limits }),
  })
  desk.turn({ events: picture('ask 0.98 100 / bid 0.95 100') })
  const quote = (nextBid: Level, nextAsk: Level, events: string) => {
    ;[bid, ask] = [nextBid, nextAsk]
    return desk.turn({ events: picture(events), afterMs: 1_000 })
  }
  return { desk, quote }
}
const first = (...of: Parameters<typeof bench>) => submitsOf(bench(...of).desk.open()).map(written)

describe('a band of prices', () => {
  it('leaves both sides without an order outside of it, and refuses nothing', () => {
    const { desk } = bench({ priceMin: 0.05, priceMax: 0.95 })
    expect(submitsOf(desk.open())).toEqual([])
    for (let second = 0; second < 5; second++) expect(submitsOf(desk.turn({ timer: true, afterMs: 1_000 }))).toEqual([])
    expect(desk.journal.filter(({ kind }) => kind === 'refusal')).toEqual([])
    const { quoting } = desk.desk.summary()
    expect(quoting.darkSeconds.refused).toBeGreaterThan(0)
  })

  it('is off without limits', () => {
    expect(first({})).toEqual(['buy yes 0.96 100', 'buy no 0.02 100'])
    expect(first({ priceMin: null, priceMax: null })).toEqual(['buy yes 0.96 100', 'buy no 0.02 100'])
  })

  it('lets a position be lowered outside of it, by what is held and no more', () => {
    expect(first({ priceMax: 0.95 }, 12)).toEqual(['sell yes 0.98 12'])
    expect(first({ priceMax: 0.95 }, -60)).toEqual(['sell no 0.04 60'])
    const low: readonly [Level, Level] = [level(0.02, 100), level(0.04, 100)]
    expect(first({ priceMin: 0.05 }, -60, low)).toEqual(['sell no 0.98 60'])
  })

  it('keeps the levels of a ladder that are inside', () => {
    const bids = [level(0.96, 20), level(0.95, 20), level(0.94, 20)]
    expect(first({ priceMax: 0.95 }, 0, [bids, null])).toEqual(['buy yes 0.95 20', 'buy yes 0.94 20'])
    expect(first({ priceMin: 0.945, priceMax: 0.95 }, 0, [bids, null])).toEqual(['buy yes 0.95 20'])
  })

  it('removes an order when its target leaves the band, and quotes again when it comes back', () => {
    const { desk, quote } = bench({ priceMax: 0.95 }, 0, [level(0.94, 20), level(0.95, 20)])
    const sent = submitsOf(desk.open())
    expect(sent.map(written)).toEqual(['buy yes 0.94 20', 'buy no 0.05 20'])
    desk.turn({ reports: sent.map(accepted) })
    const out = quote(level(0.96, 20), level(0.98, 20), 'ask 0.98 100 / bid 0.96 90')
    expect(cancelsOf(out).toSorted()).toEqual(sent.map(({ id }) => id).toSorted())
    expect(submitsOf(out)).toEqual([])
    desk.turn({ reports: sent.map(({ id }) => ({ kind: 'removal', order: id, answer: 'removed' })) })
    const back = quote(level(0.93, 20), level(0.95, 20), 'ask 0.95 100 / bid 0.93 90')
    expect(submitsOf(back).map(written)).toEqual(['buy yes 0.93 20', 'buy no 0.05 20'])
  })

  it('of a market replaces that of the run', () => {
    expect(first({ priceMax: 0.95, markets: { [market(0).id]: { priceMax: 0.99 } } })).toEqual([
      'buy yes 0.96 100',
      'buy no 0.02 100',
    ])
  })
})

describe('a pause after a fill', () => {
  function filled(pauseAfterFillMs: number, count: number) {
    let bid = level(0.5, 20)
    const desk = new DeskBench({
      decide: ({ book }) => (book.state === 'live' ? book.quote({ bid, ask: level(0.52, 20) }) : { kind: 'keep' }),
      settings: settings({ requote: { pauseAfterFillMs } }),
    })
    desk.turn({ events: picture('ask 0.55 100 / bid 0.45 100') })
    const sent = submitsOf(desk.open())
    desk.turn({ reports: sent.map(accepted) })
    const [buy] = sent
    if (buy === undefined) throw new Error('a bid was sent')
    const turn = desk.turn({ reports: [{ kind: 'matched', fill: fillOf(buy, count) }] })
    const move = (price: number) => {
      bid = level(price, 20)
      return desk.turn({ events: picture(`ask 0.55 100 / bid 0.45 ${Math.round(price * 100)}`), afterMs: 300 })
    }
    return { desk, buy, turn, move }
  }

  it('leaves the side that was filled without a new order until it is over, and the other side alone', () => {
    const { desk, turn } = filled(5_000, 20)
    expect(submitsOf(turn)).toEqual([])
    expect(cancelsOf(turn)).toEqual([])
    expect(submitsOf(desk.turn({ timer: true, afterMs: 4_900 }))).toEqual([])
    expect(submitsOf(desk.turn({ timer: true, afterMs: 100 })).map(written)).toEqual(['buy yes 0.50 20'])
  })

  it('is off at 0', () => {
    expect(submitsOf(filled(0, 20).turn).map(written)).toEqual(['buy yes 0.50 20'])
  })

  it('keeps what rests at its target, and removes what is away from it without a new order', () => {
    const { desk, buy, turn, move } = filled(5_000, 5)
    expect([submitsOf(turn), cancelsOf(turn)]).toEqual([[], []])
    const moved = move(0.48)
    expect([submitsOf(moved), cancelsOf(moved)]).toEqual([[], [buy.id]])
    desk.turn({ reports: [{ kind: 'removal', order: buy.id, answer: 'removed' }] })
    expect(submitsOf(desk.turn({ timer: true, afterMs: 1_000 }))).toEqual([])
    expect(submitsOf(desk.turn({ timer: true, afterMs: 4_000 })).map(written)).toEqual(['buy yes 0.48 20'])
  })

  it('begins again with each fill', () => {
    const { desk, buy } = filled(5_000, 5)
    desk.turn({ reports: [{ kind: 'matched', fill: fillOf(buy, 15, 'later') }], afterMs: 3_000 })
    expect(submitsOf(desk.turn({ timer: true, afterMs: 4_000 }))).toEqual([])
    expect(submitsOf(desk.turn({ timer: true, afterMs: 1_000 })).map(written)).toEqual(['buy yes 0.50 20'])
  })
})
