import fc from 'fast-check'
import { constantLatency, drawnLatency } from '../../backtest/latency.js'
import type { LevelCause, MarketEvent } from '../../src/model/event.js'
import type { Market } from '../../src/model/market.js'
import { Price, Size } from '../../src/model/money.js'
import { keep } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { after, type Changes, level, marketOf, Tape } from './try-backtest.js'

/** One thing that happens in a random recording. */
export type Row = {
  readonly what: 'level' | 'print' | 'book' | 'empty' | 'dark' | 'halt' | 'end'
  readonly market: 0 | 1
  readonly side: 'bid' | 'ask'
  readonly cents: number
  readonly shares: number
  readonly cause: LevelCause
  readonly waitMs: number
}

export const row: fc.Arbitrary<Row> = fc.record({
  what: fc.oneof(
    { weight: 20, arbitrary: fc.constant<Row['what']>('level') },
    { weight: 8, arbitrary: fc.constant<Row['what']>('print') },
    { weight: 1, arbitrary: fc.constantFrom<Row['what']>('book', 'empty', 'empty', 'dark', 'halt', 'end') },
  ),
  market: fc.constantFrom(0, 1),
  side: fc.constantFrom('bid', 'ask'),
  cents: fc.integer({ min: 0, max: 6 }),
  shares: fc.integer({ min: 0, max: 30 }),
  cause: fc.constantFrom('added', 'traded', 'removed', 'unexplained'),
  waitMs: fc.constantFrom(0, 0, 1, 4, 300),
})

/** Two markets around 0.50 whose books cross each other and us, go dark, start again, stop trading and end. */
export function tapeOf(rows: readonly Row[]): Tape {
  const tape = new Tape()
  for (const market of [0, 1])
    tape.events.push(...new Tape(2, market).book(0, 'ask 0.56 20 / ask 0.55 10 / bid 0.50 15 / bid 0.48 30').events)
  let ms = 10
  for (const each of rows) {
    ms += each.waitMs
    const one = new Tape(2, each.market)
    draw(one, each, ms)
    tape.events.push(...one.events)
  }
  tape.events.push(...new Tape(2).wait(ms + 4_000).events)
  return tape
}

function draw(tape: Tape, { what, side, cents, shares, cause, market }: Row, ms: number): void {
  const price = side === 'bid' ? 47 + cents : 57 - cents
  const now = marketOf(market, market === 1 ? { endsAt: after(1_500) } : {})
  if (what === 'print') tape.print(ms, `${side} 0.${price} ${shares + 1}`)
  else if (what === 'book') tape.book(ms, `ask 0.56 9 / ask 0.54 ${shares + 1} / bid 0.52 ${cents + 3} / bid 0.47 8`)
  else if (what === 'halt') tape.define(ms, { ...now, trading: shares % 2 === 0 ? 'closed' : 'open' })
  else if (what === 'end')
    tape.define(ms, { ...now, trading: 'closed', result: { yes: shares % 2 === 0 ? 1 : 0, at: after(ms) } })
  else if (what === 'empty') empty(tape, ms, cents % 2 === 0 ? [side] : ['bid', 'ask'])
  else if (what === 'dark') tape.events.push(darkAt(ms, now))
  else if (shares === 0) tape.gone(ms, side, price / 100, cause)
  else tape.level(ms, `${side} 0.${price} ${shares}`, cause)
}

/** Level by level from the best to the worst, all at one moment: what stands in between is no book. */
function empty(tape: Tape, ms: number, sides: readonly ('bid' | 'ask')[]): void {
  for (const side of sides)
    for (let cents = 0; cents < 13; cents++) tape.gone(ms, side, (side === 'bid' ? 58 - cents : 46 + cents) / 100)
}

const darkAt = (ms: number, { index }: Market): MarketEvent => ({
  kind: 'feed',
  at: after(ms),
  receivedAt: after(ms + 2),
  market: index,
  state: 'suspect',
  why: 'a row was missed',
})

/** Quotes both sides around its position, and takes when it holds much. */
export const makesAndTakes = ({ book, position, now }: View<unknown>) => {
  if (book.state !== 'live' || book.touch === null) return keep()
  const { touch } = book
  if (now % 7 === 0 && position.net > 20_000_000)
    return book.take('yes', 'sell', { price: touch.bid, size: Size.ofShares(7) }, now % 2 === 0 ? 'market' : 'fill-or-kill')
  const lean = Math.round(position.net / 10_000_000) * 100
  const bid = Price.floor(Math.min(touch.bid - lean, touch.ask - 100), Price.of(100))
  const ask = Price.ceil(Math.max(touch.ask - lean, touch.bid + 100), Price.of(100))
  return book.quote({ bid: { price: bid, size: level(0.5, 10).size }, ask: { price: ask, size: level(0.5, 10).size } })
}

/** Latencies, settlements that take time or fail, taker delays, cadences. */
export const changes: fc.Arbitrary<Changes> = fc.record({
  latency: fc.constantFrom(
    constantLatency({ feedMs: 0, entryMs: 0, answerMs: 0 }),
    constantLatency({ feedMs: 3, entryMs: 9, answerMs: 11 }),
    drawnLatency({ seed: 5, feedMs: [0, 2, 30], entryMs: [1, 4], answerMs: [1, 2, 50] }),
  ),
  terms: fc.constantFrom(
    {},
    { settlementUs: 25_000, settles: (match: number) => match % 3 !== 0 },
    { settlementUs: 5_000, takerDelayUs: 8_000 },
  ),
  settings: fc.constantFrom({}, { decideEveryMs: 6 }),
  timerMs: fc.constantFrom(0, 5, 250),
})

/** The markets of a random recording: the second one ends. */
export const randomMarkets = (): readonly Market[] => [marketOf(0), marketOf(1, { endsAt: after(1_500) })]
