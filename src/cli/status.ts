import { Command } from 'commander'
import type { DaemonFlags } from './door/find-door.js'
import { ofDaemon } from './door/of-daemon.js'
import type { ExitCode } from './exit.js'

/** `oddsmith status`: how a running daemon does. */
export const statusCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('status'))
    .description('say how a running daemon does: state, money, orders, limits, feeds, calls')
    .addHelpText('after', '\nExample:\n  $ oddsmith status config/paper.yaml')
    .action(async (file: string | undefined, flags: DaemonFlags) => {
      const { showStatus } = await import('./door/show-status.js')
      done(await showStatus(file, flags))
    })
