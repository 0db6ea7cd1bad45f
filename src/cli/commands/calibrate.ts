import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { CalibrateFlags } from '../search/calibrate.js'

/** `oddsmith calibrate`: compares the fill models with the fills of a run. */
export const calibrateCommand = (done: (code: ExitCode) => void): Command =>
  new Command('calibrate')
    .description('send a run’s orders through the fill models and compare the results with the real fills, order by order')
    .argument('<run>', 'a folder under runs/, or its input log')
    .option('--json', 'print one JSON document')
    .option(
      '--home <folder>',
      'folder with state/, which has the exchange of a run on paper; default: the folder that contains runs/',
    )
    .addHelpText('after', '\nExample:\n  $ oddsmith calibrate runs/20260811-210100 --json')
    .action(async (run: string, flags: CalibrateFlags) => {
      const { calibrateRun } = await import('../search/calibrate.js')
      done(await calibrateRun(run, flags))
    })
