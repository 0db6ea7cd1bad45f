import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { MergeFlags } from '../wallet/move-pairs.js'

/** `oddsmith merge`: turns pairs of YES and NO into cash. */
export const mergeCommand = (done: (code: ExitCode) => void): Command =>
  new Command('merge')
    .description('turn pairs of YES and NO of a market into cash, by transactions of the wallet, while no daemon uses it')
    .argument('<config>', 'whose wallet')
    .option('--market <id>', 'only this market')
    .option('--pairs <count>', 'this number of its pairs, not all')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--dry-run', 'only list the pairs; beside a running daemon, too')
    .option('--yes', 'send the transactions without asking')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith merge live.yaml --dry-run')
    .action(async (file: string, flags: MergeFlags) => {
      const { mergePairs } = await import('../wallet/move-pairs.js')
      done(await mergePairs(file, flags))
    })
