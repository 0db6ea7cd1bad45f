import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ConvertFlags } from '../wallet/convert.js'

/** `oddsmith convert`: turns NO of neg-risk groups into YES of the other markets and cash. */
export const convertCommand = (done: (code: ExitCode) => void): Command =>
  new Command('convert')
    .description(
      'turn NO of several markets of a neg-risk group into cash and YES of its other markets, by transactions of the wallet, while no daemon uses it',
    )
    .argument('<config>', 'whose wallet')
    .option('--group <slug>', 'only this group: the slug of its category')
    .option('--shares <count>', 'this number of NO of each market of the group that has as many, not all')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--dry-run', 'only list the conversions; beside a running daemon, too')
    .option('--yes', 'send the transactions without asking')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith convert live.yaml --dry-run')
    .action(async (file: string, flags: ConvertFlags) => {
      const { convertShares } = await import('../wallet/convert.js')
      done(await convertShares(file, flags))
    })
