import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { linearRegression } from 'simple-statistics'
import { describe, expect, test } from 'vitest'
import { inFolder, oddsmith } from '../end-to-end/daemon.js'
import { startExchangeChild } from '../end-to-end/start-exchange-child.js'
import { isAcceptance } from '../is-acceptance.js'

/** A day's events in a day divided by this. */
const SPEED = Number(process.env['ODDSMITH_SOAK_SPEED'] ?? 60)
const HOURS = Number(process.env['ODDSMITH_SOAK_HOURS'] ?? 48)
const SAMPLES = 200
/**
 * The bot remembers a fill for half an hour of real time (`fill-memory.ts`), however fast the crowd trades, so its memory grows until then. Only what
 * comes later is measured, and a bound that a day holds would otherwise be passed by these keys alone.
 */
const FULL_AFTER_MS = 32 * 60_000
/** With fewer samples a slope says nothing. */
const MEASURED_MIN = 40
const MARKETS = 20
/** Trades without a reason that the crowd makes in a market each second by itself. */
const USUAL_NOISE = 0.5
const GROWTH_MAX_MB_AN_HOUR = 1

interface Sample {
  readonly at: number
  readonly heap: number
  readonly rss: number
}

/**
 * Two days of events in twenty markets, as fast as the crowd is made to trade: the bot's windows of calls are as many times wider, so that it
 * requotes as often for each event as it would in real time. Memory is sampled in bot, keeper and exchange.
 */
describe('two days of events in twenty markets', () => {
  test.runIf(isAcceptance)(
    'leaves the memory of bot and exchange flat',
    () =>
      inFolder(async folder => {
        const minutes = (HOURS * 60) / SPEED
        const sampled = {
          // glibc keeps memory of threads that ended in arenas of theirs, eight a core: that would be measured, and not what a process holds.
          MALLOC_ARENA_MAX: '2',
          NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'memory-sampler.mjs')).href}`,
          ODDSMITH_SOAK_FOLDER: folder,
          ODDSMITH_SOAK_EVERY_MS: String((minutes * 60_000) / (SAMPLES + 2)),
        }
        const noise = String(USUAL_NOISE * SPEED)
        const { child, told } = await startExchangeChild(
          ['0', join(folder, 'exchange'), '5', String(MARKETS), noise, 'none'],
          sampled,
        )
        const config = join(folder, 'soak.yaml')
        writeFileSync(config, configOf(told))
        const variables = { API: told.apiKey, WALLET: told.accounts[0]?.privateKey ?? '', ...sampled }
        const run = oddsmith(['run', config, '--home', folder, '--for', `${minutes}m`, '--json'], variables)
        const { code, stdout, stderr } = await run.ended
        child.kill('SIGTERM')
        await pause(500)
        expect(code, stderr.slice(-2_000)).toBe(0)
        const summary = JSON.parse(stdout) as { orders: { placed: number }; fills: number; events: number }
        const found = ['daemon', 'run', 'exchange-child'].map(name => [name, growthOf(folder, name)] as const)
        process.stdout.write(
          `${JSON.stringify({ hours: HOURS, ...summary.orders, fills: summary.fills, events: summary.events })}\n`,
        )
        for (const [name, growth] of found) process.stdout.write(`${name} ${JSON.stringify(growth)}\n`)
        for (const [name, { heap, rss, samples }] of found) {
          expect(samples, `samples of ${name} after its memory is full`).toBeGreaterThanOrEqual(MEASURED_MIN)
          expect(heap, `heap of ${name}`).toBeLessThan(GROWTH_MAX_MB_AN_HOUR)
          expect(rss, `memory of ${name}`).toBeLessThan(GROWTH_MAX_MB_AN_HOUR)
        }
        expect(summary.orders.placed).toBeGreaterThan(1_000)
      }),
    ((HOURS * 60) / SPEED + 5) * 60_000,
  )
})

/** Of the time after the memory is full, by regression: MB for each hour that was played. */
function growthOf(folder: string, name: string): { heap: number; rss: number; samples: number; lastHeap: number } {
  const lines = readFileSync(join(folder, `memory-${name}.ndjson`), 'utf8')
    .trim()
    .split('\n')
  const all = lines.map(line => JSON.parse(line) as Sample)
  const from = (all[0]?.at ?? 0) + FULL_AFTER_MS
  const measured = all.filter(({ at }) => at >= from)
  const hourMs = 3_600_000 / SPEED
  const slope = (of: (sample: Sample) => number): number =>
    measured.length < 2 ? Number.NaN : linearRegression(measured.map(sample => [(sample.at - from) / hourMs, of(sample)])).m
  const rounded = (value: number): number => Math.round(value * 1_000) / 1_000
  return {
    heap: rounded(slope(({ heap }) => heap)),
    rss: rounded(slope(({ rss }) => rss)),
    samples: measured.length,
    lastHeap: rounded(all.at(-1)?.heap ?? 0),
  }
}

function configOf({ baseUrl, wsUrl, rpcUrl }: { baseUrl: string; wsUrl: string; rpcUrl: string }): string {
  const venue = {
    ...{ name: 'predict', baseUrl, wsUrl, rpcUrl, chainId: 97 },
    apiKey: { env: 'API' },
    privateKey: { env: 'WALLET' },
  }
  return [
    `venue: ${JSON.stringify(venue)}`,
    'strategies: [{strategy: two-sided, markets: all, parameters: {sizeShares: 10, positionMaxShares: 100}}]',
    `requote: {orderLifeSeconds: 30, requoteEveryMs: ${Math.ceil(1_000 / SPEED)}}`,
    `budget: {windows: [{route: trading, calls: ${500 * SPEED}, perMs: 60000}, {route: create, calls: ${40 * SPEED}, perMs: 1000}]}`,
    'limits: {positionMaxShares: 300, lossPerDayMaxPercent: null, drawdownMaxPercent: null, settlementFailPercentMax: null}',
    'logs: {inputPartsMax: 2}',
    // Memory is measured here: a machine that stands still for some seconds shall not end a run of most of an hour.
    'unattendedMaxMs: 30000',
    '',
  ].join('\n')
}
