import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import Table from 'cli-table3'
import { readTape, recordingFolder, tapesByMarket } from '../parts/recorded-tape.js'
import { buildCrate, CACHE, isThere, none, ROOT, say } from './build-crate.js'
import type { PeerReading } from './peer-reading.js'
import { writeTapes } from './write-tape.js'

const HELP = `Usage: npm run bench:peers -- [--recording PATH] [--rounds N] [--passes N] [--json]

Runs the same maker over the same recording in this project, in hftbacktest's Rust crate and in its Python package, in turn, and prints the
processor time of each. Needs cargo for the one and python3 with venv for the other; what is not there is left out with a sentence. The first
run builds and installs them in node_modules/.cache/peers, which takes minutes.

  --recording  a recording, or a folder of raw files; default: the sample
  --rounds     rounds in which each runs once (5)
  --passes     passes over the recording in each run, of which the best counts (5)
  --json       one JSON document on stdout
`

const PYTHON_PACKAGE = 'hftbacktest==2.4.4'
const HOW = ['one', 'all'] as const

/** How to run an engine: a command with `one` or `all` and the number of passes as arguments. */
interface Engine {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

interface Row {
  readonly engine: string
  readonly how: (typeof HOW)[number]
  readonly nsAnEvent: number
  readonly placed: number
  readonly canceled: number
  readonly fills: number
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      recording: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      passes: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(HELP)
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-peers-'))
  try {
    const recording = await recordingFolder(values.recording, join(home, 'recording'))
    const tape = await readTape(recording)
    const tapes = join(home, 'tapes')
    mkdirSync(tapes)
    writeTapes(tapes, tapesByMarket(tape))
    const engines = [ours(recording), rust(tapes), python(tapes)].filter(engine => engine !== null)
    const rows = await measure(engines, { ...values, events: tape.events })
    const untimed = rows.filter(({ nsAnEvent }) => nsAnEvent === 0)
    if (untimed.length > 0) {
      process.exitCode = 1
      return say(tooShort(untimed, tape.events))
    }
    process.stdout.write(values.json ? `${JSON.stringify({ events: tape.events, rows })}\n` : `${tableOf(rows, tape.events)}\n`)
  } finally {
    rmSync(home, { recursive: true })
  }
}

const ours = (recording: string): Engine => ({
  name: 'oddsmith',
  command: process.execPath,
  args: [fileURLToPath(new URL('ours.js', import.meta.url)), recording],
})

/** The crate; null: it cannot be built here. */
function rust(tapes: string): Engine | null {
  const programs = buildCrate()
  return programs === null ? null : { name: 'hftbacktest, Rust', command: join(programs, 'maker'), args: [tapes] }
}

/** The package, in an environment of its own. */
function python(tapes: string): Engine | null {
  if (!isThere('python3')) return none('python3 is not on this machine: the Python package is left out')
  const folder = join(CACHE, 'python')
  const program = join(folder, 'bin/python')
  try {
    if (!existsSync(join(folder, 'installed'))) {
      say('installing the Python package …')
      execFileSync('python3', ['-m', 'venv', folder], { stdio: 'ignore' })
      execFileSync(program, ['-m', 'pip', 'install', '--quiet', PYTHON_PACKAGE], { stdio: ['ignore', 'ignore', 'inherit'] })
      mkdirSync(join(folder, 'installed'))
    }
  } catch {
    return none('the Python package could not be installed: it is left out')
  }
  return { name: 'hftbacktest, Python', command: program, args: [join(ROOT, 'bench/peers/python/maker.py'), tapes] }
}

interface Plan {
  readonly rounds: string
  readonly passes: string
  readonly events: number
}

/** The best of rounds in which each runs in turn, so that a noisy moment of the machine affects all of them. */
async function measure(engines: readonly Engine[], { rounds, passes, events }: Plan): Promise<readonly Row[]> {
  const best = new Map<string, Row>()
  for (let round = 1; round <= Number(rounds); round++) {
    for (const how of HOW)
      for (const { name, command, args } of engines) {
        const { stdout } = await promisify(execFile)(command, [...args, how, passes])
        const { ns, placed, canceled, fills } = JSON.parse(stdout) as PeerReading
        const row = { engine: name, how, nsAnEvent: ns / events, placed, canceled, fills }
        const before = best.get(`${name} ${how}`)
        if (before === undefined || row.nsAnEvent < before.nsAnEvent) best.set(`${name} ${how}`, row)
      }
    say(`round ${round} of ${rounds}`)
  }
  return [...best.values()]
}

/** A pass shorter than the resolution of the CPU clock is no measurement. */
const tooShort = (untimed: readonly Row[], events: number): string =>
  `the recording is too short to be timed: a pass over its ${events.toLocaleString('en')} events took no processor time that can be ` +
  `measured in ${[...new Set(untimed.map(({ engine }) => engine))].join(', ')}; name a longer one with --recording`

function tableOf(rows: readonly Row[], events: number): string {
  const table = new Table({
    head: ['markets', 'engine', 'ns an event', 'ours is', 'placed', 'canceled', 'fills'],
    style: { head: [], border: [] },
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'right'],
  })
  for (const { engine, how, nsAnEvent, ...counts } of rows) {
    const own = rows.find(row => row.engine === 'oddsmith' && row.how === how)?.nsAnEvent ?? Number.NaN
    const ratio = engine === 'oddsmith' ? '' : `${(own / nsAnEvent).toFixed(2)}x of it`
    const numbers = [counts.placed, counts.canceled, counts.fills].map(count => count.toLocaleString('en'))
    table.push([how === 'one' ? 'one at a time' : 'all in one run', engine, nsAnEvent.toFixed(0), ratio, ...numbers])
  }
  return `${events.toLocaleString('en')} events\n${table.toString()}`
}

await main()
