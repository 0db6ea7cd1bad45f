import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import { compileForLongRun } from '../search/compiler.js'
import type { SearchFlags } from '../search/with-search.js'

/** `oddsmith sweep`: a search of a strategy's parameters over recorded time. */
export const sweepCommand = (done: (code: ExitCode) => void): Command =>
  new Command('sweep')
    .description('search parameters of a strategy over a recording, on every core, and say what chance would have found')
    .argument('<config>', 'a YAML file as backtest takes it; its field sweep says what to vary')
    .option('--random <n>', 'try this many points drawn by the seed instead of the whole grid')
    .option('--sequential <n>', 'try n points, batch by batch, each batch chosen by what came of those before')
    .option('--seed <n>', 'of the points that are drawn')
    .option('--report <n>', 'write a full report of this many of the best trials (default: 1)')
    .option('--recording <path>', 'another recording than the config names')
    .option('--threads <n>', 'how many run at a time (default: one a core)')
    .option('--json', 'print one JSON document')
    .option('--out <folder>', 'where table, page and reports go; trials that stand there are not run again', 'sweeps/latest')
    .addHelpText('after', '\nExample:\n  $ oddsmith sweep config/backtest.yaml --random 200 --seed 7 --report 3')
    .action(async (file: string, flags: SearchFlags) => {
      compileForLongRun()
      const { runSweep } = await import('../search/sweep.js')
      done(await runSweep(file, flags))
    })
