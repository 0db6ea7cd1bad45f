import type { Assignment } from '../src/engine/desk-options.js'
import type { Decision } from '../src/model/quote.js'
import type { Timestamp } from '../src/model/time.js'
import type { Strategy } from '../src/strategy/strategy.js'
import type { FairSample } from './result.js'

type Definition = Assignment['definition']

/** Over all markets; beyond it, values are kept half as often. */
const KEPT_MAX = 60_000
const SECOND = 1_000_000

/** A market's strategy, and whether its last answer came with a value: a pull has none. */
interface Watched {
  readonly strategy: Strategy<unknown>
  isMeant: boolean
  last: number | null
}

/**
 * The fair values of an account's strategies over a run, in bounded memory: the `fair` of their `terms()`, 0 to 1, read once a second and stored when
 * it changed. A strategy without such a term gives none. Reading terms changes no decision and no hash.
 */
export class FairValues {
  list: FairSample[] = []
  readonly #watched = new Map<number, Watched>()
  /** One for each definition: a desk identifies siblings by it. */
  readonly #definitions = new Map<Definition, Definition>()
  #stride = 1
  #count = 0

  /** The same assignment, with its strategy's answers observed. */
  watch(assignment: Assignment): Assignment {
    const { definition } = assignment
    const known = this.#definitions.get(definition)
    const watched = known ?? { ...definition, create: (parameters, market) => this.#create(definition, parameters, market) }
    if (known === undefined) this.#definitions.set(definition, watched)
    return { ...assignment, definition: watched }
  }

  look(at: Timestamp): void {
    if (this.#count++ % this.#stride !== 0) return
    for (const [market, watched] of this.#watched) {
      const fair = watched.isMeant ? fairOf(watched.strategy) : null
      if (fair === watched.last) continue
      watched.last = fair
      this.list.push({ at, market, fair })
    }
    while (this.list.length > KEPT_MAX) this.#thin()
  }

  #create(definition: Definition, ...[parameters, market]: Parameters<Definition['create']>): Strategy<unknown> {
    const strategy = definition.create(parameters, market)
    if (strategy.terms === undefined) return strategy
    const watched: Watched = { strategy, isMeant: false, last: null }
    this.#watched.set(market.index, watched)
    return {
      decide: view => {
        const answer = strategy.decide(view)
        watched.isMeant = isMeant(answer, watched.isMeant)
        return answer
      },
      terms: () => strategy.terms?.() ?? {},
    }
  }

  /** Of a market's values within one longer interval, the last one is kept. */
  #thin(): void {
    this.#stride *= 2
    const interval = SECOND * this.#stride
    const last = new Map<string, number>()
    for (const [index, { market, at }] of this.list.entries()) last.set(`${market} ${Math.floor(at / interval)}`, index)
    const kept = new Set(last.values())
    this.list = this.list.filter((_, index) => kept.has(index))
  }
}

function isMeant({ kind }: Decision, before: boolean): boolean {
  if (kind === 'keep') return before
  return kind !== 'pull' && kind !== 'halt'
}

/** null: no value, or not a price. Strategies are foreign code, and one that throws here has no value. */
function fairOf(strategy: Strategy<unknown>): number | null {
  try {
    const fair = Number(strategy.terms?.()['fair'] ?? Number.NaN)
    return fair > 0 && fair < 1 ? fair : null
  } catch {
    return null
  }
}
