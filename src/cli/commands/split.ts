import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { SplitFlags } from '../wallet/move-pairs.js'

/** `oddsmith split`: turns cash into pairs of YES and NO. */
export const splitCommand = (done: (code: ExitCode) => void): Command =>
  new Command('split')
    .description('turn cash into pairs of YES and NO of a market, by a transaction of the wallet, while no daemon uses it')
    .argument('<config>', 'whose wallet')
    .requiredOption('--market <id>', 'which market')
    .requiredOption('--pairs <count>', 'how many pairs; each costs 1 USDT')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--dry-run', 'only show what would be sent')
    .option('--yes', 'send it without asking')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith split live.yaml --market 1001 --pairs 20')
    .action(async (file: string, flags: SplitFlags) => {
      const { splitCash } = await import('../wallet/move-pairs.js')
      done(await splitCash(file, flags))
    })
