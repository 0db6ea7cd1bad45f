import type { Timestamp } from '../../../model/time.js'
import { type FaultKind, type FaultOf, fault, type WrittenFault } from '../../../protocol/api/schemas-faults.js'
import { uniform } from '../prices/price-walk.js'

/** A moment at which a fault may strike. A fault with a condition on a field that the occasion lacks does not strike. */
export interface Occasion {
  readonly at: Timestamp
  /** Such as `POST /v1/orders`. */
  readonly route?: string
  readonly topic?: string
  /** Lower-case addresses. */
  readonly accounts?: readonly string[]
  readonly market?: number | null
}

/** A fault, as it was set. */
export interface FaultRule {
  readonly id: number
  readonly setAt: Timestamp
  /** How often it struck. */
  readonly strikes: number
  readonly fault: WrittenFault
}

/** Decides which fault strikes: a pure function of the faults that were set and of the occasions, in order. */
export interface FaultRules {
  readonly isEmpty: boolean
  set(fault: WrittenFault, at: Timestamp): FaultRule
  /** Removes a rule and returns it; `null`: there was none. */
  clear(id: number): FaultRule | null
  /** In the order in which they were set. */
  list(): readonly FaultRule[]
  /** The first fault of a kind that could strike now. Nothing is drawn or counted. */
  peek<K extends FaultKind>(kind: K, occasion: Occasion): FaultOf<K> | null
  /** The first fault of a kind that strikes now. The strike is counted. */
  strike<K extends FaultKind>(kind: K, occasion: Occasion): FaultOf<K> | null
  /** Counts a strike of an action. */
  count(id: number): void
}

/** Every condition that a fault of any kind may have. */
interface When {
  readonly afterMs?: number | undefined
  readonly forMs?: number | undefined
  readonly count?: number | undefined
  readonly account?: string | undefined
  readonly market?: number | undefined
  readonly route?: string | undefined
  readonly topic?: string | undefined
  readonly probability?: number | undefined
  readonly seed?: number | undefined
}

/** No faults. */
export const createFaultRules = (): FaultRules => new SetRules()

interface Rule extends FaultRule {
  strikes: number
  /** How often the fault could have struck. */
  chances: number
  readonly when: When
  readonly route: RegExp | null
}

class SetRules implements FaultRules {
  readonly #rules = new Map<number, Rule>()
  #last = 0

  get isEmpty(): boolean {
    return this.#rules.size === 0
  }

  set(fault: WrittenFault, setAt: Timestamp): FaultRule {
    const when: When = fault.when ?? {}
    const route = when.route === undefined ? null : patternOf(when.route)
    const rule: Rule = { id: ++this.#last, setAt, strikes: 0, chances: 0, fault, when, route }
    this.#rules.set(rule.id, rule)
    return rule
  }

  clear(id: number): FaultRule | null {
    const rule = this.#rules.get(id) ?? null
    this.#rules.delete(id)
    return rule
  }

  list(): readonly FaultRule[] {
    return [...this.#rules.values()]
  }

  peek<K extends FaultKind>(kind: K, occasion: Occasion): FaultOf<K> | null {
    for (const rule of this.#rules.values()) if (isOf(rule.fault, kind) && couldStrike(rule, occasion)) return rule.fault
    return null
  }

  strike<K extends FaultKind>(kind: K, occasion: Occasion): FaultOf<K> | null {
    for (const rule of this.#rules.values()) {
      const { fault } = rule
      if (!isOf(fault, kind) || !couldStrike(rule, occasion) || !isDrawn(rule)) continue
      rule.strikes += 1
      return fault
    }
    return null
  }

  count(id: number): void {
    const rule = this.#rules.get(id)
    if (rule !== undefined) rule.strikes += 1
  }
}

const isOf = <K extends FaultKind>(fault: WrittenFault, kind: K): fault is FaultOf<K> => fault.kind === kind

const couldStrike = ({ when, setAt, strikes, route }: Rule, occasion: Occasion): boolean => {
  const ageMs = (occasion.at - setAt) / 1_000
  const from = when.afterMs ?? 0
  if (ageMs < from || ageMs >= from + (when.forMs ?? Number.POSITIVE_INFINITY)) return false
  if (strikes >= (when.count ?? Number.POSITIVE_INFINITY)) return false
  if (when.account !== undefined && occasion.accounts?.includes(when.account.toLowerCase()) !== true) return false
  if (when.market !== undefined && when.market !== occasion.market) return false
  if (when.topic !== undefined && when.topic !== occasion.topic) return false
  return route === null || (occasion.route !== undefined && route.test(occasion.route))
}

/** The draw depends on the fault's own seed and count, and not on other faults. */
const isDrawn = (rule: Rule): boolean => {
  const { probability, seed = 0 } = rule.when
  return probability === undefined || uniform(seed, 1, ++rule.chances) < probability
}

/** Turns a route such as `POST /v1/orders/{hash}` or `/v1/*` into an expression over method and path. */
const patternOf = (route: string): RegExp => {
  const escaped = route.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  const path = escaped.replaceAll(/\{\w*\}/g, '[^/]+').replaceAll(String.raw`\*`, '.*')
  return new RegExp(`^${route.startsWith('/') ? '(?:GET|POST) ' : ''}${path}$`)
}

/** Checks faults of a config. Throws a RangeError that names the first invalid one. */
export const readFaults = (list: readonly unknown[]): readonly WrittenFault[] =>
  list.map((one, index) => {
    const read = fault.safeParse(one)
    if (read.success) return read.data
    const issue = read.error.issues[0]
    throw new RangeError(`fault ${index + 1}: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is none'}`)
  })
