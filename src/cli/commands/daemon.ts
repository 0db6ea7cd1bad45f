import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import { compileForLongRun } from '../search/compiler.js'
import type { KeptDaemonFlags } from '../trade/daemon.js'

/** `oddsmith daemon`: the process that trades. `oddsmith run` starts and watches it; people do not run it. */
export const daemonCommand = (done: (code: ExitCode) => void): Command =>
  new Command('daemon')
    .description('the process that trades; "oddsmith run" starts it')
    .argument('<config>', 'a YAML file')
    .option('--for <duration>')
    .option('--json')
    .option('--home <folder>', '', '.')
    .option('--recording <file>')
    .option('--speed <number>')
    .option('--awaits-passphrase')
    .action(async (file: string, flags: KeptDaemonFlags) => {
      compileForLongRun()
      const { startDaemon } = await import('../trade/daemon.js')
      done(await startDaemon(file, flags))
    })
