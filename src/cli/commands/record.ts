import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { RecordFlags } from '../trade/record.js'

/** `oddsmith record`: the input log of a venue's feed, without a strategy. */
export const recordCommand = (done: (code: ExitCode) => void): Command =>
  new Command('record')
    .description('record the public feed of the markets a config names, until stopped; no order is sent')
    .argument('<config>', 'a YAML file')
    .requiredOption('--out <folder>', 'folder for the input logs; existing files are kept')
    .option('--for <duration>', 'stop after 30s, 5m or 2h')
    .option('--rotate <duration>', 'start a new log this often', '1h')
    .option('--follow <duration>', 'look this often for newly opened markets, and record them too')
    .option('--json', 'print one JSON document at the end')
    .addHelpText(
      'after',
      '\nExamples:\n  $ oddsmith record config/paper.yaml --out data/raw --for 10m\n  $ oddsmith record config/record-rounds.yaml --follow 1s --out data/raw',
    )
    .action(async (file: string, flags: RecordFlags) => {
      const { recordMarkets } = await import('../trade/record.js')
      done(await recordMarkets(file, flags))
    })
