import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compareHtml, type ResultComparison } from '../../../backtest/compare/compare-html.js'
import type { ComparedResult } from '../../../backtest/compare/compared-result.js'
import { sharedFills } from '../../../backtest/compare/shared-fills.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { intoFolder } from '../config/into-folder.js'
import { printText } from '../screen/print-text.js'
import { compareNotes } from './compare-notes.js'
import { compareDocument, compareText } from './compare-text.js'
import { readCompared } from './read-compared.js'

/** Options beside the results. */
export interface CompareFlags {
  readonly model?: string
  readonly json?: boolean
  readonly out: string
}

/** Compares results in the terminal, and as a page in a folder. Rejects with an `ExitError` of code 2 for a path that is not a result. */
export async function runCompare(paths: readonly string[], flags: CompareFlags): Promise<ExitCode> {
  if (paths.length < 2) throw new ExitError(ExitCode.USAGE, `expected two results or more, found ${paths.length}`)
  const read: ComparedResult[] = []
  for (const path of paths) read.push(await readCompared(path, flags.model ?? null))
  const results = namedApart(read)
  const comparison: ResultComparison = { results, common: sharedFills(results), notes: compareNotes(results) }
  const folder = resolve(flags.out)
  const document = compareDocument(comparison)
  await intoFolder(folder, () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'compare.html'), compareHtml(comparison))
    writeFileSync(join(folder, 'compare.json'), `${JSON.stringify(document, null, 2)}\n`)
  })
  printText(flags.json === true ? `${JSON.stringify(document)}\n` : compareText(comparison, folder))
  return ExitCode.DONE
}

/** Adds its number to a name that several results have. */
function namedApart(results: readonly ComparedResult[]): readonly ComparedResult[] {
  const names = results.map(({ name }) => name)
  return results.map((result, at) =>
    names.indexOf(result.name) === names.lastIndexOf(result.name) ? result : { ...result, name: `${result.name} #${at + 1}` },
  )
}
