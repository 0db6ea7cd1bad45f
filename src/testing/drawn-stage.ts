import type { z } from 'zod'
import type { Market } from '../model/market.js'
import { Price, Size } from '../model/money.js'
import { Timestamp } from '../model/time.js'
import { declaredReferences } from '../strategy/declared-references.js'
import type { StrategyDefinition } from '../strategy/strategy.js'
import type { View } from '../strategy/view.js'
import { type DrawnLevel, draw, picture } from './book-picture.js'
import { drawView, type Scene } from './draw-view.js'
import { DRAWN_AT } from './drawn-books.js'
import { drawMarket, type MarketChange } from './drawn-market.js'
import { bookOf } from './drawn-venue.js'

/** Options of a picture of quotes. */
export interface QuotePictureOptions<S extends z.ZodType> {
  /** As in a config, with the schema's defaults. */
  readonly parameters?: z.input<S>
  /** The whole book of all others, such as `'ask 0.55 20 / bid 0.52 15'`. */
  readonly book?: string
}

/** A drawn market now, and its last minute, from which a strategy measures what it needs. */
export interface Stage {
  readonly parameters: unknown
  readonly book: string
  readonly market: Market
  /** Seconds until the market's end. */
  readonly secondsLeft: number
  /** Names of the references that the strategy reads; their value is `REFERENCE`. */
  readonly references: readonly string[]
  /** One view for each second. */
  readonly history: readonly View<unknown>[]
  /** The market now, with optional changes. */
  view(change?: Partial<Scene<unknown>>): View<unknown>
}

/** The current value of each reference: slightly above the price at the start of the round, as the drawn book is above 0.50. */
export const REFERENCE = 1.00014

const BOOK = 'ask 0.57 90 / ask 0.56 150 / ask 0.55 60 / ask 0.54 40 / bid 0.52 50 / bid 0.51 120 / bid 0.50 80 / bid 0.49 160'
const HISTORY_SECONDS = 60
const HOUR_SECONDS = 3_600
const ROUND_SECONDS = 300
/** Offsets of the past books, in ticks of a cent: one for each five seconds of the history, repeated. */
const WALK: readonly number[] = [0, 1, 0, -1, -1, 0, 1, 1, 0, -1, 0, 0]
const REWARDS: Market['rewards'] = { spreadMax: Price.of(400), sizeMin: Size.ofShares(20), pointsPerHour: 500 }

/**
 * Builds a stage: a market with cent ticks and rewards that ends in an hour. A strategy that reads a reference gets a round of five minutes, decided
 * by the first reference that it reads.
 */
export function drawnStage<S extends z.ZodType>(
  definition: StrategyDefinition<S>,
  { parameters: given, book = BOOK }: QuotePictureOptions<S>,
): Stage {
  const parameters: unknown = definition.parameters.parse(given ?? {})
  const round: MarketChange = { variant: 'CRYPTO_UP_DOWN', priceFeed: { name: 'coin', startPrice: 1 } }
  const references = declaredReferences(definition, parameters, drawMarket(round))
  const secondsLeft = references.length > 0 ? ROUND_SECONDS : HOUR_SECONDS
  const change: MarketChange = { ...(references.length > 0 && round), ...endingIn(secondsLeft), rewards: REWARDS }
  const usual = { book, parameters, market: change, references: valuesOf(references, REFERENCE) }
  return {
    ...{ parameters, book, secondsLeft, references, market: drawMarket(change) },
    history: Array.from({ length: HISTORY_SECONDS }, (_, at) => drawView({ ...usual, ...past(at, usual) })),
    view: scene => drawView({ ...usual, ...scene, market: { ...change, ...scene?.market } }),
  }
}

/** A market that ends `seconds` after the moment of a stage. */
export const endingIn = (seconds: number): MarketChange => ({ endsAt: Timestamp.add(DRAWN_AT, Math.round(seconds * 1e6)) })

/** The same value for each of several references. */
export const valuesOf = (names: readonly string[], value: number): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map(name => [name, value]))

/** Past scenes: books that moved slightly, with other sizes, and a print every third second. */
function past(at: number, { book, references }: { book: string; references: Readonly<Record<string, number>> }) {
  const ticks = WALK[Math.floor(at / 5) % WALK.length] ?? 0
  const levels = picture(book).flatMap((level, index) => moved(level, ticks * 100, 0.5 + ((at * 37 + index * 53) % 100) / 100))
  const { bids, asks } = bookOf(levels)
  const [bid, ask] = [bids[0], asks[0]]
  const hit: DrawnLevel | undefined = at % 2 === 0 ? bid && { ...bid, side: 'bid' } : ask && { ...ask, side: 'ask' }
  return {
    now: Timestamp.add(DRAWN_AT, (at - HISTORY_SECONDS) * 1_000_000),
    book: draw({ bids, asks }),
    trades: at % 3 === 0 && hit !== undefined ? draw(bookOf([{ ...hit, size: Size.ofShares(5) }])) : '',
    references: valuesOf(Object.keys(references), REFERENCE + ticks * 5e-5),
  }
}

function moved({ side, price, size }: DrawnLevel, by: number, factor: number): readonly DrawnLevel[] {
  const to = price + by
  return to <= 0 || to >= Price.ONE ? [] : [{ side, price: Price.of(to), size: Size.of(Math.round(size * factor)) }]
}
