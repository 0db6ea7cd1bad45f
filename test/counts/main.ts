import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addToCopy } from './add-to-copy.js'
import { changedFiles } from './addition.js'
import { ADDITIONS } from './additions.js'
import { countTable } from './count-table.js'

const HELP = `Usage: npm run --silent counts

Makes each kind of addition (a strategy, a venue, a limit …) in a copy of the project, compiles and builds the copy, and runs the tests that prove
that the additions work. Then prints which existing files each of them changed, as the table of CONTRIBUTING.md. Ends with 1 where an addition
changed more source files than it may, where the copy does not compile, or where a test fails.
`

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const GATES = ['test/tidy.test.ts', 'test/corridor.test.ts']

function main(): void {
  if (process.argv.includes('--help')) return void process.stdout.write(HELP)
  const tooMany = ADDITIONS.filter(addition => changedFiles(addition).source.length > addition.sourceMax)
  for (const { what, sourceMax } of tooMany) process.stderr.write(`${what} changes more than ${sourceMax} source files\n`)
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'oddsmith-counts-')))
  try {
    addToCopy(ROOT, copy, ADDITIONS)
    const proofs = [...new Set([...ADDITIONS.flatMap(addition => addition.proofs), ...GATES])]
    const steps: readonly (readonly string[])[] = [
      ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
      ['build.js'],
      ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers', '1', ...proofs],
    ]
    const isSound = steps.every(step => passes(copy, step))
    process.stdout.write(`${countTable(ADDITIONS)}\n`)
    if (!isSound || tooMany.length > 0) process.exitCode = 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Runs a program of the copy. Says so where it fails, with all that it wrote. */
function passes(copy: string, [program = '', ...args]: readonly string[]): boolean {
  // A run of the tests that calls this one has variables of its own.
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|VITE_|ODDSMITH_)/.test(name))
  const env = { ...Object.fromEntries(own), NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, program), ...args], {
    cwd: copy,
    env,
    encoding: 'utf8',
  })
  process.stderr.write(`${program} ${status === 0 ? 'passed' : `ended with ${status}:\n${stdout}${stderr}`}\n`)
  return status === 0
}

main()
