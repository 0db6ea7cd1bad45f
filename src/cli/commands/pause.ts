import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ScopeFlags } from '../trade/door/command-daemon.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith pause`: removes orders of a running daemon and places none until a resume. */
export const pauseCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('pause'))
    .description(
      'remove the orders of a running daemon, of a market or of a strategy, and place none until a resume, also over restarts',
    )
    .option('--market <id>', 'this market alone')
    .option('--strategy <name>', 'only the markets of this strategy')
    .addHelpText('after', '\nExample:\n  $ oddsmith pause config/paper.yaml --market 1001')
    .action(async (file: string | undefined, flags: ScopeFlags) => {
      const { commandDaemon, scopeOf } = await import('../trade/door/command-daemon.js')
      done(await commandDaemon(file, flags, { do: 'pause', scope: scopeOf(flags) }))
    })
