import { resolve } from 'node:path'
import { ExitCode } from '../config/exit.js'
import { printText } from '../screen/print-text.js'
import { playWalk } from './play-walk.js'
import { trialProgress } from './trial-progress.js'
import { walkText } from './walk-text.js'
import { type SearchFlags, withSearch } from './with-search.js'

/**
 * Chooses parameters on earlier events and tests them on later ones, writes a table and a page into a folder, and prints the result. Rejects with an
 * `ExitError` of code 2 for a config or recording that cannot be used.
 */
export const runWalkForward = (file: string, flags: SearchFlags): Promise<ExitCode> =>
  withSearch(file, flags, async search => {
    const progress = trialProgress()
    const folder = resolve(flags.out)
    const command = ['oddsmith', ...process.argv.slice(2)].join(' ')
    const { document } = await playWalk(search, { folder, command, progress })
    progress.clear()
    printText(flags.json === true ? `${JSON.stringify(document)}\n` : `${walkText(document, folder)}\n`)
    return ExitCode.DONE
  })
