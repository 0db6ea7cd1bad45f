import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { CloseFlags } from '../trade/door/close.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith close`: sells what a running daemon holds. */
export const closeCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('close'))
    .description(
      'sell what a running daemon holds, of a market or of a strategy, and place nothing else until a resume, also over restarts; orders rest at a fair price or better',
    )
    .option('--market <id>', 'this market alone')
    .option('--strategy <name>', 'only the markets of this strategy')
    .option('--cross <ticks>', 'take what rests on the other side instead, at most this many ticks beyond its best price')
    .option('--wait <duration>', 'return when nothing is left to sell, or after 30s, 5m or 2h with code 1')
    .addHelpText('after', '\nExample:\n  $ oddsmith close config/paper.yaml --market 1001 --wait 5m')
    .action(async (file: string | undefined, flags: CloseFlags) => {
      const { closePositions } = await import('../trade/door/close.js')
      done(await closePositions(file, flags))
    })
