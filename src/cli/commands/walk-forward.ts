import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import { compileForLongRun } from '../search/compiler.js'
import type { SearchFlags } from '../search/with-search.js'

/** `oddsmith walk-forward`: parameters chosen on earlier events, tested on later ones. */
export const walkForwardCommand = (done: (code: ExitCode) => void): Command =>
  new Command('walk-forward')
    .description('choose parameters on earlier events and test them on later ones, no event on both sides')
    .argument('<config>', 'a YAML file as for backtest; its fields sweep and walkForward say what to vary and how to split')
    .option('--random <n>', 'try this many points drawn by the seed instead of the whole grid')
    .option('--sequential <n>', 'try n points in batches, each chosen by the results of earlier ones')
    .option('--seed <n>', 'seed of the drawn points')
    .option('--recording <path>', 'use this recording instead of the config’s')
    .option('--threads <n>', 'number of trials at a time (default: one per core)')
    .option('--json', 'print one JSON document')
    .option('--out <folder>', 'folder for table and page; trials in it are not run again', 'walks/latest')
    .addHelpText('after', '\nExample:\n  $ oddsmith walk-forward config/rounds.yaml')
    .action(async (file: string, flags: SearchFlags) => {
      compileForLongRun()
      const { runWalkForward } = await import('../search/walk-forward.js')
      done(await runWalkForward(file, flags))
    })
