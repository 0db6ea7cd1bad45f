import type { MarketIndex } from './ids.js'

/** A strategy that threw, or answered with what no answer can be: its instance is not asked again. */
export interface Fault {
  readonly market: MarketIndex
  readonly strategy: string
  readonly message: string
  /** As the runtime drew it; empty: what was thrown carries none. */
  readonly stack: string
}

const MESSAGE_MAX = 1_000
const STACK_MAX = 4_000

/** What was thrown, in texts of a bounded length: a plugin may throw anything, even what throws again when it is read. */
export function thrownTexts(thrown: unknown): Pick<Fault, 'message' | 'stack'> {
  try {
    // An error's own fields may be anything as well.
    const said: { readonly message: unknown; readonly stack?: unknown } = thrown instanceof Error ? thrown : { message: thrown }
    return {
      message: String(said.message).slice(0, MESSAGE_MAX),
      stack: typeof said.stack === 'string' ? said.stack.slice(0, STACK_MAX) : '',
    }
  } catch {
    return { message: 'what it threw cannot be read', stack: '' }
  }
}
