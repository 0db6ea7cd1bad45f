import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { VoidFlags } from '../wallet/void.js'

/** `oddsmith void`: makes every order invalid that a wallet ever signed. */
export const voidCommand = (done: (code: ExitCode) => void): Command =>
  new Command('void')
    .description(
      'make every order invalid that the wallet signed so far, also removed ones, by transactions that raise its nonces, while no daemon uses it',
    )
    .argument('<config>', 'whose wallet')
    .option('--home <folder>', 'folder with state/ and runs/', '.')
    .option('--dry-run', 'only list the contracts and their nonces; beside a running daemon, too')
    .option('--yes', 'send the transactions without asking')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith void live.yaml --dry-run')
    .action(async (file: string, flags: VoidFlags) => {
      const { voidOrders } = await import('../wallet/void.js')
      done(await voidOrders(file, flags))
    })
