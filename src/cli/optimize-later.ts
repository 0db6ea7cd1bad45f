import { setFlagsFromString } from 'node:v8'

/** Bytes of bytecode that a function runs before V8 looks whether to optimize it: six times Node 20's own 66 KiB. */
const INTERRUPT_BUDGET = 400_000

/**
 * Has V8 optimize a function only after six times as many runs. A short backtest runs most functions for a fraction of a second: compiling them took a
 * third of the processor time of the whole command, on threads beside ours. What is hot in a long run is optimized a moment later. For Node 20 alone:
 * later versions have a quick compiler in between and no such flag.
 */
export function optimizeLater(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`)
}
