import { z } from 'zod'
import type { BacktestOptions } from '../../backtest/backtest-options.js'
import { constantLatency } from '../../backtest/latency.js'
import type { BacktestResult, SimulatedFill } from '../../backtest/result.js'
import { createBacktest } from '../../backtest/run.js'
import { deskSettings } from '../../src/engine/settings.js'
import { pessimistic } from '../../src/exchange/core/fill-models.js'
import type { LevelCause, MarketEvent } from '../../src/model/event.js'
import { MarketIndex } from '../../src/model/ids.js'
import type { Place } from '../../src/model/intent.js'
import type { Market } from '../../src/model/market.js'
import { type Level, Price, Size, Wei } from '../../src/model/money.js'
import { plainMarket } from '../../src/model/plain-market.js'
import type { Decision } from '../../src/model/quote.js'
import { Timestamp } from '../../src/model/time.js'
import type { Chunk } from '../../src/recording/columns/recording.js'
import type { View } from '../../src/strategy/view.js'
import { picture } from '../../src/testing/book-picture.js'
import { loadChunk } from './load-chunk.js'

const START = Timestamp.ofSeconds(1_700_000_000)
export const after = (ms: number): Timestamp => Timestamp.add(START, ms * 1_000)

/** A buy of 10 YES shares at 0.50 in the first market. */
export const PLACE: Place = {
  kind: 'place',
  market: MarketIndex.of(0),
  outcome: 'yes',
  side: 'buy',
  style: 'limit',
  price: Price.of(5_000),
  size: Size.ofShares(10),
  expiresAt: after(1),
}

export const marketOf = (index = 0, changes: Partial<Market> = {}): Market => ({
  ...plainMarket(`m${index}`, `question ${index}`),
  index: MarketIndex.of(index),
  minValue: Wei.of(9n * 10n ** 17n),
  takerFeeBps: 200,
  ...changes,
})

export const level = (price: number, shares: number): Level => ({
  price: Price.of(Math.round(price * 10_000)),
  size: Size.ofShares(shares),
})

/** A recording that is written down in pictures. Times in milliseconds, of the venue; what was heard arrives `delayMs` later. */
export class Tape {
  readonly events: MarketEvent[] = []
  readonly #delayMs: number
  readonly #market: MarketIndex

  constructor(delayMs = 0, market = 0) {
    this.#delayMs = delayMs
    this.#market = MarketIndex.of(market)
  }

  /** A whole book. */
  book(ms: number, text: string): this {
    this.events.push({ ...this.#stamp(ms), kind: 'clear', market: this.#market })
    return this.level(ms, text)
  }

  /** What levels hold from now on. */
  level(ms: number, text: string, cause: LevelCause = 'unexplained'): this {
    for (const drawn of picture(text))
      this.events.push({ ...this.#stamp(ms), kind: 'level', market: this.#market, cause, ...drawn })
    return this
  }

  gone(ms: number, side: 'bid' | 'ask', price: number, cause: LevelCause = 'unexplained'): this {
    const { price: at } = level(price, 1)
    this.events.push({ ...this.#stamp(ms), kind: 'level', market: this.#market, side, price: at, size: Size.ZERO, cause })
    return this
  }

  print(ms: number, text: string): this {
    for (const drawn of picture(text)) this.events.push({ ...this.#stamp(ms), kind: 'trade', market: this.#market, ...drawn })
    return this
  }

  define(ms: number, market: Market): this {
    this.events.push({ ...this.#stamp(ms), kind: 'market', market })
    return this
  }

  /** Only time passes: a level far away changes. */
  wait(ms: number): this {
    return this.level(ms, `bid 0.01 ${1 + (ms % 7)}`)
  }

  async chunk(): Promise<Chunk> {
    const { events } = this
    return loadChunk(
      (async function* () {
        yield events
      })(),
    )
  }

  #stamp(ms: number): { at: Timestamp; receivedAt: Timestamp } {
    return { at: after(ms), receivedAt: after(ms + this.#delayMs) }
  }
}

type Decide = (view: View<unknown>) => Decision

/** A strategy that answers by a function. */
export const strategyOf = (decide: Decide): BacktestOptions['assignments'][number]['definition'] => ({
  name: 'scripted',
  version: 1,
  watches: 'depth',
  parameters: z.unknown(),
  create: () => ({ decide }),
})

/** Quotes the same levels whenever there is a book: it does not react to anything. */
export const always =
  (quotes: { readonly bid?: Level | readonly Level[]; readonly ask?: Level | readonly Level[] }): Decide =>
  ({ book }) =>
    book.state === 'live' ? book.quote(quotes) : { kind: 'keep' }

const SETTINGS = deskSettings({ requote: { sizeHysteresisPercent: 0, orderLifeSeconds: 86_400 }, ownInBook: false })

export type Changes = Partial<Omit<BacktestOptions, 'assignments' | 'settings'>> & {
  readonly limits?: Partial<BacktestOptions['settings']['limits']>
  readonly settings?: Partial<BacktestOptions['settings']>
}

/** A backtest without latency, on one market and the pessimistic model, unless it is changed. */
export function optionsOf(decide: Decide, { limits, settings, ...changes }: Changes = {}): BacktestOptions {
  const markets = changes.markets ?? [marketOf()]
  return {
    markets,
    assignments: markets.map(({ index }) => ({ market: index, definition: strategyOf(decide), parameters: {} })),
    settings: { ...SETTINGS, ...settings, limits: { ...SETTINGS.limits, ...limits } },
    models: [pessimistic],
    latency: constantLatency({ feedMs: 0, entryMs: 0, answerMs: 0 }),
    fund: Wei.ofSize(Size.ofShares(1_000)),
    fingerprint: 'test',
    ...changes,
  }
}

export async function backtest(tape: Tape, decide: Decide, changes: Changes = {}): Promise<BacktestResult> {
  const running = createBacktest(optionsOf(decide, changes))
  running.add(await tape.chunk())
  return running.finish()
}

/** Fills in words, such as `buy yes 5 for 2.6`. */
const told = ({ side, outcome, shares, value }: SimulatedFill): string =>
  `${side} ${outcome} ${Wei.toNumber(shares)} for ${Wei.toNumber(value)}`

export const toldOf = (result: BacktestResult, account = 0): readonly string[] =>
  result.accounts[account]?.fills.map(told) ?? []

export const filledShares = (result: BacktestResult, account: number): number =>
  result.accounts[account]?.fills
    .filter(({ isSettled }) => isSettled)
    .reduce((sum, { shares }) => sum + Wei.toNumber(shares), 0) ?? 0
