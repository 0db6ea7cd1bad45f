import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomOf } from '../engine/random-session.js'
import { Arena } from './arena.js'
import { FAULTS } from './faults.js'

/**
 * A run that is harmed for an hour: faults drawn from a seed, one after the other, while a judge looks at the exchange four times a second.
 * Ends with code 1 where an order rested past a bound, or where money differs.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    markets: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const faults = FAULTS.filter(({ name }) => values.only === undefined || name.includes(values.only))
if (faults.length === 0)
  throw new RangeError(`--only: no fault is named "${values.only}"; there are ${FAULTS.map(({ name }) => name).join(', ')}`)

const random = randomOf(Number(values.seed))
const home = mkdtempSync(join(tmpdir(), 'oddsmith-chaos-'))
const arena = new Arena(home, { markets: Number(values.markets), seed: Number(values.seed) })
const until = performance.now() + Number(values.minutes) * 60_000
const held = new Map<string, { times: number; longestMs: number }>()
const breaches: string[] = []

try {
  await arena.open()
  // Each fault once, then as they are drawn, until the time is over.
  const order = faults.toSorted(() => random() - 0.5)
  for (let round = 0; performance.now() < until; round++) {
    const fault = order[round] ?? faults[Math.floor(random() * faults.length)]
    if (fault === undefined) break
    await arena.quotes(2_000 + random() * 8_000)
    const verdict = await arena.play(fault)
    const { times, longestMs } = held.get(fault.name) ?? { times: 0, longestMs: 0 }
    held.set(fault.name, { times: times + 1, longestMs: Math.max(longestMs, verdict.lastSeenMs ?? 0) })
    breaches.push(...verdict.breaches.map(breach => `${fault.name}: ${breach}`))
    const seen = verdict.lastSeenMs === null ? 'none rested' : `last seen after ${verdict.lastSeenMs} ms`
    process.stdout.write(
      `${String(round + 1).padStart(4)} ${fault.name}: ${seen}${verdict.breaches.length > 0 ? ' BREACH' : ''}\n`,
    )
  }
  breaches.push(...(await arena.finish()))
} catch (error) {
  breaches.push(`the run broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
} finally {
  await arena.close()
}

for (const [name, { times, longestMs }] of held)
  process.stdout.write(`${name.padEnd(40)} ${String(times).padStart(4)} times, orders rested at most ${longestMs} ms\n`)
process.stdout.write(`${arena.runs} runs, ${arena.placed} orders seen\n`)
for (const breach of breaches) process.stdout.write(`BREACH ${breach}\n`)
if (breaches.length === 0) {
  process.stdout.write('every bound held, and money agreed to the wei\n')
  rmSync(home, { recursive: true, force: true })
} else process.stdout.write(`what the run left is in ${home}\n`)
process.exitCode = breaches.length === 0 ? 0 : 1
