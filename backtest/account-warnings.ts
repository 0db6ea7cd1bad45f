import type { Turn } from '../src/engine/news.js'
import { counted, plural } from '../src/model/counted.js'
import type { Fault } from '../src/model/fault.js'
import { haltText } from '../src/model/halt.js'
import type { MarketId, MarketIndex } from '../src/model/ids.js'
import { isOfAnswer, type Refusal } from '../src/model/intent.js'
import { marketsText } from '../src/model/markets-text.js'
import { Timestamp } from '../src/model/time.js'
import { pluginFrame } from '../src/runtime/plugin-frame.js'
import type { StrategyFailure } from './result.js'

/** Answers of which no order could be made, by the rule that refused them. */
interface Invalid {
  readonly note: string
  readonly markets: MarketId[]
  count: number
}

/** The share of orders or fills from which on a warning is given, in percent. */
export const WARNING_MIN_PERCENT = 5

/** Failures and invalid answers of strategies, and halts of the desk, in one account, in the order in which they happened. */
export class AccountWarnings {
  readonly #idOf: (market: MarketIndex) => MarketId
  readonly #failures = new Map<string, StrategyFailure & { readonly markets: MarketId[] }>()
  readonly #invalid = new Map<string, Invalid>()
  readonly #halts: string[] = []
  #short = 0
  #shortAt = Timestamp.ZERO

  constructor(idOf: (market: MarketIndex) => MarketId) {
    this.#idOf = idOf
  }

  take({ faults, halt }: Pick<Turn, 'faults' | 'halt'>, now: Timestamp): void {
    for (const fault of faults) this.#fail(fault)
    if (halt !== null) this.#halts.push(`halted at ${Timestamp.iso(now)} by ${haltText(halt)}`)
  }

  /** One for each line of code that failed; without a line, one for each message. */
  get failures(): readonly StrategyFailure[] {
    return [...this.#failures.values()]
  }

  refused(refusals: readonly Refusal[], now: Timestamp): void {
    for (const refusal of refusals) {
      if (refusal.rule === 'cash' && this.#short++ === 0) this.#shortAt = now
      if (refusal.intent.kind !== 'place' || !isOfAnswer(refusal)) continue
      const id = this.#idOf(refusal.intent.market)
      const known = this.#invalid.get(refusal.rule)
      if (known === undefined) this.#invalid.set(refusal.rule, { note: refusal.note ?? '', markets: [id], count: 1 })
      else {
        known.count++
        if (!known.markets.includes(id)) known.markets.push(id)
      }
    }
  }

  /** A sentence if many orders beside those that were `placed` were refused for want of cash. */
  shortOfCash(placed: number): readonly string[] {
    if (this.#short === 0 || this.#short * 100 < (this.#short + placed) * WARNING_MIN_PERCENT) return []
    const since = Timestamp.iso(this.#shortAt)
    return [
      `${counted(this.#short, 'order')} ${plural(this.#short, 'was', 'were')} refused because the account had too little cash, the first at ${since}: the result is that of fewer quotes; --fund gives it more`,
    ]
  }

  /** One sentence for each failure, each kind of invalid answer, and each halt. */
  get list(): readonly string[] {
    return [...this.failures.map(failureText), ...[...this.#invalid.values()].map(invalidText), ...this.#halts]
  }

  #fail({ strategy, market, message, stack }: Fault): void {
    const where = pluginFrame(stack)
    const key = `${strategy} ${where ?? message}`
    const known = this.#failures.get(key)
    const id = this.#idOf(market)
    if (known === undefined) this.#failures.set(key, { strategy, message, where, markets: [id] })
    else known.markets.push(id)
  }
}

const failureText = ({ strategy, markets, message, where }: StrategyFailure): string =>
  `the strategy ${strategy} failed in ${marketsText(markets)} and was not asked again there: ${message}${where === null ? '' : ` (${where})`}`

const invalidText = ({ count, markets, note }: Invalid): string =>
  `no order could be made of ${counted(count, 'answer')} of strategies in ${marketsText(markets)}, the first: ${note}`
