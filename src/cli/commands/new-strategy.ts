import { Command } from 'commander'
import { ExitCode } from '../config/exit.js'
import type { NewStrategyFlags } from '../config/new-strategy.js'
import { printText } from '../screen/print-text.js'

/** `oddsmith new-strategy`: writes a strategy and its test into the project of the working folder. */
export const newStrategyCommand = (done: (code: ExitCode) => void): Command =>
  new Command('new-strategy')
    .description('write a strategy and its test into strategies/ and test/ of the project in the working folder')
    .argument('<name>', 'small letters, digits and dashes, such as wide-maker')
    .option('--reactive', 'written with streams (RxJS)')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ oddsmith new-strategy wide-maker')
    .action(async (name: string, flags: NewStrategyFlags) => {
      const { writeStrategy } = await import('../config/new-strategy.js')
      printText(writeStrategy(name, flags))
      done(ExitCode.DONE)
    })
