import type { z } from 'zod'
import type { Level } from '../model/money.js'
import { type Decision, isList, type Ladder } from '../model/quote.js'
import type { StrategyDefinition } from '../strategy/strategy.js'
import type { View } from '../strategy/view.js'
import { endingIn, REFERENCE, type Stage, valuesOf } from './drawn-stage.js'

/** The quotes that a strategy wants, best levels first. */
export interface WantedQuotes {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** Why it wants no quotes; null: it wants some, or gave no reason. */
  readonly why: string | null
}

/** Quotes while one input changes and all others stay. */
export interface QuoteAxis {
  readonly title: string
  /** Labels of the ends and the middle. */
  readonly labels: readonly [left: string, middle: string, right: string]
  /** From left to right. */
  readonly samples: readonly WantedQuotes[]
}

/** A market's quotes now, and how they change with position, time and references. */
export interface QuoteSamples {
  readonly flat: WantedQuotes
  readonly axes: readonly QuoteAxis[]
}

/** Odd, so that one sample is in the middle. */
const SAMPLES = 41
/** For a strategy without a position limit. */
const POSITION_SHARES = 100
const REFERENCE_RANGE = 0.001

/** Asks a strategy for its quotes on a stage. Each answer comes from a separate instance, which saw the stage's history and has no orders. */
export function quoteSamples<S extends z.ZodType>(definition: StrategyDefinition<S>, stage: Stage): QuoteSamples {
  const ask = (view: View<unknown>): WantedQuotes => wanted(definition, stage, view)
  const most = mostShares(stage.parameters)
  const { secondsLeft, references } = stage
  const bySeconds: QuoteAxis = {
    title: 'by time left',
    labels: [timeWords(secondsLeft), timeWords(secondsLeft / 2), 'end'],
    samples: along(secondsLeft, 0, left => ask(stage.view({ market: endingIn(left) }))),
  }
  const byPosition: QuoteAxis = {
    title: 'by net position, in shares',
    labels: [`−${most}`, '0', `+${most}`],
    samples: along(-most, most, net => ask(stage.view({ held: net < 0 ? { noShares: -net } : { yesShares: net } }))),
  }
  const byReference = (): QuoteAxis => ({
    title: 'by reference',
    labels: [`−${REFERENCE_RANGE * 100} %`, 'start', `+${REFERENCE_RANGE * 100} %`],
    samples: along(1 - REFERENCE_RANGE, 1 + REFERENCE_RANGE, value =>
      ask(stage.view({ references: valuesOf(references, value) })),
    ),
  })
  return {
    flat: ask(stage.view({ references: valuesOf(references, REFERENCE) })),
    axes: [byPosition, bySeconds, ...(references.length > 0 ? [byReference()] : [])],
  }
}

const along = (from: number, to: number, sample: (value: number) => WantedQuotes): readonly WantedQuotes[] =>
  Array.from({ length: SAMPLES }, (_, at) => sample(from + ((to - from) * at) / (SAMPLES - 1)))

/** Most strategies call it `positionMaxShares`. */
function mostShares(parameters: unknown): number {
  const most: unknown = Object(parameters).positionMaxShares
  return typeof most === 'number' && most > 0 && most <= 900_000 ? most : POSITION_SHARES
}

const timeWords = (seconds: number): string => (seconds >= 600 ? `${seconds / 60} min` : `${seconds} s`)

function wanted(definition: StrategyDefinition<z.ZodType>, { parameters, market, history }: Stage, view: View<unknown>) {
  const instance = definition.create(parameters, market)
  let last: WantedQuotes = { bids: [], asks: [], why: null }
  for (const each of [...history, view]) last = answered(instance.decide(each), last)
  return last
}

function answered(decision: Decision, last: WantedQuotes): WantedQuotes {
  switch (decision.kind) {
    case 'quotes':
      return { bids: levelsOf(decision.bid), asks: levelsOf(decision.ask), why: null }
    case 'pull':
    case 'halt':
      return { bids: [], asks: [], why: decision.why }
    case 'take':
    case 'keep':
      return last
    default:
      return decision satisfies never
  }
}

const levelsOf = (side: Ladder): readonly Level[] => (side === null ? [] : isList(side) ? side : [side])
