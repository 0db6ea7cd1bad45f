import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { CalibrateFlags } from '../search/calibrate.js'

/** `oddsmith calibrate`: compares the fill models with the fills of a run. */
export const calibrateCommand = (done: (code: ExitCode) => void): Command =>
  new Command('calibrate')
    .description('send a run’s orders again through the fill models and compare, order by order, with how they were filled')
    .argument('<run>', 'a folder under runs/, or its input log')
    .option('--json', 'print one JSON document')
    .option('--home <folder>', 'where state/ lies, with the exchange of a run on paper; default: beside runs/')
    .addHelpText('after', '\nExample:\n  $ oddsmith calibrate runs/20260811-210100 --json')
    .action(async (run: string, flags: CalibrateFlags) => {
      const { calibrateRun } = await import('../search/calibrate.js')
      done(await calibrateRun(run, flags))
    })
