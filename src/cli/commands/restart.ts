import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ScopeFlags } from '../trade/door/command-daemon.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith restart`: creates the strategies of a running daemon again. */
export const restartCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('restart'))
    .description('create the strategies of a running daemon again, also failed ones')
    .option('--market <id>', 'this market alone')
    .option('--strategy <name>', 'only the markets of this strategy')
    .addHelpText('after', '\nExample:\n  $ oddsmith restart config/paper.yaml --strategy two-sided')
    .action(async (file: string | undefined, flags: ScopeFlags) => {
      const { commandDaemon, scopeOf } = await import('../trade/door/command-daemon.js')
      done(await commandDaemon(file, flags, { do: 'restart', scope: scopeOf(flags) }))
    })
