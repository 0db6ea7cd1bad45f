import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadRecording } from '../../src/recording/load-recording.js'
import { choose, type Rules } from './choose.js'
import { CONTESTANTS, type Contestant } from './contestants.js'
import { judge } from './judge.js'
import { type Row, tableText } from './table-text.js'

const HELP = `Usage: npm run bench:strategies -- RECORDING [--train N] [--trials N] [--worst-case USDT] [--only NAMES] [--json]

Compares the built-in strategies with each other and with one that joins the best price of each side. Each one's parameters are looked for on
the first markets of a recording, under the pessimistic fill model, and judged on the others under all three. Prints a table for
docs/strategies.md.

  --train       how many markets, in the order of their ends, are there to choose on (two thirds)
  --trials      parameters that are tried of each strategy, drawn by a seed (24)
  --worst-case  what each market may lose at most, in USDT (100)
  --only        names of strategies, with commas between
  --json        one JSON document on stdout
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      train: { type: 'string' },
      trials: { type: 'string', default: '24' },
      'worst-case': { type: 'string', default: '100' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [recording] = positionals
  if (values.help || recording === undefined) return void process.stdout.write(HELP)
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-strategies-'))
  try {
    const ids = await marketsOf(recording)
    const count = Number(values.train ?? Math.floor((ids.length * 2) / 3))
    const rules: Rules = {
      recording: resolve(recording),
      train: ids.slice(0, count),
      test: ids.slice(count),
      worstCaseUsdt: Number(values['worst-case']),
      trials: Number(values.trials),
      home,
    }
    const rows: Row[] = []
    for (const contestant of wanted(values.only)) rows.push(await compete(rules, contestant))
    process.stdout.write(values.json ? `${JSON.stringify({ rules, rows })}\n` : `${tableText(rules, rows)}\n`)
  } finally {
    rmSync(home, { recursive: true })
  }
}

/** By end. */
async function marketsOf(recording: string): Promise<readonly string[]> {
  const { markets } = await loadRecording(resolve(recording))
  const end = (at: number | null | undefined): number => at ?? Number.POSITIVE_INFINITY
  return markets.toSorted((a, b) => end(a.endsAt) - end(b.endsAt) || a.index - b.index).map(({ id }) => String(id))
}

const OF_RECORDING_WITH: ReadonlySet<string> = new Set(['reward', 'up-down'])

/** Contestants that need rewards or a reference are compared only on request. */
function wanted(only: string | undefined): readonly Contestant[] {
  if (only === undefined) return CONTESTANTS.filter(({ name }) => !OF_RECORDING_WITH.has(name))
  const names = only.split(',')
  const unknown = names.filter(name => !CONTESTANTS.some(one => one.name === name))
  const known = CONTESTANTS.map(({ name }) => name).join(', ')
  if (unknown.length > 0) throw new Error(`expected names of strategies, found ${unknown.join(', ')}; there are ${known}`)
  return CONTESTANTS.filter(({ name }) => names.includes(name))
}

async function compete(rules: Rules, contestant: Contestant): Promise<Row> {
  process.stderr.write(`${contestant.name}: choosing on ${rules.train.length} markets …\n`)
  const choice = await choose(rules, contestant)
  process.stderr.write(`${contestant.name}: judging on ${rules.test.length} markets …\n`)
  return { contestant, choice, judgements: await judge(rules, contestant, choice) }
}

await main()
