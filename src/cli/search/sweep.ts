import { resolve } from 'node:path'
import { ExitCode } from '../config/exit.js'
import { printText } from '../screen/print-text.js'
import { playSweep } from './play-sweep.js'
import { sweepText } from './sweep-text.js'
import { trialProgress } from './trial-progress.js'
import { type SearchFlags, withSearch } from './with-search.js'

/**
 * Searches a strategy's parameters over a recording, writes a table, a page and a report of each chosen trial into a folder, and prints the result.
 * Rejects with an `ExitError` of code 2 for a config or recording that cannot be used.
 */
export const runSweep = (file: string, flags: SearchFlags): Promise<ExitCode> =>
  withSearch(file, flags, async search => {
    const progress = trialProgress()
    const folder = resolve(flags.out)
    const command = ['oddsmith', ...process.argv.slice(2)].join(' ')
    const { document } = await playSweep(search, { folder, command, progress })
    progress.clear()
    printText(flags.json === true ? `${JSON.stringify(document)}\n` : `${sweepText(document, folder)}\n`)
    return document.trials === 0 ? ExitCode.FAILED : ExitCode.DONE
  })
