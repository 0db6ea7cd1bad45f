import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { MarketsFlags } from '../trade/markets.js'

/** `oddsmith markets`: which open markets a config takes, and why not the others. */
export const marketsCommand = (done: (code: ExitCode) => void): Command =>
  new Command('markets')
    .description('list the open markets with their rank, and say which of them a config takes and why not the others')
    .argument('<config>', 'a YAML file')
    .option('--sort <column>', 'id, strategy, rank, volume, spread, reward or ends', 'strategy')
    .option('--taken', 'only markets that are taken')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith markets config/paper.yaml --sort volume')
    .action(async (file: string, flags: MarketsFlags) => {
      const { listChoices } = await import('../trade/markets.js')
      done(await listChoices(file, flags))
    })
