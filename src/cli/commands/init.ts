import { Command } from 'commander'
import { ExitCode } from '../config/exit.js'
import type { InitFlags } from '../config/init.js'
import { printText } from '../screen/print-text.js'

/** `oddsmith init`: creates a project. */
export const initCommand = (done: (code: ExitCode) => void): Command =>
  new Command('init')
    .description('create a project: a strategy with its test, a config, a recording and a CI workflow')
    .argument('<folder>', 'a new or empty folder; its name becomes that of the project')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith init my-bot')
    .action(async (folder: string, flags: InitFlags) => {
      const { writeProject } = await import('../config/init.js')
      printText(await writeProject(folder, flags))
      done(ExitCode.DONE)
    })
