import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.js'
import { runSeeds, type SeedsOptions } from './run-seeds.js'

/** The compiled simulation, and the repository whose source it was made of. */
const BUILT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const ROOT = process.cwd()

/** Plants each bug in a copy of the code and runs seeds until one finds it. Says which; whether all were found. */
export async function findPlanted(wanted: Omit<SeedsOptions, 'worker' | 'onResult'>): Promise<boolean> {
  let areAllFound = true
  for (const [place, bug] of PLANTED_BUGS.entries()) {
    const copy = `${BUILT}-planted-${place + 1}`
    plant(bug, copy)
    let tried = 0
    const found: string[] = []
    const worker = join(copy, 'test/simulation/seed-worker.js')
    await runSeeds({
      ...wanted,
      worker,
      onResult: ({ seed, failure }) => {
        tried += 1
        if (failure !== null) found.push(`seed ${seed}: ${failure.message.split('\n')[0]}`)
        return failure !== null
      },
    })
    rmSync(copy, { recursive: true, force: true })
    areAllFound &&= found.length > 0
    console.log(`${bug.name}\n  ${found[0] ?? `NOT FOUND in ${tried} seeds from ${wanted.first} on`}\n`)
  }
  return areAllFound
}

/** Copies the compiled code, and compiles one source file of it again with the bug in it. Throws where its text is not there once. */
function plant({ name, file, find, replace }: PlantedBug, copy: string): void {
  rmSync(copy, { recursive: true, force: true })
  cpSync(BUILT, copy, { recursive: true })
  const source = readFileSync(join(ROOT, file), 'utf8')
  const count = source.split(find).length - 1
  if (count !== 1) throw new RangeError(`"${name}": expected its text once in ${file}, found it ${count} times`)
  const { outputText } = ts.transpileModule(source.replace(find, replace), {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  })
  writeFileSync(join(copy, file.replace(/\.ts$/, '.js')), outputText)
}
