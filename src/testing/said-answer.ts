import type { z } from 'zod'
import type { MarketId } from '../model/ids.js'
import type { Level } from '../model/money.js'
import { type Decision, isList, type Ladder } from '../model/quote.js'
import type { StrategyDefinition } from '../strategy/strategy.js'
import { draw } from './book-picture.js'

/** Listens to what a strategy answers while it runs on an engine, in each of its markets. */
export class SaidAnswer {
  /** The strategy with a listener. */
  readonly definition: StrategyDefinition<z.ZodType>
  readonly #markets = new Map<MarketId, SaidMarket>()
  #failure: { readonly error: unknown } | null = null

  constructor(definition: StrategyDefinition<z.ZodType>) {
    this.definition = {
      ...definition,
      create: (parameters, market) => {
        const inner = definition.create(parameters, market)
        const said = this.of(market.id)
        return { decide: view => this.#hear(said, () => inner.decide(view)) }
      },
    }
  }

  /** What it answers in one market. */
  of(market: MarketId): SaidMarket {
    const known = this.#markets.get(market) ?? new SaidMarket()
    this.#markets.set(market, known)
    return known
  }

  /** Throws what the strategy threw, with its own stack. */
  rethrow(): void {
    if (this.#failure !== null) throw this.#failure.error
  }

  #hear(said: SaidMarket, decide: () => Decision): Decision {
    try {
      const decision = decide()
      said.note(decision)
      return decision
    } catch (error) {
      this.#failure = { error }
      throw error
    }
  }
}

/** What a strategy answered last in one market. */
export class SaidMarket {
  #quotes = ''
  #words = 'no answer yet'
  #take = ''

  /** What shall rest, drawn as a book. */
  get quotes(): string {
    return this.#quotes
  }

  /** What shall rest, or why nothing shall. */
  get words(): string {
    return this.#words
  }

  get take(): string {
    return this.#take
  }

  /** No quote stands on a book that is dark. */
  dark(why: string): void {
    this.#quotes = ''
    this.#words = `pull: the book is lost: ${why}`
  }

  /** What is no answer the engine refuses, with a sentence. */
  note(decision: Decision): void {
    switch (decision?.kind) {
      case 'quotes':
        this.#quotes = draw({ bids: levelsOf(decision.bid), asks: levelsOf(decision.ask) })
        this.#words = this.#quotes || 'quotes without a level'
        break
      case 'pull':
        this.#quotes = ''
        this.#words = `pull: ${decision.why}`
        break
      case 'take': {
        const { side, outcome, worst, style } = decision
        this.#take = `${side} ${outcome} ${worst.price / 10_000} ${worst.size / 1_000_000}${style === 'market' ? '' : ` ${style}`}`
        break
      }
      default:
    }
  }
}

const levelsOf = (side: Ladder): readonly Level[] => (side === null || side === undefined ? [] : isList(side) ? side : [side])
