import { describe, expect, it } from 'vitest'
import { MarketIndex } from '../../src/model/ids.js'
import { Price, Wei } from '../../src/model/money.js'
import { type Decision, keep, pull } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import {
  accepted,
  cancelsOf,
  DeskBench,
  fillOf,
  level,
  market,
  picture,
  rows,
  settings,
  shares,
  submitsOf,
  usdt,
  written,
} from './desk-bench.js'

const BOOK = picture('ask 0.60 100 / bid 0.40 100')
/** Quotes what `want` says now. */
const quoting = (want: { bid?: number | null; ask?: number | null; size?: number }) => {
  return ({ book }: View<unknown>): Decision => {
    if (book.state !== 'live') return pull('dark')
    const size = want.size ?? 20
    return book.quote({
      bid: typeof want.bid === 'number' ? level(want.bid, size) : null,
      ask: typeof want.ask === 'number' ? level(want.ask, size) : null,
    })
  }
}

describe('desk', () => {
  it('places nothing before the link lives and the first snapshot has come', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    expect(bench.turn({ events: BOOK }).commands).toEqual([])
    expect(bench.turn({ reports: [{ kind: 'link', state: 'live' }] }).commands).toEqual([])
    expect(submitsOf(bench.open()).map(written)).toEqual(['buy yes 0.45 20'])
  })

  it('quotes an ask without shares as a buy of NO', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45, ask: 0.55 }) })
    bench.open()
    expect(submitsOf(bench.turn({ events: BOOK })).map(written)).toEqual(['buy yes 0.45 20', 'buy no 0.45 20'])
  })

  it('sells held YES before it buys NO', () => {
    const bench = new DeskBench({ decide: quoting({ ask: 0.55 }) })
    bench.open({ shares: new Map([[MarketIndex.of(0), { yes: usdt(12), no: Wei.ZERO }]]) })
    expect(submitsOf(bench.turn({ events: BOOK })).map(written)).toEqual(['sell yes 0.55 12', 'buy no 0.45 8'])
  })

  it('says nothing while its quotes stand', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45, ask: 0.55 }) })
    bench.open()
    const [bid, ask] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined || ask === undefined) throw new Error('two orders were expected')
    bench.turn({ reports: [accepted(bid), accepted(ask)] })
    expect(bench.turn({ events: rows('bid 0.41 10') }).commands).toEqual([])
    expect(bench.turn({ timer: true })).toBe(bench.turn({ timer: true }))
  })

  it('cancels first and places again when the price moves', () => {
    const want = { bid: 0.45 }
    const bench = new DeskBench({ decide: quoting(want) })
    bench.open()
    const [first] = submitsOf(bench.turn({ events: BOOK }))
    if (first === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(first)] })
    want.bid = 0.46
    const turn = bench.turn({ timer: true })
    expect(turn.commands.map(command => command.kind)).toEqual(['cancel', 'submit'])
    expect(cancelsOf(turn)).toEqual([first.id])
  })

  it('keeps the place in the queue after a partial fill and tops up only beyond the hysteresis', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    expect(bench.turn({ reports: [accepted(bid), { kind: 'matched', fill: fillOf(bid, 3) }] }).commands).toEqual([])
    const turn = bench.turn({ reports: [{ kind: 'matched', fill: fillOf(bid, 7, 's2') }] })
    expect(turn.commands.map(command => (command.kind === 'submit' ? written(command) : 'cancel'))).toEqual(['buy yes 0.45 10'])
  })

  it('pulls everything when the book goes dark and quotes again after a clear', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45, ask: 0.55 }) })
    bench.open()
    const orders = submitsOf(bench.turn({ events: BOOK }))
    bench.turn({ reports: orders.map(accepted) })
    const dark = bench.turn({ events: [{ kind: 'feed', market: MarketIndex.of(0), state: 'suspect', why: 'gap' }] })
    expect(cancelsOf(dark)).toEqual(orders.map(order => order.id))
    bench.turn({ reports: orders.map(order => ({ kind: 'removal', order: order.id, answer: 'removed' }) as const) })
    expect(submitsOf(bench.turn({ events: BOOK }))).toHaveLength(2)
  })

  it('pulls while the book is crossed and comes back when it uncrosses', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    bench.open()
    bench.turn({ events: BOOK })
    expect(cancelsOf(bench.turn({ events: rows('bid 0.60 5') }))).toHaveLength(1)
    expect(submitsOf(bench.turn({ events: rows('bid 0.60 0') }))).toHaveLength(1)
  })

  it('shows a strategy the book without its own orders', () => {
    let seen = 0
    const bench = new DeskBench({
      decide: view => {
        if (view.book.state === 'live') seen = view.book.sizeAt(Price.of(4_500) && 'bid', Price.of(4_500))
        return quoting({ bid: 0.45 })(view)
      },
      watches: 'depth',
    })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid)] })
    bench.turn({ events: rows('bid 0.45 20') })
    expect(seen).toBe(0)
    bench.turn({ events: rows('bid 0.45 50') })
    expect(seen).toBe(shares(30))
  })

  it('subtracts nothing over a recorded book', () => {
    let touch: number | undefined
    const bench = new DeskBench({
      decide: view => {
        if (view.book.state === 'live') touch = view.book.touch?.bid
        return quoting({ bid: 0.45 })(view)
      },
      settings: settings({ desk: { ownInBook: false } }),
    })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid)] })
    bench.turn({ events: rows('bid 0.45 20') })
    expect(touch).toBe(4_500)
  })

  it('goes on subtracting a removed order until its level speaks again', () => {
    const want: { bid: number | null } = { bid: 0.45 }
    let best = 0
    const bench = new DeskBench({
      decide: view => {
        if (view.book.state === 'live') best = view.book.best('bid')?.price ?? 0
        return quoting(want)(view)
      },
    })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid)], events: rows('bid 0.45 20') })
    want.bid = null
    bench.turn({ timer: true })
    bench.turn({ reports: [{ kind: 'removal', order: bid.id, answer: 'removed' }] })
    bench.turn({ timer: true })
    expect(best).toBe(4_000)
    bench.turn({ events: rows('bid 0.45 7') })
    expect(best).toBe(4_500)
  })

  it('renews an order at half its life', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid)] })
    expect(bench.turn({ afterMs: 59_000 }).commands).toEqual([])
    expect(bench.turn({ afterMs: 1_000 }).commands.map(command => command.kind)).toEqual(['cancel', 'submit'])
  })

  it('blocks a side while an order is in doubt, and the other side goes on', () => {
    const want = { bid: 0.45, ask: 0.55 }
    const bench = new DeskBench({ decide: quoting(want) })
    bench.open()
    const [bid, ask] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined || ask === undefined) throw new Error('two orders were expected')
    bench.turn({ reports: [{ kind: 'unanswered', order: bid.id, what: 'submit' }, accepted(ask)] })
    want.bid = 0.44
    want.ask = 0.56
    const turn = bench.turn({ timer: true })
    expect(cancelsOf(turn)).toEqual([bid.id, ask.id])
    expect(submitsOf(turn).map(written)).toEqual(['buy no 0.44 20'])
    // Neither a noop nor silence ends the doubt; a rejection of the same bytes does.
    expect(submitsOf(bench.turn({ reports: [{ kind: 'removal', order: bid.id, answer: 'noop' }], timer: true }))).toEqual([])
    bench.turn({ reports: [{ kind: 'rejected', order: bid.id, slug: 'x' }] })
    expect(submitsOf(bench.turn({ afterMs: 1_000, timer: true })).map(written)).toEqual(['buy yes 0.44 20'])
  })

  it('gives an order in doubt up once its expiration and the grace are over', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [{ kind: 'unanswered', order: bid.id, what: 'submit' }] })
    expect(submitsOf(bench.turn({ afterMs: 122_000 }))).toEqual([])
    expect(submitsOf(bench.turn({ afterMs: 2_000 }))).toHaveLength(1)
  })

  it('requests an unanswered removal again, at growing intervals', () => {
    const want: { bid: number | null } = { bid: 0.45 }
    const bench = new DeskBench({ decide: quoting(want) })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid)] })
    want.bid = null
    expect(cancelsOf(bench.turn({ timer: true }))).toEqual([bid.id])
    expect(bench.turn({ afterMs: 500 }).commands).toEqual([])
    expect(cancelsOf(bench.turn({ afterMs: 500 }))).toEqual([bid.id])
    expect(bench.turn({ afterMs: 1_500 }).commands).toEqual([])
    expect(cancelsOf(bench.turn({ afterMs: 500 }))).toEqual([bid.id])
  })

  it('waits for the venue to unlock an order before it asks for its removal', () => {
    const want: { bid: number | null } = { bid: 0.45 }
    const bench = new DeskBench({ decide: quoting(want) })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    const lockedUntil = fromNow(bench, 200)
    bench.turn({ reports: [{ kind: 'accepted', order: bid.id, venueId: 'v', lockedUntil }] })
    want.bid = null
    expect(bench.turn({ timer: true }).commands).toEqual([])
    expect(cancelsOf(bench.turn({ afterMs: 300 }))).toEqual([bid.id])
  })

  it('leaves a side alone for a while after the venue rejected an order of it', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    expect(bench.turn({ reports: [{ kind: 'rejected', order: bid.id, slug: 'crossed' }], timer: true }).commands).toEqual([])
    expect(bench.turn({ afterMs: 900, timer: true }).commands).toEqual([])
    expect(submitsOf(bench.turn({ afterMs: 100 }))).toHaveLength(1)
  })

  it('does not flip an ask from selling to buying while its sell is being removed', () => {
    const want = { ask: 0.55 }
    const bench = new DeskBench({ decide: quoting(want) })
    bench.open({ shares: new Map([[MarketIndex.of(0), { yes: usdt(20), no: Wei.ZERO }]]) })
    const [ask] = submitsOf(bench.turn({ events: BOOK }))
    if (ask === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(ask)] })
    want.ask = 0.54
    expect(cancelsOf(bench.turn({ timer: true }))).toEqual([ask.id])
    const turn = bench.turn({ reports: [{ kind: 'removal', order: ask.id, answer: 'removed' }] })
    expect(submitsOf(turn).map(written)).toEqual(['sell yes 0.54 20'])
  })

  it('quotes only what the position limit leaves', () => {
    const bench = new DeskBench({
      decide: quoting({ bid: 0.45, ask: 0.55 }),
      settings: settings({ limits: { positionMaxShares: 25 } }),
    })
    bench.open({ shares: new Map([[MarketIndex.of(0), { yes: usdt(15), no: Wei.ZERO }]]) })
    const turn = bench.turn({ events: BOOK })
    expect(submitsOf(turn).map(written)).toEqual(['buy yes 0.45 10', 'sell yes 0.55 15', 'buy no 0.45 5'])
    expect(turn.refusals).toEqual([])
  })

  it('never spends cash it does not have: it shrinks, then refuses', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.4, ask: 0.6 }) })
    bench.open({ cash: usdt(10) })
    const turn = bench.turn({ events: BOOK })
    expect(submitsOf(turn).map(written)).toEqual(['buy yes 0.40 20', 'buy no 0.40 5'])
    const poor = new DeskBench({ decide: quoting({ bid: 0.4 }) })
    poor.open({ cash: usdt(0.5) })
    expect(poor.turn({ events: BOOK }).refusals).toMatchObject([{ rule: 'cash', limit: 0.5, found: 8 }])
  })

  it.each([
    ['bid', { bid: 0.45 }, { bid: 0.44 }],
    ['ask', { ask: 0.55 }, { ask: 0.56 }],
  ] as const)('counts a removed %s in the worst case until its grace is over, and names it', (_, first, then) => {
    const want: { bid?: number; ask?: number } = { ...first }
    const bench = new DeskBench({ decide: quoting(want), settings: settings({ limits: { worstCaseLossMaxUsdt: 10 } }) })
    bench.open()
    const [order] = submitsOf(bench.turn({ events: BOOK }))
    if (order === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(order)] })
    Object.assign(want, then)
    // The old order still works: its own removal may make room, so this is not a refusal yet.
    expect(bench.turn({ timer: true })).toMatchObject({ commands: [{ kind: 'cancel' }], refusals: [] })
    const refused = bench.turn({ reports: [{ kind: 'removal', order: order.id, answer: 'removed' }] })
    expect(refused.refusals).toMatchObject([
      { rule: 'worstCaseLossMaxUsdt', limit: 10, note: '1 removed orders may still settle' },
    ])
    expect(submitsOf(bench.turn({ afterMs: 3_000 }))).toHaveLength(1)
  })

  it('halts, cancels everything and stays halted after a restart until it is resumed', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45, ask: 0.55 }) })
    bench.open()
    const orders = submitsOf(bench.turn({ events: BOOK }))
    bench.turn({ reports: orders.map(accepted) })
    expect(cancelsOf(bench.turn({ controls: ['halt'] }))).toHaveLength(2)
    bench.turn({ reports: orders.map(order => ({ kind: 'removal', order: order.id, answer: 'removed' }) as const) })
    const again = new DeskBench({ decide: quoting({ bid: 0.45 }), state: bench.desk.state() })
    again.now = bench.now
    again.open()
    expect(again.turn({ events: BOOK }).commands).toEqual([])
    expect(again.desk.summary()).toMatchObject({ isHalted: true, haltedBy: 'asked by test' })
    expect(submitsOf(again.turn({ controls: ['resume'] }))).toHaveLength(1)
  })

  it('removes orders that are not ours on cancel-all only, and pauses', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    const stranger = {
      id: null,
      hash: '0xabc',
      venueId: '1',
      market: MarketIndex.of(0),
      outcome: 'yes',
      side: 'buy',
      filled: Wei.ZERO,
      rewardRate: 0,
    }
    bench.open({ orders: [{ ...stranger, ...level(0.3, 5) } as never] })
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    expect(cancelsOf(bench.turn({ controls: ['cancel-all'] }))).toEqual(['0xabc', bid?.id])
    expect(bench.desk.summary().isPaused).toBe(true)
  })

  it('latches when the loss of the day passes its limit', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }), settings: settings({ limits: { lossPerDayMaxUsdt: 3 } }) })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid), { kind: 'settled', fill: fillOf(bid, 20) }] })
    const turn = bench.turn({ events: rows('bid 0.40 0 / bid 0.20 50'), afterMs: 2_000 })
    expect(turn.halt).toMatchObject({ rule: 'lossPerDayMaxUsdt', limit: 3, found: 5 })
    expect(bench.desk.summary().isHalted).toBe(true)
    expect(
      bench.turn({ events: rows('bid 0.41 5'), timer: true }).commands.filter(command => command.kind === 'submit'),
    ).toEqual([])
  })

  it('takes once, and not again before the order is over', () => {
    const bench = new DeskBench({
      decide: ({ book }) => (book.state === 'live' ? book.take('yes', 'buy', level(0.6, 5)) : keep()),
    })
    bench.open()
    const [take] = submitsOf(bench.turn({ events: BOOK }))
    expect(take?.order).toMatchObject({ style: 'market', outcome: 'yes', side: 'buy', price: 6_000 })
    expect(bench.turn({ timer: true }).commands).toEqual([])
  })

  it('pays a result, and fills that settle later fill by fill', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({
      reports: [accepted(bid), { kind: 'settled', fill: fillOf(bid, 10, 'a') }, { kind: 'matched', fill: fillOf(bid, 5, 'b') }],
    })
    bench.turn({ events: [{ kind: 'market', market: market(0, { result: { yes: 0.5, at: bench.now } }) }] })
    expect(bench.desk.summary().cash).toBe(usdt(1_000 - 4.5 + 5))
    bench.turn({ reports: [{ kind: 'settled', fill: fillOf(bid, 5, 'b') }] })
    expect(bench.desk.summary()).toMatchObject({ cash: usdt(1_000 - 4.5 + 5 - 2.25 + 2.5), realized: usdt(0.75) })
  })

  it('adopts an order the journal lost, renews it, and leaves a gap behind its id', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    bench.turn({ events: BOOK })
    const lost = {
      id: '7-9',
      hash: '0xdef',
      venueId: '1',
      market: MarketIndex.of(0),
      outcome: 'yes',
      side: 'buy',
      filled: Wei.ZERO,
      rewardRate: 0,
    }
    const turn = bench.open({ orders: [{ ...lost, ...level(0.45, 20) } as never] })
    expect(cancelsOf(turn)).toEqual(['7-9'])
    expect(submitsOf(turn).map(submit => submit.id)).toEqual(['7-1010'])
  })

  it('ends an order that two snapshots in a row did not show', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    bench.open()
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid)] })
    bench.turn({ reports: [{ kind: 'link', state: 'lost' }], afterMs: 5_000 })
    expect(submitsOf(bench.open())).toEqual([])
    expect(bench.desk.summary().counts.unknown).toBe(1)
    bench.turn({ afterMs: 2_000 })
    expect(submitsOf(bench.open())).toHaveLength(1)
  })

  it('books a difference of cash by name, but not while a fill may explain it', () => {
    const bench = new DeskBench({ decide: quoting({ bid: 0.45 }) })
    expect(bench.open().adjustments).toMatchObject([{ why: 'opening', what: 'cash', amount: usdt(1_000) }])
    const [bid] = submitsOf(bench.turn({ events: BOOK }))
    if (bid === undefined) throw new Error('an order was expected')
    bench.turn({ reports: [accepted(bid), { kind: 'matched', fill: fillOf(bid, 20) }] })
    expect(bench.open({ cash: usdt(991) }).adjustments).toEqual([])
    bench.turn({ reports: [{ kind: 'settled', fill: fillOf(bid, 20) }] })
    expect(bench.open({ cash: usdt(990) }).adjustments).toMatchObject([{ why: 'unexplained', what: 'cash', amount: -usdt(1) }])
  })

  it('waits for the call window when creates run out, and never for a cancel', () => {
    const budget = { windows: [{ route: 'create', calls: 2, perMs: 1_000 }], cancelReservePercent: 50 } as const
    const want: { bid: number | null; ask: number | null } = { bid: 0.45, ask: 0.55 }
    const bench = new DeskBench({ decide: quoting(want), settings: settings({ desk: { budget } }) })
    bench.open()
    const first = submitsOf(bench.turn({ events: BOOK }))
    expect(first).toHaveLength(1)
    want.bid = want.ask = null
    const canceled = cancelsOf(bench.turn({ timer: true, reports: first.map(accepted) }))
    expect(canceled).toEqual(first.map(({ id }) => id))
    want.ask = 0.55
    const reports = first.map(({ id }) => ({ kind: 'removal', order: id, answer: 'removed' }) as const)
    expect(submitsOf(bench.turn({ timer: true, reports }))).toHaveLength(0)
    expect(submitsOf(bench.turn({ afterMs: 1_000 }))).toHaveLength(1)
  })
})

const fromNow = (bench: DeskBench, ms: number) => (bench.now + ms * 1_000) as never
