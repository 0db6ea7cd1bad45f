import type { Turn } from '../src/engine/news.js'
import type { Fault } from '../src/model/fault.js'
import type { MarketId, MarketIndex } from '../src/model/ids.js'
import { Timestamp } from '../src/model/time.js'
import { pluginFrame } from '../src/runtime/plugin-frame.js'
import type { StrategyFailure } from './result.js'

/** Markets that a warning names; it counts the others. */
const NAMED_MAX = 5

/** Failures of strategies and halts of the desk in one account, in the order in which they happened. */
export class AccountWarnings {
  readonly #idOf: (market: MarketIndex) => MarketId
  readonly #failures = new Map<string, StrategyFailure & { readonly markets: MarketId[] }>()
  readonly #halts: string[] = []

  constructor(idOf: (market: MarketIndex) => MarketId) {
    this.#idOf = idOf
  }

  take({ faults, halt }: Pick<Turn, 'faults' | 'halt'>, now: Timestamp): void {
    for (const fault of faults) this.#fail(fault)
    if (halt !== null)
      this.#halts.push(`halted at ${Timestamp.iso(now)} by ${halt.rule}: the limit is ${halt.limit}, found ${halt.found}`)
  }

  /** One for each line of code that failed; without a line, one for each message. */
  get failures(): readonly StrategyFailure[] {
    return [...this.#failures.values()]
  }

  /** One sentence for each failure and each halt. */
  get list(): readonly string[] {
    return [...this.failures.map(failureText), ...this.#halts]
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

function marketsText(markets: readonly MarketId[]): string {
  const named = markets.slice(0, NAMED_MAX).join(', ')
  if (markets.length === 1) return `market ${named}`
  return `${markets.length} markets (${named}${markets.length > NAMED_MAX ? ', …' : ''})`
}
