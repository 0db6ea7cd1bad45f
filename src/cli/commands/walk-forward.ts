import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import { compileForLongRun } from '../search/compiler.js'
import type { SearchFlags } from '../search/with-search.js'

/** `oddsmith walk-forward`: parameters chosen on earlier events, tested on later ones. */
export const walkForwardCommand = (done: (code: ExitCode) => void): Command =>
  new Command('walk-forward')
    .description('choose parameters on earlier events and test them on later ones, no event on both sides')
    .argument(
      '<config>',
      'a YAML file as backtest takes it; its fields sweep and walkForward say what to vary and how to split',
    )
    .option('--random <n>', 'try this many points drawn by the seed instead of the whole grid')
    .option('--sequential <n>', 'try n points, batch by batch, each batch chosen by what came of those before')
    .option('--seed <n>', 'of the points that are drawn')
    .option('--recording <path>', 'another recording than the config names')
    .option('--threads <n>', 'how many trials run at a time (default: one a core)')
    .option('--json', 'print one JSON document')
    .option('--out <folder>', 'where table and page go; trials that stand there are not run again', 'walks/latest')
    .addHelpText('after', '\nExample:\n  $ oddsmith walk-forward config/rounds.yaml')
    .action(async (file: string, flags: SearchFlags) => {
      compileForLongRun()
      const { runWalkForward } = await import('../search/walk-forward.js')
      done(await runWalkForward(file, flags))
    })
