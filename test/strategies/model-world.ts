import type { z } from 'zod'
import type { Market } from '../../src/model/market.js'
import type { Quotes } from '../../src/model/quote.js'
import type { StrategyDefinition } from '../../src/strategy/strategy.js'
import type { View } from '../../src/strategy/view.js'
import { DeskBench, market, picture, rows, shares } from '../engine/desk-bench.js'

/** One look at a market: a book, or changes of it, and what traded before. */
export interface Look {
  readonly book?: string
  readonly levels?: string
  readonly trades?: readonly string[]
  readonly afterMs?: number
}

/** Where a strategy stands while it looks. */
export interface Stand {
  readonly parameters?: object
  /** Net shares of YES. */
  readonly net?: number
  readonly secondsLeft?: number | null
  readonly market?: Partial<Market>
}

/** What a strategy answered at the last look: quotes, or the reason of a pull. */
export interface Answer {
  readonly quotes: Quotes | null
  readonly why: string
  readonly terms: Readonly<Record<string, number>>
  readonly market: Market
}

/** Shows a strategy one look after another, each through a desk's own view. */
export function answerTo<S extends z.ZodType>(
  strategy: StrategyDefinition<S>,
  looks: readonly Look[],
  { parameters = {}, net = 0, secondsLeft = null, market: change = {} }: Stand = {},
): Answer {
  const own = market(0, change)
  const chosen = strategy.parameters.parse(parameters)
  const instance = strategy.create(chosen, own)
  const held = { yes: shares(Math.max(0, net)), no: shares(Math.max(0, -net)) }
  const position = { ...held, sellable: held, net: net * 1_000_000 }
  let quotes: Quotes | null = null
  let why = ''
  const bench = new DeskBench({
    markets: [own],
    decide: ({ now, book, market, trades, working }) => {
      const view = { now, book, market, trades, working, position, secondsLeft, parameters: chosen }
      const decision = instance.decide(view as unknown as View<z.output<S>>)
      quotes = decision.kind === 'quotes' ? decision : null
      why = decision.kind === 'pull' ? decision.why : ''
      return decision
    },
  })
  bench.open()
  for (const { book, levels, trades = [], afterMs = 1_000 } of looks)
    bench.turn({
      events: [
        ...trades.flatMap(text => rows(text)).map(row => ({ ...row, kind: 'trade' }) as typeof row),
        ...(book === undefined ? [] : picture(book)),
        ...(levels === undefined ? [] : rows(levels)),
      ],
      timer: true,
      afterMs,
    })
  const terms = Object.fromEntries(Object.entries(instance.terms?.() ?? {}).map(([name, value]) => [name, Number(value)]))
  return { quotes, why, terms, market: own }
}
