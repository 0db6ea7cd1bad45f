import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { CompareFlags } from '../search/compare.js'

/** `oddsmith compare`: compares results. */
export const compareCommand = (done: (code: ExitCode) => void): Command =>
  new Command('compare')
    .description('compare results of backtests and runs: equity, profit, markouts, fills in common')
    .argument('<results...>', 'folders of backtests (their --out) and of runs')
    .option('--model <name>', 'the fill model of backtests: pessimistic, probabilistic or optimistic; default: the headline')
    .option('--json', 'print one JSON document')
    .option('--out <folder>', 'folder for the page', 'comparisons/latest')
    .addHelpText('after', '\nExample:\n  $ oddsmith compare backtests/wide backtests/narrow runs/20260811-210100')
    .action(async (paths: readonly string[], flags: CompareFlags) => {
      const { runCompare } = await import('../search/compare.js')
      done(await runCompare(paths, flags))
    })
