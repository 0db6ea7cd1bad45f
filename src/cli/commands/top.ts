import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { DaemonFlags } from '../trade/door/find-door.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith top`: the screen of a running daemon, from another terminal. */
export const topCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('top'))
    .description('show the screen of a running daemon until Ctrl-C; the run continues')
    .addHelpText('after', '\nExample:\n  $ oddsmith top config/paper.yaml')
    .action(async (file: string | undefined, flags: DaemonFlags) => {
      const { showTop } = await import('../trade/door/top.js')
      done(await showTop(file, flags))
    })
