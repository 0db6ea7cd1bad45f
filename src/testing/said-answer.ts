import type { z } from 'zod'
import type { MarketId } from '../model/ids.js'
import type { Level } from '../model/money.js'
import { type Decision, isList, type Ladder } from '../model/quote.js'
import type { StrategyDefinition } from '../strategy/strategy.js'
import { draw } from './book-picture.js'

/** Records the answers of a strategy that runs on an engine, in each of its markets. */
export class SaidAnswer {
  /** The strategy, wrapped to record its answers. */
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

  /** Its answers in one market. */
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

/** A strategy's last answer in one market. */
export class SaidMarket {
  #quotes = ''
  #words = 'no answer yet'
  #take = ''

  /** The wanted quotes, drawn as a book. */
  get quotes(): string {
    return this.#quotes
  }

  /** The wanted quotes, or why there are none. */
  get words(): string {
    return this.#words
  }

  get take(): string {
    return this.#take
  }

  /** A dark book has no quotes. */
  dark(why: string): void {
    this.#quotes = ''
    this.#words = `pull: the book is lost: ${why}`
  }

  /** The engine refuses an invalid answer with a message, so it is not recorded. */
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
      case 'halt':
        this.#quotes = ''
        this.#words = `halt: ${decision.why}`
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
