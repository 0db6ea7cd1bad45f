import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { DaemonFlags } from '../trade/door/find-door.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith door`: prints where the door of a running daemon is. */
export const doorCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('door'))
    .description('print where the door of a running daemon is, and its clients')
    .addHelpText('after', '\nExample:\n  $ oddsmith door config/paper.yaml')
    .action(async (file: string | undefined, flags: DaemonFlags) => {
      const { showDoor } = await import('../trade/door/show-door.js')
      done(await showDoor(file, flags))
    })
