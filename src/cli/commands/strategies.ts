import { Command } from 'commander'
import type { ExitCode } from '../config/exit.js'
import type { StrategiesFlags } from '../screen/strategies.js'

/** `oddsmith strategies`: lists the strategies there are, and draws the quotes of one. */
export const strategiesCommand = (done: (code: ExitCode) => void): Command =>
  new Command('strategies')
    .description(
      'list all strategies with their parameters: built-in ones, installed packages oddsmith-strategy-*, and files in strategies/',
    )
    .argument('[strategy]', 'only this one, by its name, path or package as in a config')
    .option('--picture <file.svg>', 'draw its quotes against a book, and how they change with position, time and reference')
    .option('--parameters <yaml>', 'parameters of the picture, such as "{ levels: 5, sizeShares: 10 }"')
    .option('--book <levels>', 'the book of the picture, such as "ask 0.55 20 / bid 0.52 15"')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExamples:\n  $ oddsmith strategies --json\n  $ oddsmith strategies ladder --picture ladder.svg')
    .action(async (strategy: string | undefined, flags: StrategiesFlags) => {
      const { listStrategies } = await import('../screen/strategies.js')
      done(await listStrategies(strategy, flags))
    })
