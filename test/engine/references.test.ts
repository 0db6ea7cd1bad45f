import { describe, expect, it } from 'vitest'
import { createBooks } from '../../src/engine/books.js'
import { packEvents } from '../../src/model/columns.js'
import type { MarketEvent } from '../../src/model/event.js'
import { MarketIndex } from '../../src/model/ids.js'
import { type Decision, pull } from '../../src/model/quote.js'
import { Timestamp } from '../../src/model/time.js'
import type { View } from '../../src/strategy/view.js'
import { accepted, after, cancelsOf, DeskBench, level, market, picture, settings, submitsOf } from './desk-bench.js'

const BOOKS = [...picture('ask 0.60 100 / bid 0.40 100', 0), ...picture('ask 0.60 100 / bid 0.40 100', 1)]
const coin = (value: number) => ({ kind: 'reference', name: 'coin', value }) as const
const dark = (state: 'suspect' | 'lost', why: string) => ({ kind: 'reference-feed', name: 'coin', state, why }) as const

/** A strategy in two markets that bids while its reference is live, and says each time what it saw. */
function reading(references: (view: { market: { index: number } }) => readonly string[] = () => ['coin']) {
  const seen: string[] = []
  const decide = ({ book, market: { index }, reference }: View<unknown>): Decision => {
    const read = reference('coin')
    seen.push(`${index} ${read.state === 'live' ? read.value : read.why}`)
    if (read.state !== 'live') return pull(read.why)
    return book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : pull('no book')
  }
  const bench = new DeskBench({
    decide,
    markets: [market(0), market(1)],
    references: (_, { index }) => references({ market: { index } }),
  })
  bench.open()
  const since = (work: () => void): readonly string[] => {
    const from = seen.length
    work()
    return seen.slice(from)
  }
  return { bench, seen, since }
}

describe('a strategy that declares a reference', () => {
  it('is asked again where it changed, and where its feed goes dark, and not where the same value came again', () => {
    const { bench, since } = reading()
    bench.turn({ events: BOOKS })
    expect(since(() => bench.turn({ events: [coin(60_000)] }))).toEqual(['0 60000', '1 60000'])
    expect(since(() => bench.turn({ events: [coin(60_000)] }))).toEqual([])
    expect(since(() => bench.turn({ events: [coin(60_001), coin(60_002)] }))).toEqual(['0 60002', '1 60002'])
    expect(since(() => bench.turn({ events: [dark('suspect', 'silent')] }))).toEqual(['0 silent', '1 silent'])
    expect(since(() => bench.turn({ events: [coin(60_002)] }))).toEqual(['0 60002', '1 60002'])
  })

  it('is asked in those markets alone in which it declares one', () => {
    const { bench, since } = reading(({ market: { index } }) => (index === 0 ? ['coin'] : []))
    bench.turn({ events: BOOKS })
    expect(bench.desk.summary().markets.map(({ fault }) => fault === null)).toEqual([true, false])
    expect(since(() => bench.turn({ events: [coin(1)] }))).toEqual(['0 1'])
  })

  it('removes its orders with a reason that is shown, while the reference is dark', () => {
    const { bench } = reading()
    const placed = submitsOf(bench.turn({ events: [...BOOKS, coin(60_000)] }))
    expect(placed).toHaveLength(2)
    bench.turn({ reports: placed.map(accepted) })
    const turn = bench.turn({ events: [dark('lost', 'the socket was closed')] })
    expect(cancelsOf(turn)).toEqual(placed.map(({ id }) => id))
    const shown = bench.desk.summary().markets.map(({ pulledFor }) => pulledFor)
    expect(shown).toEqual(['the socket was closed', 'the socket was closed'])
  })

  it('is not asked in a market where nothing may rest, and sees what came meanwhile when it opens again', () => {
    const { bench, since } = reading(() => ['coin'])
    bench.turn({ events: BOOKS })
    bench.turn({ events: [{ kind: 'feed', market: MarketIndex.of(0), state: 'lost', why: 'cut' }] })
    expect(since(() => bench.turn({ events: [coin(7)] }))).toEqual(['1 7'])
    expect(since(() => bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100', 0) }))).toEqual(['0 7'])
  })

  it('is not asked by one in the seconds before the end in which nothing is quoted', () => {
    const seen: number[] = []
    const bench = new DeskBench({
      decide: ({ book, reference }) => {
        const read = reference('coin')
        if (read.state === 'live') seen.push(read.value)
        return book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : pull('no book')
      },
      markets: [market(0, { endsAt: after(20_000) })],
      references: ['coin'],
      settings: settings({ limits: { stopBeforeEndSeconds: 10 } }),
    })
    bench.open()
    bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100') })
    bench.turn({ events: [coin(1)], afterMs: 9_000 })
    bench.turn({ events: [coin(2)], afterMs: 1_000 })
    expect(seen).toEqual([1])
  })

  it('follows a market that joins, and leaves one that left alone', () => {
    const { bench, since } = reading()
    bench.turn({ events: BOOKS })
    bench.turn({ events: [{ kind: 'joined', market: market(2) }, ...picture('ask 0.60 100 / bid 0.40 100', 2)] })
    expect(since(() => bench.turn({ events: [coin(1)] }))).toEqual(['0 1', '1 1', '2 1'])
    bench.turn({ events: [{ kind: 'left', market: MarketIndex.of(1) }] })
    bench.turn({ timer: true })
    expect(since(() => bench.turn({ events: [coin(2)] }))).toEqual(['0 2', '2 2'])
  })
})

describe('a strategy that reads what it does not declare', () => {
  it.each([
    ['none', undefined, 'declares none'],
    ['another one', ['btc'], 'declares "btc"'],
  ])('is stopped where it declares %s', (_, references, words) => {
    const bench = new DeskBench({
      decide: ({ reference }) => pull(reference('coin').state),
      ...(references !== undefined && { references }),
    })
    bench.open()
    expect(bench.desk.summary().markets[0]?.fault?.message).toContain(`reads the reference "coin" and ${words}`)
  })

  it('cannot be made where it declares what is no list of names', () => {
    const make = () => new DeskBench({ decide: () => pull('never'), references: () => [''] })
    expect(make).toThrow('expected "references" of "test" to be a list of names')
  })
})

describe('a reference', () => {
  const bench = () => {
    const books = createBooks([])
    let ms = 0
    const apply = (event: ReturnType<typeof coin> | ReturnType<typeof dark>) => {
      const stamp = { at: Timestamp.ZERO, receivedAt: after(++ms) }
      const events = packEvents([{ ...event, ...stamp } satisfies MarketEvent])
      books.apply({ now: after(ms), wallOffset: 0, events, from: 0, to: 1, reports: [], controls: [], timer: false })
      return { ...JSON.parse(JSON.stringify(books.references.named('coin').face)) }
    }
    return { books, apply }
  }

  it('is dark before its first value and says so', () => {
    const { books } = bench()
    expect(books.references.named('coin').face).toMatchObject({ state: 'lost', since: 0, why: 'no value has come yet' })
  })

  it('is live from its value on, with the time at which we heard it', () => {
    const { apply } = bench()
    expect(apply(coin(5))).toEqual({ state: 'live', value: 5, at: after(1) })
    expect(apply(coin(5))).toEqual({ state: 'live', value: 5, at: after(2) })
  })

  it('says since when it is dark and what is known by now', () => {
    const { apply } = bench()
    apply(coin(5))
    expect(apply(dark('suspect', 'silent'))).toEqual({ state: 'suspect', since: after(2), why: 'silent' })
    expect(apply(dark('lost', 'cut'))).toEqual({ state: 'lost', since: after(2), why: 'cut' })
    expect(apply(coin(5))).toEqual({ state: 'live', value: 5, at: after(4) })
    expect(apply(dark('lost', 'cut'))).toEqual({ state: 'lost', since: after(5), why: 'cut' })
  })
})
