import type { MarketIndex } from './ids.js'

/** A strategy threw or returned an invalid answer: its instance is not asked again. */
export interface Fault {
  readonly market: MarketIndex
  readonly strategy: string
  readonly message: string
  /** As the runtime formats it; empty: the thrown value has no stack. */
  readonly stack: string
}

const MESSAGE_MAX = 1_000
const STACK_MAX = 4_000

/** Message and stack of a thrown value, with bounded length: a plugin may throw anything, even an object whose getters throw. */
export function thrownTexts(thrown: unknown): Pick<Fault, 'message' | 'stack'> {
  try {
    // An error's own fields may hold anything as well.
    const said: { readonly message: unknown; readonly stack?: unknown } = thrown instanceof Error ? thrown : { message: thrown }
    return {
      message: String(said.message).slice(0, MESSAGE_MAX),
      stack: typeof said.stack === 'string' ? said.stack.slice(0, STACK_MAX) : '',
    }
  } catch {
    return { message: 'what it threw cannot be read', stack: '' }
  }
}
