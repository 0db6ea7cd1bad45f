import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { SetFlags } from '../trade/door/set-settings.js'

/** `oddsmith set`: changes limits, requote options and parameters of a running daemon. */
export const setCommand = (done: (code: ExitCode) => void): Command =>
  new Command('set')
    .argument('<config>', 'whose daemon')
    .argument('<path=value...>', 'such as limits.positionMaxShares=50')
    .description(
      'change limits, requote options and parameters of a running daemon until it ends; asks before a limit is loosened',
    )
    .option('--yes', 'agree without being asked')
    .option('--wallet <address>', 'address of the daemon’s wallet')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--json', 'print a JSON document for each change')
    .addHelpText(
      'after',
      '\nExamples:\n  $ oddsmith set config/paper.yaml limits.positionMaxShares=50\n  $ oddsmith set mine.yaml \'strategies."two.sided".sizeShares=5\'',
    )
    .action(async (file: string, pairs: string[], flags: SetFlags) => {
      const { setSettings } = await import('../trade/door/set-settings.js')
      done(await setSettings(file, pairs, flags))
    })
