import type { z } from 'zod'
import { MarketIndex } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import { Wei } from '../../src/model/money.js'
import type { Decision, Pull, Quotes } from '../../src/model/quote.js'
import { Timestamp } from '../../src/model/time.js'
import type { StrategyDefinition } from '../../src/strategy/strategy.js'
import type { View } from '../../src/strategy/view.js'
import { DeskBench, market, picture, START, settings, usdt } from '../engine/desk-bench.js'

/** Where a strategy is tried: its parameters, its market, and what it holds there. */
export interface Trial {
  readonly parameters?: object
  readonly market?: Partial<Market>
  /** Of the market, from the bench's start. */
  readonly endsInSeconds?: number
  readonly yesShares?: number
  readonly noShares?: number
  readonly limits?: Parameters<typeof settings>[0]
}

type Answer = Quotes | Pull

/** A strategy of the package on a desk of one market. What it throws, the bench throws. */
export class StrategyBench<S extends z.ZodType> {
  readonly bench: DeskBench
  readonly market: Market
  readonly #instance: ReturnType<StrategyDefinition<S>['create']>
  readonly #thrown: unknown[] = []
  /** The rules that refused what the strategy asked for. */
  readonly refusals: string[] = []
  #answer: Answer | null = null

  constructor(definition: StrategyDefinition<S>, trial: Trial = {}) {
    const { endsInSeconds, yesShares = 0, noShares = 0 } = trial
    const endsAt = endsInSeconds === undefined ? null : Timestamp.add(START, endsInSeconds * 1_000_000)
    this.market = market(0, { endsAt, ...trial.market })
    const parameters = definition.parameters.parse(trial.parameters ?? {})
    this.#instance = definition.create(parameters, this.market)
    this.bench = new DeskBench({
      decide: view => this.#decide(view as View<z.output<S>>),
      markets: [this.market],
      parameters,
      watches: definition.watches,
      settings: settings({ limits: { stopBeforeEndSeconds: 0, priceCollarTicks: 15, orderMinUsdt: 1 }, ...trial.limits }),
      ...(definition.references !== undefined && { references: definition.references }),
    })
    const held = { yes: Wei.of(usdt(yesShares)), no: Wei.of(usdt(noShares)) }
    this.bench.open({ shares: new Map([[MarketIndex.of(0), held]]) })
  }

  /** Its answer to a drawn book: the last one where it was not asked again. */
  answer(book: string, afterMs = 1): Answer {
    return this.turn({ events: picture(book), afterMs })
  }

  turn(input: Parameters<DeskBench['turn']>[0]): Answer {
    this.refusals.push(...this.bench.turn(input).refusals.map(({ rule }) => rule))
    if (this.#thrown.length > 0) throw this.#thrown[0]
    if (this.#answer === null) throw new Error('the strategy was not asked')
    return this.#answer
  }

  terms(): Readonly<Record<string, number | string>> {
    return this.#instance.terms?.() ?? {}
  }

  #decide(view: View<z.output<S>>): Decision {
    try {
      const decision = this.#instance.decide(view)
      if (decision.kind === 'take' || decision.kind === 'halt') throw new Error('a maker took, or asked for a halt')
      if (decision.kind !== 'keep') this.#answer = decision
      return decision
    } catch (error) {
      this.#thrown.push(error)
      throw error
    }
  }
}
