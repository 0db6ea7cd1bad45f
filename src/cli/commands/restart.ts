import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ScopeFlags } from '../trade/door/command-daemon.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith restart`: creates the strategies of a running daemon again. */
export const restartCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('restart'))
    .description('make the strategies of a running daemon again, those that failed too')
    .option('--market <id>', 'this market alone')
    .option('--strategy <name>', 'the markets of this strategy alone')
    .addHelpText('after', '\nExample:\n  $ oddsmith restart config/paper.yaml --strategy two-sided')
    .action(async (file: string | undefined, flags: ScopeFlags) => {
      const { commandDaemon, scopeOf } = await import('../trade/door/command-daemon.js')
      done(await commandDaemon(file, flags, { do: 'restart', scope: scopeOf(flags) }))
    })
