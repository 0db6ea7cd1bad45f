import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { SetFlags } from '../trade/door/set-settings.js'

/** `oddsmith reload`: makes a running daemon apply its changed config file. */
export const reloadCommand = (done: (code: ExitCode) => void): Command =>
  new Command('reload')
    .argument('<config>', 'whose daemon')
    .description('have a running daemon take over its config as it is now; shows the difference and asks first')
    .option('--yes', 'agree without being asked')
    .option('--wallet <address>', 'whose daemon, by the address of its wallet')
    .option('--home <folder>', 'where state/ and runs/ lie', '.')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith reload config/paper.yaml')
    .action(async (file: string, flags: SetFlags) => {
      const { reloadSettings } = await import('../trade/door/set-settings.js')
      done(await reloadSettings(file, flags))
    })
