import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { CancelAllFlags } from '../wallet/cancel-all.js'

/** `oddsmith cancel-all`: removes every order of a wallet at its venue. */
export const cancelAllCommand = (done: (code: ExitCode) => void): Command =>
  new Command('cancel-all')
    .description(
      'remove every order of a wallet at its venue, including those of other programs; a running daemon does it and pauses',
    )
    .argument('<config>', 'whose wallet')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith cancel-all config/paper.yaml')
    .action(async (file: string, flags: CancelAllFlags) => {
      const { cancelAll } = await import('../trade/door/command-daemon.js')
      done(await cancelAll(file, flags))
    })
