import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ImportFlags } from '../search/import.js'

/** `oddsmith import`: turns files of market data into a recording that a backtest reads. */
export const importCommand = (done: (code: ExitCode) => void): Command =>
  new Command('import')
    .description('turn recorded or public market data into a recording: Parquet files and a manifest')
    .argument('<format>', 'auto, the name of a format (docs/data.md lists them), or a file or package with one of your own')
    .argument('<files...>', 'files of that format, gzip or plain; of a folder all in it and below')
    .requiredOption('--out <folder>', 'the recording; a folder that is not there yet, or empty')
    .option('--journal <run>', 'a run that quoted while these were recorded: its orders are taken out of the books')
    .option('--skip-unknown', 'with auto: leave out files of no known format and name them; without it they are refused')
    .option('--json', 'print one JSON document at the end')
    .addHelpText('after', '\nExample:\n  $ oddsmith import auto runs/*/input.ndjson.gz --out data/mine')
    .action(async (format: string, files: readonly string[], flags: ImportFlags) => {
      const { importFiles } = await import('../search/import.js')
      done(await importFiles(format, files, flags))
    })
