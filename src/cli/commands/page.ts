import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { DaemonFlags } from '../trade/door/find-door.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith page`: prints an address that opens the page of a running daemon. */
export const pageCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('page'))
    .description('print an address that opens the page of a running daemon once')
    .addHelpText('after', '\nExample:\n  $ oddsmith page config/paper.yaml')
    .action(async (file: string | undefined, flags: DaemonFlags) => {
      const { showPage } = await import('../trade/door/show-door.js')
      done(await showPage(file, flags))
    })
