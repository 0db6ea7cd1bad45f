import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { SetFlags } from '../trade/door/set-settings.js'

/** `oddsmith reload`: makes a running daemon apply its changed config file. */
export const reloadCommand = (done: (code: ExitCode) => void): Command =>
  new Command('reload')
    .argument('<config>', 'whose daemon')
    .description('make a running daemon apply its changed config file; shows the difference and asks first')
    .option('--yes', 'agree without being asked')
    .option('--wallet <address>', 'address of the daemon’s wallet')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith reload config/paper.yaml')
    .action(async (file: string, flags: SetFlags) => {
      const { reloadSettings } = await import('../trade/door/set-settings.js')
      done(await reloadSettings(file, flags))
    })
