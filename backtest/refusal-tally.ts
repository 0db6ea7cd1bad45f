import type { RefusalCounts } from './result.js'

type Counts = Map<string, number>

/** Counts refusals by rule and market. */
export class RefusalTally {
  readonly #byMarket = new Map<number, Readonly<Record<keyof RefusalCounts, Counts>>>()

  /** `of`: whether one of our limits refused, or the venue. */
  add(market: number, of: keyof RefusalCounts, rule: string): void {
    let own = this.#byMarket.get(market)
    if (own === undefined) {
      own = { limits: new Map(), venue: new Map() }
      this.#byMarket.set(market, own)
    }
    own[of].set(rule, (own[of].get(rule) ?? 0) + 1)
  }

  /** How often each rule refused in a market, most frequent first. */
  of(market: number): RefusalCounts {
    const own = this.#byMarket.get(market)
    return own === undefined ? NONE : { limits: sorted(own.limits), venue: sorted(own.venue) }
  }
}

const NONE: RefusalCounts = { limits: {}, venue: {} }

/** The counts of several markets together, most frequent first. */
export function sumRefusals(counts: readonly RefusalCounts[]): RefusalCounts {
  const sum = (of: keyof RefusalCounts): Readonly<Record<string, number>> => {
    const all: Counts = new Map()
    for (const each of counts) for (const [rule, times] of Object.entries(each[of])) all.set(rule, (all.get(rule) ?? 0) + times)
    return sorted(all)
  }
  return { limits: sum('limits'), venue: sum('venue') }
}

const sorted = (counts: Counts): Readonly<Record<string, number>> =>
  Object.fromEntries([...counts].toSorted(([a, many], [b, few]) => few - many || (a < b ? -1 : 1)))
