import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ApproveFlags } from '../wallet/approve.js'

/** `oddsmith approve`: lets the venue's contracts take what orders of the wallet sell and pay. */
export const approveCommand = (done: (code: ExitCode) => void): Command =>
  new Command('approve')
    .description('let the venue’s contracts settle the wallet’s orders, by transactions of the wallet, or take that back')
    .argument('<config>', 'whose wallet, and whose markets')
    .option('--amount <usdt>', 'most USDT that each exchange may take in all; without it, any amount')
    .option('--all', 'approve for every kind of market, not only for those of the config')
    .option('--revoke', 'take back every approval of the venue’s contracts')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--dry-run', 'only list what is missing, or what would be taken back')
    .option('--yes', 'send the transactions without asking')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith approve live.yaml --dry-run')
    .action(async (file: string, flags: ApproveFlags) => {
      const { setApprovals } = await import('../wallet/approve.js')
      done(await setApprovals(file, flags))
    })
