import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { CompareFlags } from '../search/compare.js'

/** `oddsmith compare`: compares results. */
export const compareCommand = (done: (code: ExitCode) => void): Command =>
  new Command('compare')
    .description('put results of backtests and runs side by side: equity, profit, markouts, fills in common')
    .argument('<results...>', 'folders that backtests left (--out), and folders of runs')
    .option('--model <name>', 'the fill model of backtests: pessimistic, probabilistic or optimistic; default: the headline')
    .option('--json', 'print one JSON document')
    .option('--out <folder>', 'where the page goes', 'comparisons/latest')
    .addHelpText('after', '\nExample:\n  $ oddsmith compare backtests/wide backtests/narrow runs/20260811-210100')
    .action(async (paths: readonly string[], flags: CompareFlags) => {
      const { runCompare } = await import('../search/compare.js')
      done(await runCompare(paths, flags))
    })
