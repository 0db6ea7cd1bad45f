import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import type { Bench, Row } from './bench.js'

const HELP = `Usage: npm run bench -- [names] [--json] [--quick]

Runs the benchmarks of this folder, each in a process of its own, and prints what they found.
Without names all of them run. Ratios are between things that were measured in the same run.

  --json    one JSON document on stdout
  --quick   short rounds: a look, not a measurement
`

/** Results of one benchmark. */
interface Findings {
  readonly name: string
  readonly rows: readonly Row[]
  /** Why there are none; null: there are. */
  readonly error: string | null
}

const FOLDER = new URL('.', import.meta.url)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      alone: { type: 'string' },
    },
  })
  if (values.help) return void process.stdout.write(HELP)
  if (values.alone !== undefined) return runAlone(values.alone, values.quick)
  const all = benchFiles()
  const missing = positionals.filter(name => !all.includes(name))
  if (missing.length > 0) {
    process.stderr.write(`bench: expected names of ${all.join(', ')}, found ${missing.join(', ')}\n`)
    process.exitCode = 2
    return
  }
  const files = positionals.length === 0 ? all : all.filter(file => positionals.includes(file))
  const found: Findings[] = []
  for (const file of files) found.push(...(await spawned(file, values.quick)))
  process.stdout.write(values.json ? `${JSON.stringify({ benches: found })}\n` : table(found))
  if (found.some(({ error }) => error !== null)) process.exitCode = 1
}

const benchFiles = (): string[] =>
  readdirSync(FOLDER)
    .filter(name => /^[a-z-]+\.js$/.test(name) && !['main.js', 'bench.js', 'rounds.js'].includes(name))
    .map(name => name.replace(/\.js$/, ''))
    .toSorted()

/** In this process: one benchmark, its results as JSON. A file without a benchmark gives none. */
async function runAlone(file: string, isQuick: boolean): Promise<void> {
  const loaded = (await import(new URL(`${file}.js`, FOLDER).href)) as { readonly bench?: Bench }
  if (loaded.bench === undefined) return
  const { name } = loaded.bench
  const rows = await loaded.bench.run({ isQuick, note: text => void process.stderr.write(`${name}: ${text}\n`) })
  process.stdout.write(JSON.stringify({ name, rows, error: null } satisfies Findings))
}

/** In a process of its own, so that one benchmark's effect on the compiler does not slow the next. */
async function spawned(file: string, isQuick: boolean): Promise<readonly Findings[]> {
  const args = [fileURLToPath(new URL('main.js', FOLDER)), '--alone', file, ...(isQuick ? ['--quick'] : [])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of child.stdout) text += String(chunk)
  const code = child.exitCode ?? (await new Promise<number | null>(resolve => child.once('exit', resolve)))
  if (code !== 0) return [{ name: file, rows: [], error: `ended with code ${code}` }]
  return text === '' ? [] : [JSON.parse(text) as Findings]
}

function table(found: readonly Findings[]): string {
  const printed = new Table({
    head: ['bench', 'what', 'reading', 'ratio', 'against', 'budget', ''],
    style: { head: [], border: [] },
    colAligns: ['left', 'left', 'right', 'right', 'left', 'left', 'left'],
  })
  for (const { name, rows, error } of found) {
    if (error !== null) printed.push([name, error, '', '', '', '', 'failed'])
    for (const row of rows) printed.push([name, row.what, `${figure(row.value)} ${row.unit}`, ...ratioOf(row)])
  }
  return `${printed.toString()}\n`
}

const ratioOf = ({ ratio, against, budget, holds }: Row): readonly string[] => [
  ratio === null ? '' : `${figure(ratio)}x`,
  against ?? '',
  budget ?? '',
  holds === null ? '' : holds ? 'holds' : 'MISSED',
]

/** Three significant digits, thousands with commas. */
const figure = (value: number): string =>
  Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))

await main()
