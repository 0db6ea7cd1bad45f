import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { ImportFlags } from '../search/import.js'

/** `oddsmith import`: turns files of market data into a recording that a backtest reads. */
export const importCommand = (done: (code: ExitCode) => void): Command =>
  new Command('import')
    .description('turn recorded or public market data into a recording: Parquet files and a manifest')
    .argument('<format>', 'auto, the name of a format (docs/data.md lists them), or a file or package with one of your own')
    .argument('<files...>', 'files of that format, gzip or plain; of a folder, all in it and its subfolders')
    .requiredOption('--out <folder>', 'folder for the recording; it must be new or empty')
    .option('--journal <run>', 'a run that quoted while these were recorded: its orders are subtracted from the books')
    .option('--skip-unknown', 'with auto: skip files of unknown format and name them; without it they are refused')
    .option('--json', 'print one JSON document at the end')
    .addHelpText('after', '\nExample:\n  $ oddsmith import auto runs/*/input.ndjson.gz --out data/mine')
    .action(async (format: string, files: readonly string[], flags: ImportFlags) => {
      const { importFiles } = await import('../search/import.js')
      done(await importFiles(format, files, flags))
    })
