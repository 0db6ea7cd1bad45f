import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ScopeFlags } from '../trade/door/command-daemon.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith resume`: ends a halt and pauses, of a running daemon or of a wallet without one. */
export const resumeCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('resume'))
    .description('end a halt, pauses and stops, of a running daemon or of a wallet without one')
    .option('--market <id>', 'only the pause of this market')
    .option('--strategy <name>', 'only the pause of this strategy')
    .addHelpText('after', '\nExample:\n  $ oddsmith resume config/paper.yaml')
    .action(async (file: string | undefined, flags: ScopeFlags) => {
      const { resume } = await import('../trade/door/command-daemon.js')
      done(await resume(file, flags))
    })
