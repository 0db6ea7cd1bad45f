import { setFlagsFromString } from 'node:v8'

/** Bytes of bytecode that a function runs before V8 considers optimizing it: ten times the default of Node 20, and that default. */
const SHORT_RUN_BUDGET = 675_840
const USUAL_BUDGET = 67_584
/** The number of events from which a replay counts as long. */
export const LONG_RUN_EVENTS = 200_000
/** The number of events from which compiling is a small part of a replay, so that more inlining saves more than it takes. */
export const WARM_RUN_EVENTS = 5_000_000
/**
 * Bytes of bytecode that V8 may inline into one optimized function (its default is 920), and the size below which functions are inlined without being
 * counted: the default of 27 excludes readers that check what they read. With 4,000 bytes a warm replay is 3 % faster, but compiling takes 1.2 s more
 * of processor time, which a replay of fewer than 90 million events does not earn back.
 */
const INLINED = { all: 1_500, uncounted: 60 }

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
 * calls: without those calls, a warm replay is about 10 % faster, and so is a live turn. Functions are optimized at Node's default pace.
 */
export function compileForLongRun(): void {
  compileAtUsualPace()
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED.all}`)
  setFlagsFromString(`--max-inlined-bytecode-size-small=${INLINED.uncounted}`)
}

/** The settings for a replay of this many events: a short one keeps those that were made before. */
export function compileForReplay(events: number): void {
  if (events >= WARM_RUN_EVENTS) compileForLongRun()
  else if (events >= LONG_RUN_EVENTS) compileAtUsualPace()
}

function compileAtUsualPace(): void {
  if (isNode20) setFlagsFromString(`--interrupt-budget=${USUAL_BUDGET}`)
}

const isNode20 = process.versions.node.startsWith('20.')
