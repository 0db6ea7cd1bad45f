import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inFolder, oddsmith } from './daemon.js'

const LASTS = 20

/** Rounds of six seconds, of which only the one that runs is open. */
const CONFIG = `
venue: { name: predict, embedded: { world: rounds, seed: 7, crowd: { kind: synthetic }, settlementMs: 200, rounds: [{ feed: BTC, minutes: 0.1 }] } }
strategies:
  - { strategy: two-sided, markets: { variants: [CRYPTO_UP_DOWN], max: 2 }, parameters: { sizeShares: 10 } }
limits: { positionMaxShares: 100, worstCaseLossMaxUsdt: 100, openNotionalMaxUsdt: 200, stopBeforeEndSeconds: 1 }
feed: { marketsEveryMs: 300 }
graceMs: 500
`
const BACKTEST = (recording: string): string => `
recording: ${recording}
strategy: two-sided
parameters: { sizeShares: 10 }
models: [pessimistic]
limits: { positionMaxShares: 100, worstCaseLossMaxUsdt: 100 }
`

test(
  'a run quotes each round that opens, replays to the same state, and calibration and backtest follow its markets',
  () =>
    inFolder(async home => {
      const config = join(home, 'rounds.yaml')
      writeFileSync(config, CONFIG)
      const listed = await oddsmith(['markets', config, '--json']).ended
      expect(JSON.parse(listed.stdout).markets.length).toBeGreaterThanOrEqual(1)
      const run = oddsmith(['run', config, '--for', `${LASTS}s`, '--json', '--home', home])
      const { code, stdout, stderr } = await run.ended
      expect(code, stderr).toBe(0)
      const summary = JSON.parse(stdout)
      expect(summary).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
      const joined = [...stderr.matchAll(/"joined":\["(\d+)"\]/g)].map(([, id]) => id)
      expect(joined.length).toBeGreaterThanOrEqual(2)

      const folder = join(home, 'runs', summary.run)
      const replayed = JSON.parse((await oddsmith(['replay', folder, '--json']).ended).stdout)
      expect(replayed).toMatchObject({ stateHash: summary.stateHash, firstDifference: null })

      const calibrated = JSON.parse((await oddsmith(['calibrate', folder, '--home', home, '--json']).ended).stdout)
      expect(calibrated.models[0]).toMatchObject({ model: 'exact', hits: { runOnly: 0, modelOnly: 0 } })

      const tested = join(home, 'backtest.yaml')
      writeFileSync(tested, BACKTEST(folder))
      mkdirSync(join(home, 'out'))
      const back = await oddsmith(['backtest', tested, '--out', join(home, 'out'), '--json']).ended
      expect(back.code, back.stderr).toBe(0)
      const { accounts, markets } = JSON.parse(back.stdout)
      expect(markets.length).toBeGreaterThanOrEqual(joined.length)
      expect(accounts.pessimistic.orders.placed).toBeGreaterThan(4 * joined.length)
      expect(readdirSync(join(home, 'out')).length).toBeGreaterThan(0)
    }),
  120_000,
)
