import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { DaemonFlags } from '../trade/door/find-door.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith status`: prints the state of a running daemon. */
export const statusCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('status'))
    .description('print the state of a running daemon: money, orders, limits, feeds, calls')
    .addHelpText('after', '\nExample:\n  $ oddsmith status config/paper.yaml')
    .action(async (file: string | undefined, flags: DaemonFlags) => {
      const { showStatus } = await import('../trade/door/status.js')
      done(await showStatus(file, flags))
    })
