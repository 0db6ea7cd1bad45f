import type { Assignment } from '../src/engine/desk-options.js'
import type { Decision } from '../src/model/quote.js'
import type { Timestamp } from '../src/model/time.js'
import type { Strategy } from '../src/strategy/strategy.js'
import type { FairSample } from './result.js'

type Definition = Assignment['definition']

/** Of all markets together; beyond that values are kept half as often. */
const KEPT_MAX = 60_000
const SECOND = 1_000_000

/** The strategy of a market, and whether its last answer came from a value: one that pulls has none to stand for. */
interface Watched {
  readonly strategy: Strategy<unknown>
  isMeant: boolean
  last: number | null
}

/**
 * What the strategies of an account hold their markets to be worth, through a run, in bounded memory: the `fair` of their `terms()`, as 0 to 1, looked at
 * once a second and kept where it changed. A strategy without such a term leaves nothing. Asking for terms changes no decision, nor any hash.
 */
export class FairValues {
  list: FairSample[] = []
  readonly #watched = new Map<number, Watched>()
  /** One a definition: by it a desk knows which markets are siblings. */
  readonly #definitions = new Map<Definition, Definition>()
  #stride = 1
  #count = 0

  /** The same assignment with an eye on what its strategy answers. */
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

  /** Of the values of a market within one longer interval the last one stays. */
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
  return kind !== 'pull'
}

/** null: it names none, or what it names is no price. Strategies are other people's code, and one that throws here has no value. */
function fairOf(strategy: Strategy<unknown>): number | null {
  try {
    const fair = Number(strategy.terms?.()['fair'] ?? Number.NaN)
    return fair > 0 && fair < 1 ? fair : null
  } catch {
    return null
  }
}
