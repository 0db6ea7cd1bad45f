import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import { MUTANTS } from './mutants.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Names the mutant that a run of the tests is to be given. */
export const MUTANT_VARIABLE = 'ODDSMITH_MUTANT'

/** Changes a file of the source as the mutant of this name says, while it is loaded: nothing is written. Throws an Error for an unknown name. */
export function plant(name: string): Plugin {
  const mutant = MUTANTS.find(each => each.name === name)
  if (mutant === undefined) throw new Error(`expected the name of a mutant in ${MUTANT_VARIABLE}, found "${name}"`)
  return {
    name: 'mutant',
    enforce: 'pre',
    transform: (code, id) =>
      relative(ROOT, id.split('?')[0] ?? id) === mutant.file ? code.replace(mutant.find, () => mutant.replace) : null,
  }
}
