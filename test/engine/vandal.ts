import type { View } from '../../src/strategy/view.js'

const GARBAGE = -1e12
const ACCESSOR = { get: () => GARBAGE, set: () => undefined, configurable: true }
const OF_THE_LANGUAGE = new Set<object>(
  [Object, Function, Array, Map, Set, Date, Number, String, Boolean, BigInt, Symbol, Promise, RegExp].flatMap(made => [
    made,
    made.prototype as object,
  ]),
)
/** What the types promise, whether an object shows it or not. */
const NAMES = ['net', 'yes', 'no', 'free', 'bid', 'ask', 'price', 'size', 'shares', 'value', 'state', 'tick', 'index', 'market']

/**
 * Goes through everything that can be reached from a view, and through the views of other markets: own keys, symbols, accessors, functions
 * and prototypes up to those of the language. Each is written, redefined, deleted, given another prototype and frozen, as far as it lets
 * that be done. Answers how many objects it found.
 */
export function vandalize(view: View<unknown>, siblings: readonly View<unknown>['market']['id'][]): number {
  const found = new Set<object>()
  const queue: unknown[] = [view, ...siblings.map(id => view.sibling(id)), view.reference('coin')]
  if (view.book.state === 'live') queue.push(view.book.levels('bid', 3), view.book.best('ask'))
  for (const next of queue) {
    if (!isObject(next) || found.has(next) || OF_THE_LANGUAGE.has(next)) continue
    found.add(next)
    queue.push(...reachableFrom(next))
  }
  // Only now: what was destroyed could not be walked.
  for (const each of found) destroy(each)
  return found.size
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

function reachableFrom(from: object): unknown[] {
  const reached: unknown[] = [Object.getPrototypeOf(from)]
  for (let of: object | null = from; of !== null && !OF_THE_LANGUAGE.has(of); of = Object.getPrototypeOf(of) as object | null)
    for (const key of Reflect.ownKeys(of)) {
      const parts: Readonly<Record<string, unknown>> = { ...Object.getOwnPropertyDescriptor(of, key) }
      reached.push(
        ...Object.values(parts),
        attempt(() => Reflect.get(from, key) as unknown),
      )
    }
  if (from instanceof Map) reached.push(...[...from].flat())
  return reached
}

function destroy(it: object): void {
  const keys = new Set<PropertyKey>([...NAMES, ...Reflect.ownKeys(it)])
  for (let of = Object.getPrototypeOf(it) as object | null; of !== null && !OF_THE_LANGUAGE.has(of); )
    of = (Reflect.ownKeys(of).forEach(key => keys.add(key)), Object.getPrototypeOf(of) as object | null)
  for (const key of keys) {
    attempt(() => Reflect.set(it, key, GARBAGE))
    attempt(() => Reflect.deleteProperty(it, key))
    attempt(() => Reflect.defineProperty(it, key, ACCESSOR))
  }
  if (Array.isArray(it)) for (const method of ['push', 'fill', 'reverse'] as const) attempt(() => it[method](GARBAGE))
  if (it instanceof Map) Map.prototype.clear.call(it)
  attempt(() => Reflect.setPrototypeOf(it, null))
  attempt(() => Object.freeze(it))
}

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch {
    return undefined
  }
}
