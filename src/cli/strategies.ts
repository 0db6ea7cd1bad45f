import { Command } from 'commander'
import type { ExitCode } from './exit.js'
import type { StrategiesFlags } from './list-strategies.js'

/** `oddsmith strategies`: which strategies there are. */
export const strategiesCommand = (done: (code: ExitCode) => void): Command =>
  new Command('strategies')
    .description(
      'show which strategies there are, with their parameters: built-in ones, installed packages oddsmith-strategy-*, and files in strategies/',
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith strategies --json')
    .action(async (flags: StrategiesFlags) => {
      const { listStrategies } = await import('./list-strategies.js')
      done(await listStrategies(flags))
    })
