import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import { isAcceptance } from '../is-acceptance.js'
import { openExchange } from '../venues/predict/seat.js'
import { type Daemon, type Ended, inFolder, oddsmith } from './daemon.js'

/** Quotes wide, and does what it is told a moment after it was asked for the fifth time. */
const failing = (name: string, harm: string): string => `import { Price, pull, Size, z } from 'oddsmith'
export const strategy = {
  name: '${name}', version: 1, watches: 'touch', parameters: z.strictObject({}),
  create: () => {
    let asked = 0
    return {
      decide({ book, market: { tick } }) {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        if (++asked === 5) { ${harm} }
        return book.quote({ bid: { price: Price.floor(book.touch.bid - 2 * tick, tick), size: Size.ofShares(10) } })
      },
    }
  },
}
`
const TIMER = "setTimeout(() => { throw new Error('a timer threw') }, 20)"
const PROMISE = "void Promise.resolve().then(() => { throw new Error('a promise was rejected') })"
const THROW = "throw new Error('no idea')"
const NO_STACK = "setTimeout(() => { throw 'a text' }, 20)"

/** One market by `mine.ts` and nothing else. */
const alone = (more = ''): string => `strategies: [{ strategy: ./mine.ts, markets: [1001] }]
${more}`

// One exchange for all runs, each with an account of its own: starting one took as long as starting a run.
let exchange: RunningExchange
let taken = 0
beforeAll(async () => {
  const markets = ['Late?', 'Vowed?', 'Well?'].map(question => ({ question }))
  exchange = await openExchange({ seed: 3, crowd: { kind: 'synthetic' }, markets, accounts: 4 })
})
afterAll(() => exchange.close())

const start = (home: string, harms: Readonly<Record<string, string>>, text: string, time: string): Daemon => {
  for (const [name, harm] of Object.entries(harms)) writeFileSync(join(home, `${name}.ts`), failing(name, harm))
  const { baseUrl, wsUrl, rpcUrl, chainId, apiKey, accounts } = exchange
  const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, chainId, apiKey: { env: 'API' }, privateKey: { env: 'WALLET' } }
  writeFileSync(join(home, 'mine.yaml'), `venue: ${JSON.stringify(venue)}\n${text}`)
  const variables = { API: apiKey, WALLET: accounts[taken++]?.privateKey ?? '' }
  return oddsmith(['run', join(home, 'mine.yaml'), '--home', home, '--json', '--for', time], variables)
}
const run = (...of: Parameters<typeof start>): Promise<Ended> => start(...of).ended

describe('strategies that fail beside one that does not', () => {
  test(
    'in a timer and in a promise are stopped and named, the run goes on, and a replay does the same',
    () =>
      inFolder(async home => {
        const strategies = ['./late.ts', './vow.ts', 'two-sided'].map(
          (strategy, at) => `  - { strategy: ${strategy}, markets: [${1_001 + at}] }\n`,
        )
        const going = start(home, { late: TIMER, vow: PROMISE }, `strategies:\n${strategies.join('')}`, '60s')
        for (const name of ['late', 'vow']) await going.says(new RegExp(`FAILED in [^"]*\\(${name}\\)`))
        going.child.kill('SIGTERM')
        const { code, stdout, stderr } = await going.ended
        expect(code, stderr).toBe(0)
        const summary = JSON.parse(stdout)
        expect(summary.failed).toEqual([
          { market: '1001', strategy: 'late', message: 'a timer threw' },
          { market: '1002', strategy: 'vow', message: 'a promise was rejected' },
        ])
        expect(summary).toMatchObject({ openOrdersAtExit: 0 })
        for (const [name, market] of [
          ['late', '1001'],
          ['vow', '1002'],
        ]) {
          expect(stderr).toMatch(new RegExp(`${name} failed in market ${market} and is stopped there: .*${name}\\.ts:9`))
          expect(stderr).toMatch(new RegExp(`FAILED in [^"]*${market} \\(${name}\\)`))
        }
        const replayed = await oddsmith(['replay', join(home, 'runs', summary.run)]).ended
        expect(replayed.code, replayed.stdout + replayed.stderr).toBe(0)
      }),
    120_000,
  )
})

describe('when every strategy has failed', () => {
  test(
    'the run ends, with its orders removed and code 1',
    () =>
      inFolder(async home => {
        const { code, stdout, stderr } = await run(home, { mine: THROW }, alone(), '60s')
        expect(code, stderr).toBe(1)
        const summary = JSON.parse(stdout)
        expect(summary).toMatchObject({ openOrdersAtExit: 0, failed: [{ market: '1001', message: 'no idea' }] })
        expect(summary.seconds).toBeLessThan(50)
        expect(stderr).toContain('every strategy has failed')
      }),
    90_000,
  )

  // When a run ends then and when not: runtime/tell-failed.test.ts.
  test.runIf(isAcceptance)(
    'it goes on where the config says so, says that it is idle, and ends with code 1',
    () =>
      inFolder(async home => {
        const { code, stdout, stderr } = await run(home, { mine: THROW }, alone('onAllFailed: idle\n'), '8s')
        expect(code, stderr).toBe(1)
        expect(JSON.parse(stdout).seconds).toBeGreaterThan(7)
        expect(stderr).toContain('every strategy has failed: nothing is quoted any more')
        expect(stderr).toContain('every strategy has FAILED')
      }),
    120_000,
  )
})

test.runIf(isAcceptance)(
  'an error that has no frame of a strategy ends the run in good order',
  () =>
    inFolder(async home => {
      const text = `strategies: [{ strategy: ./mine.ts, markets: [1001] }, { strategy: two-sided, markets: [1002] }]\n`
      const { code, stdout, stderr } = await run(home, { mine: NO_STACK }, text, '60s')
      expect(code, stderr).toBe(1)
      expect(JSON.parse(stdout)).toMatchObject({ openOrdersAtExit: 0, failed: [] })
    }),
  90_000,
)
