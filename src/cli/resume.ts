import { Command } from 'commander'
import type { ResumeFlags } from './clear-halt.js'
import type { ExitCode } from './exit.js'

/** `oddsmith resume`: clears the latch of a halted wallet. */
export const resumeCommand = (done: (code: ExitCode) => void): Command =>
  new Command('resume')
    .description('clear the halt of a wallet, so that it may be run again')
    .argument('<config>', 'whose wallet')
    .option('--home <folder>', 'where state/ and runs/ lie', '.')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith resume config/paper.yaml')
    .action(async (file: string, flags: ResumeFlags) => {
      const { clearHalt } = await import('./clear-halt.js')
      done(await clearHalt(file, flags))
    })
