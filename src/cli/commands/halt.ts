import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { DaemonFlags } from '../trade/door/find-door.js'
import { ofDaemon } from './of-daemon.js'

/** `oddsmith halt`: halts a running daemon. */
export const haltCommand = (done: (code: ExitCode) => void): Command =>
  ofDaemon(new Command('halt'))
    .description('remove every order of a running daemon; only a resume ends it, also after a restart')
    .addHelpText('after', '\nExample:\n  $ oddsmith halt config/paper.yaml')
    .action(async (file: string | undefined, flags: DaemonFlags) => {
      const { commandDaemon } = await import('../trade/door/command-daemon.js')
      done(await commandDaemon(file, flags, { do: 'halt' }))
    })
