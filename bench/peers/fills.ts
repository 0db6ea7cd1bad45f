import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Chunk } from '../../src/recording/columns/recording.js'
import { readTape, recordingFolder, tapesByMarket } from '../parts/recorded-tape.js'
import { buildCrate, say } from './build-crate.js'
import { compareSchedule, type TheirStory } from './compare-schedule.js'
import { type FillReport, fillReport, tableOf } from './fill-report.js'
import { type ScheduledOrder, scheduleOf, scheduleText } from './schedule.js'
import { writeTapes } from './write-tape.js'

const HELP = `Usage: npm run bench:fills -- [--recording PATH] [--json]

Runs the maker of bench:peers over a recording with pessimistic fills, gives the very same orders at the very same times to hftbacktest's Rust
crate (risk-averse queue), compares them one by one and says why each difference is there. Needs cargo; the first build takes minutes.
Exit code 1: there are differences that no rule explains; they are printed with the rows around them.

  --recording  a recording, or a folder of raw files; default: the sample
  --json       one JSON document on stdout
`

/** Returns whether every difference has a reason. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      recording: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return true
  }
  const programs = buildCrate()
  if (programs === null) return false
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-fills-'))
  try {
    const recording = await recordingFolder(values.recording, join(home, 'recording'))
    const report = await compare(recording, join(home, 'tapes'), programs)
    process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : `${tableOf(report)}\n`)
    return report.unexplained.length === 0
  } finally {
    rmSync(home, { recursive: true })
  }
}

async function compare(recording: string, folder: string, programs: string): Promise<FillReport> {
  const markets = tapesByMarket(await readTape(recording))
  mkdirSync(folder)
  writeTapes(folder, markets)
  say('running our maker …')
  const schedules = markets.map(scheduleOf)
  for (const [index, orders] of schedules.entries())
    writeFileSync(join(folder, `${String(index).padStart(3, '0')}.schedule`), scheduleText(orders))
  say('giving its orders to the crate …')
  const theirs = storiesOf(execFileSync(join(programs, 'schedule'), [folder], { encoding: 'utf8', maxBuffer: 2 ** 30 }))
  return fillReport(
    markets.map(({ name, chunks }, index) => {
      const [orders, stories] = [schedules[index] ?? [], theirs.get(index) ?? new Map<number, TheirStory>()]
      expectAll(chunks, orders, stories)
      return { market: name, chunks, orders: compareSchedule(chunks, orders, stories) }
    }),
  )
}

/** Only actions after the last row of their market may be missing. Throws an Error for any other. */
function expectAll(
  chunks: readonly Chunk[],
  orders: readonly ScheduledOrder[],
  stories: ReadonlyMap<number, TheirStory>,
): void {
  const last = Math.max(...chunks.map(({ events, byVenueTime }) => events.at[byVenueTime.at(-1) ?? 0] ?? 0))
  const missing = orders.find(({ id, from }) => from < last && !stories.has(id))
  if (missing !== undefined) throw new Error(`the crate tells nothing of order ${missing.id}, which came at ${missing.from}`)
}

/** By market, then by order. */
function storiesOf(output: string): ReadonlyMap<number, ReadonlyMap<number, TheirStory>> {
  const stories = new Map<number, Map<number, TheirStory>>()
  for (const line of output.split('\n').filter(text => text !== '')) {
    const [market = '', id = '', status = '', ns = ''] = line.split(' ')
    const own = stories.get(Number(market)) ?? new Map<number, TheirStory>()
    // The last three digits of the nanoseconds are zeros that we added.
    own.set(Number(id), { status: status as TheirStory['status'], at: Number(ns.slice(0, -3)) })
    stories.set(Number(market), own)
  }
  return stories
}

if (!(await main())) process.exitCode = 1
