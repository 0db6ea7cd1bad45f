import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import { compileForLongRun } from '../search/compiler.js'
import type { SearchFlags } from '../search/with-search.js'

/** `oddsmith sweep`: a search of a strategy's parameters over recorded time. */
export const sweepCommand = (done: (code: ExitCode) => void): Command =>
  new Command('sweep')
    .description(
      'search parameters of a strategy over a recording, on every core, and say how good a result chance alone would give',
    )
    .argument('<config>', 'a YAML file as for backtest; its field sweep says what to vary')
    .option('--random <n>', 'try this many points drawn by the seed instead of the whole grid')
    .option('--sequential <n>', 'try n points in batches, each chosen by the results of earlier ones')
    .option('--seed <n>', 'seed of the drawn points')
    .option('--report <n>', 'write a full report of this many of the best trials (default: 1)')
    .option('--recording <path>', 'use this recording instead of the config’s')
    .option('--threads <n>', 'number of trials at a time (default: one per core)')
    .option('--json', 'print one JSON document')
    .option('--out <folder>', 'folder for table, page and reports; trials in it are not run again', 'sweeps/latest')
    .addHelpText('after', '\nExample:\n  $ oddsmith sweep config/backtest.yaml --random 200 --seed 7 --report 3')
    .action(async (file: string, flags: SearchFlags) => {
      compileForLongRun()
      const { runSweep } = await import('../search/sweep.js')
      done(await runSweep(file, flags))
    })
