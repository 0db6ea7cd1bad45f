import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { SendFlags } from '../wallet/send-each.js'

/** `oddsmith redeem`: turns shares of decided markets into cash. */
export const redeemCommand = (done: (code: ExitCode) => void): Command =>
  new Command('redeem')
    .description('turn shares of decided markets into cash, by transactions of the wallet; beside a running daemon, too')
    .argument('<config>', 'whose wallet')
    .option('--dry-run', 'only list what can be redeemed')
    .option('--yes', 'send the transactions without asking')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith redeem live.yaml --dry-run')
    .action(async (file: string, flags: SendFlags) => {
      const { redeemPayouts } = await import('../wallet/redeem.js')
      done(await redeemPayouts(file, flags))
    })
