import { setFlagsFromString } from 'node:v8'

/** Bytes of bytecode that a function runs before V8 looks whether to optimize it: ten times Node 20's own, and Node 20's own. */
const SHORT_RUN_BUDGET = 675_840
const USUAL_BUDGET = 67_584
/** Events from which on a replay is long. */
export const LONG_RUN_EVENTS = 200_000
/**
 * Bytes of bytecode that V8 puts into one optimized function in place of calls (four times its own 920), of functions up to `each`, and the size of those
 * that it puts there without counting them: its own 27 leaves out readers that check what they read.
 */
const INLINED = { all: 4_000, each: 2_000, uncounted: 60 }

/**
 * Has V8 optimize a function only after ten times as many runs. A short backtest runs most functions for a fraction of a second: compiling them took a
 * third of the processor time of the whole command, on threads beside ours. For Node 20 alone: later versions have a quick compiler in between and
 * no such flag.
 */
export function compileForShortRun(): void {
  if (isNode20) setFlagsFromString(`--interrupt-budget=${SHORT_RUN_BUDGET}`)
}

/**
 * Has V8 put more of the functions that a hot one calls into it. A turn is some hundred small functions, of which V8's own limit leaves a part as calls:
 * a long replay takes 10 to 20 % less time without them, a live turn as much. Functions are optimized at Node's usual pace.
 */
export function compileForLongRun(): void {
  if (isNode20) setFlagsFromString(`--interrupt-budget=${USUAL_BUDGET}`)
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED.all}`)
  setFlagsFromString(`--max-inlined-bytecode-size=${INLINED.each}`)
  setFlagsFromString(`--max-inlined-bytecode-size-small=${INLINED.uncounted}`)
}

const isNode20 = process.versions.node.startsWith('20.')
