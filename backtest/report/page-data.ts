import type { MarketEvent } from '../../src/model/event.js'
import { Wei } from '../../src/model/money.js'
import type { AccountResult, BacktestResult, QuoteSpan, SimulatedFill } from '../result.js'
import type { AccountFigures } from './account-figures.js'
import { calibrations, type PriceCalibration } from './calibration.js'
import type { MarkoutPoint } from './markouts.js'
import { byMarket } from './middles.js'
import { type Step, type StepLines, stepLines } from './step-lines.js'
import { yesFill } from './yes-fill.js'

/** Data of the page's plots. Times are milliseconds since `from`, prices 1/10,000, money and shares whole units. */
export interface PageData {
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  readonly models: readonly string[]
  readonly markets: readonly string[]
  /** One line for each model. */
  readonly equity: StepLines
  readonly drawdown: StepLines
  /** One line for each market of `inventoryOf`, of the headline account. */
  readonly inventory: StepLines
  readonly inventoryOf: readonly number[]
  /** Total at risk over all markets, one line for each model. */
  readonly exposure: StepLines
  /** Best bid and best ask, by market. */
  readonly books: readonly StepLines[]
  readonly accounts: readonly PageAccount[]
  readonly calibrations: readonly PriceCalibration[]
}

interface PageAccount {
  readonly markouts: readonly MarkoutPoint[]
  readonly markets: readonly PageMarket[]
}

interface PageMarket {
  readonly quotes: Readonly<Record<QuoteSpan['side'], readonly PageQuote[]>>
  readonly fills: readonly PageFill[]
  readonly fillsLeftOut: number
}

/** Consecutive short spans are drawn as one, with the lowest and the highest price. */
type PageQuote = readonly [from: number, to: number, low: number, high: number]
type PageFill = readonly [at: number, sign: 1 | -1, price: number, shares: number, isAlone: 0 | 1, because: string]

const LINE_ROWS_MAX = 4_000
const BOOK_ROWS_MAX = 60_000
const QUOTES_MAX = 24_000
const FILLS_MAX = 12_000
const INVENTORIES_MAX = 8

/** Reduces a result to what a screen can show. */
export function pageData(result: BacktestResult, figures: readonly AccountFigures[]): PageData {
  const { from, to, accounts, markets } = result
  const window = { from, to, rowsMax: LINE_ROWS_MAX }
  const equities = accounts.map(equitySteps)
  const inventoryOf = largestPositions(result)
  const headline = accounts[0]?.samples ?? []
  return {
    from: from / 1_000,
    to: to / 1_000,
    models: accounts.map(({ model }) => model),
    markets: markets.map(({ question }) => question),
    equity: stepLines(equities, window),
    drawdown: stepLines(equities.map(drawdownSteps), window),
    inventoryOf,
    inventory: stepLines(
      inventoryOf.map(market => headline.map(({ at, net }) => ({ at, value: net[market] ?? 0 }))),
      window,
    ),
    exposure: stepLines(
      figures.map(({ exposures }) => exposures.map(({ at, atRisk }) => ({ at, value: cents(atRisk) }))),
      window,
    ),
    books: bookLines(result),
    accounts: figures.map(each => pageAccount(result, each)),
    calibrations: calibrations(result),
  }
}

const equitySteps = ({ samples }: AccountResult): Step[] =>
  samples.map(({ at, equity }) => ({ at, value: cents(Wei.toNumber(equity)) }))

function drawdownSteps(equity: readonly Step[]): Step[] {
  let peak = 0
  return equity.map(({ at, value }) => {
    peak = Math.max(peak, value ?? 0)
    return { at, value: cents((value ?? 0) - peak) }
  })
}

/** A 1/10,000 is finer than a plot shows, and keeps the file small. */
const cents = (value: number): number => Math.round(value * 10_000) / 10_000

/** The markets with the headline account's largest positions, in the order of the config. */
function largestPositions({ markets, accounts }: BacktestResult): number[] {
  const largest = markets.map((_, market) =>
    (accounts[0]?.samples ?? []).reduce((most, { net }) => Math.max(most, Math.abs(net[market] ?? 0)), 0),
  )
  return markets
    .map((_, market) => market)
    .sort((a, b) => (largest[b] ?? 0) - (largest[a] ?? 0))
    .slice(0, INVENTORIES_MAX)
    .sort((a, b) => a - b)
}

function bookLines({ markets, books, from, to }: BacktestResult): StepLines[] {
  const rowsMax = Math.max(400, Math.floor(BOOK_ROWS_MAX / Math.max(1, markets.length)))
  const samples = byMarket(books)
  return markets.map((_, market) => {
    const own = samples.get(market) ?? []
    const first = own[0]?.at ?? from
    const last = own.at(-1)?.at ?? to
    const lines = stepLines([own.map(({ at, bid }) => ({ at, value: bid })), own.map(({ at, ask }) => ({ at, value: ask }))], {
      from: first,
      to: last,
      rowsMax,
    })
    const offset = Math.round((first - from) / 1_000)
    return { ...lines, x: lines.x.map(x => x + offset) }
  })
}

function pageAccount(result: BacktestResult, { account, markouts }: AccountFigures): PageAccount {
  const quotes = byMarket(account.quotes)
  const fills = byMarket(account.fills.filter(({ isSettled }) => isSettled))
  const rooms = Math.max(1, result.markets.length * 2)
  return {
    markouts,
    markets: result.markets.map((_, market) => {
      const spans = quotes.get(market) ?? []
      const own = fills.get(market) ?? []
      const drawn = largestOf(own, Math.max(200, Math.floor(FILLS_MAX / result.markets.length)))
      const quotesMax = Math.max(200, Math.floor(QUOTES_MAX / rooms))
      const side = (side: QuoteSpan['side']) =>
        pageQuotes(
          spans.filter(span => span.side === side),
          result,
          quotesMax,
        )
      return {
        quotes: { bid: side('bid'), ask: side('ask') },
        fills: drawn.map(fill => pageFill(fill, result)),
        fillsLeftOut: own.length - drawn.length,
      }
    }),
  }
}

function largestOf(fills: readonly SimulatedFill[], countMax: number): readonly SimulatedFill[] {
  if (fills.length <= countMax) return fills
  const bySize = fills.toSorted((a, b) => (b.shares > a.shares ? 1 : -1))
  return bySize.slice(0, countMax).sort((a, b) => a.at - b.at)
}

function pageFill(fill: SimulatedFill, { from }: BacktestResult): PageFill {
  const { at, sign, price, shares } = yesFill(fill)
  return [
    Math.round((at - from) / 1_000),
    sign,
    Math.round(price * 1e6) / 100,
    shares,
    fill.isAlone ? 1 : 0,
    because(fill.evidence),
  ]
}

/** Why a fill happened, as a short text. */
export function because(evidence: MarketEvent | null): string {
  if (evidence === null) return 'took what was displayed'
  if (evidence.kind === 'trade') return `print of ${evidence.size / 1e6} at ${evidence.price / 100} c`
  if (evidence.kind === 'level')
    return `${evidence.side} ${evidence.price / 100} c ${evidence.cause}, ${evidence.size / 1e6} left`
  return evidence.kind
}

/** Draws neighbours as one that are together short, and no shorter time than it takes to draw at most `countMax`. */
function pageQuotes(spans: readonly QuoteSpan[], { from, to }: BacktestResult, countMax: number): PageQuote[] {
  const sorted = spans.toSorted((a, b) => a.from - b.from)
  let found = mergedQuotes(sorted, to, 0)
  for (let wide = SHORT_US; found.length > countMax; wide *= 2) found = mergedQuotes(sorted, to, wide)
  return found.map(([start, end, low, high]) => [
    Math.round((start - from) / 1_000),
    Math.round((end - from) / 1_000),
    low,
    high,
  ])
}

const SHORT_US = 100_000

/** Merges neighbours that are together shorter than `wide`. A quote that still rests does so until `to`. */
function mergedQuotes(sorted: readonly QuoteSpan[], to: number, wide: number): PageQuote[] {
  const found: [number, number, number, number][] = []
  for (const span of sorted) {
    const end = span.to ?? to
    const last = found.at(-1)
    if (last !== undefined && end - last[0] < wide) {
      last[1] = Math.max(last[1], end)
      last[2] = Math.min(last[2], span.price)
      last[3] = Math.max(last[3], span.price)
    } else found.push([span.from, end, span.price, span.price])
  }
  return found
}
