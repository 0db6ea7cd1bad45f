import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { DaemonFlags } from '../trade/door/find-door.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith halt`: halts a running daemon, or a wallet without one. */
export const haltCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('halt'))
    .description(
      'remove every order of a running daemon; only a resume ends it, also after a restart. Without a daemon, no run of the wallet starts',
    )
    .addHelpText('after', '\nExample:\n  $ oddsmith halt config/paper.yaml')
    .action(async (file: string | undefined, flags: DaemonFlags) => {
      const { haltWallet } = await import('../trade/door/command-daemon.js')
      done(await haltWallet(file, flags))
    })
