import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { MUTANTS, type Mutant } from './mutants.js'
import { MUTANT_VARIABLE } from './plant.js'

const HELP = `Usage: npm run mutants -- [--only TEXT] [--json]

Plants one mistake after another into the source, as it is loaded, and runs the tests of the guarantee that it breaks.
A mistake that no test notices ends this with 1. First the same tests run without a mistake: they must pass.

  --only TEXT   mutants whose guarantee or name has this text
  --json        one JSON document on stdout
`

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The tests of one mutant at a time, each of which uses two workers at most. */
const WORKERS = ['--maxWorkers=2']

interface Judged {
  readonly mutant: Mutant
  /** The first test that noticed; null: none did. */
  readonly killedBy: string | null
  readonly seconds: number
}

interface Outcome {
  readonly passed: number
  readonly failed: readonly string[]
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } } })
  if (values.help === true) return void process.stdout.write(HELP)
  const only = values.only ?? ''
  const mutants = MUTANTS.filter(({ guarantee, name }) => guarantee === only || name.includes(only))
  if (mutants.length === 0) throw new Error(`no mutant has "${only}" in its name`)
  const files = [...new Set(mutants.flatMap(({ tests }) => tests))]
  process.stderr.write(`${mutants.length} mutants, ${files.length} files of tests\n`)
  const sound = await run(files, null)
  if (sound.failed.length > 0) throw new Error(`without a mutant these fail: ${sound.failed.join('; ')}`)
  const judged: Judged[] = []
  for (const mutant of mutants) judged.push(await judge(mutant))
  if (values.json === true) process.stdout.write(`${JSON.stringify({ tests: sound.passed, mutants: judged })}\n`)
  const alive = judged.filter(({ killedBy }) => killedBy === null)
  process.stderr.write(`${judged.length - alive.length} of ${judged.length} mutants were noticed\n`)
  if (alive.length > 0) process.exitCode = 1
}

async function judge(mutant: Mutant): Promise<Judged> {
  const from = performance.now()
  const { failed } = await run(mutant.tests, mutant.name)
  const seconds = Math.round((performance.now() - from) / 100) / 10
  const killedBy = failed[0] ?? null
  const verdict = killedBy === null ? 'NOT NOTICED' : 'noticed'
  process.stderr.write(`${mutant.guarantee.padEnd(4)}${verdict.padEnd(12)}${mutant.name} (${seconds} s)\n`)
  return { mutant, killedBy, seconds }
}

/** Runs test files, with a mutant or none. A file that cannot be loaded says nothing, so that is an error. */
async function run(files: readonly string[], mutant: string | null): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-mutants-'))
  const report = join(folder, 'report.json')
  const bail = mutant === null ? [] : ['--bail=1']
  const args = ['vitest', 'run', ...files, '--reporter=json', `--outputFile=${report}`, ...WORKERS, ...bail]
  try {
    const env = mutant === null ? process.env : { ...process.env, [MUTANT_VARIABLE]: mutant }
    const child = spawn('npx', args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'ignore'] })
    await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject))
    return outcomeOf(JSON.parse(readFileSync(report, 'utf8')) as VitestReport)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface VitestReport {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

function outcomeOf({ numPassedTests, testResults }: VitestReport): Outcome {
  for (const { name, message, assertionResults } of testResults)
    if (assertionResults.length === 0 && message !== '') throw new Error(`${name} could not be loaded: ${message}`)
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
  return { passed: numPassedTests, failed }
}

await main()
