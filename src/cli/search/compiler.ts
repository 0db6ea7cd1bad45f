import { setFlagsFromString } from 'node:v8'

/** Bytes of bytecode that a function runs before V8 considers optimizing it: ten times the default of Node 20, and that default. */
const SHORT_RUN_BUDGET = 675_840
const USUAL_BUDGET = 67_584
/** The number of events from which a replay counts as long. */
export const LONG_RUN_EVENTS = 200_000
/**
 * Bytes of bytecode that V8 may inline into one optimized function (four times its default of 920), from functions up to `each`, and the size below
 * which functions are inlined without being counted: the default of 27 excludes readers that check what they read.
 */
const INLINED = { all: 4_000, each: 2_000, uncounted: 60 }

/**
 * Makes V8 optimize a function only after ten times as many runs. A short backtest runs most functions for a fraction of a second, and compiling them
 * took a third of the whole command's processor time, on other threads. Only for Node 20: later versions have a fast intermediate compiler and no
 * such flag.
 */
export function compileForShortRun(): void {
  if (isNode20) setFlagsFromString(`--interrupt-budget=${SHORT_RUN_BUDGET}`)
}

/**
 * Makes V8 inline more functions into a hot one. A turn consists of about a hundred small functions, of which V8's default limit leaves some as
 * calls: without those calls, a long replay is 10 to 20 % faster, and so is a live turn. Functions are optimized at Node's default pace.
 */
export function compileForLongRun(): void {
  if (isNode20) setFlagsFromString(`--interrupt-budget=${USUAL_BUDGET}`)
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED.all}`)
  setFlagsFromString(`--max-inlined-bytecode-size=${INLINED.each}`)
  setFlagsFromString(`--max-inlined-bytecode-size-small=${INLINED.uncounted}`)
}

/** The settings for a replay of this many events: a short one keeps those that were made before. */
export function compileForReplay(events: number): void {
  if (events >= LONG_RUN_EVENTS) compileForLongRun()
}

const isNode20 = process.versions.node.startsWith('20.')
