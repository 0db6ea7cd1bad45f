import { expect, test } from 'vitest'
import { startExchange } from '../../src/exchange.js'
import { isAcceptance } from '../is-acceptance.js'
import { inFolder, oddsmith, walletFolder } from './daemon.js'
import { holdingsAtExchange, holdingsInJournal } from './outside-look.js'

const LASTS = isAcceptance ? 60 : 10
/** A recording of one's own, such as a market of another venue. */
const OTHER = process.env['ODDSMITH_RECORDING']

/** Runs against a recording, and compares the wallet with the exchange from outside once both are gone. */
const trade = (flags: readonly string[]): Promise<void> =>
  inFolder(async home => {
    const run = oddsmith(['run', 'config/recorded.yaml', '--for', `${LASTS}s`, '--json', '--home', home, ...flags])
    const { code, stdout, stderr } = await run.ended
    expect(code, stderr).toBe(0)
    const summary = JSON.parse(stdout)
    expect(summary).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
    expect(summary.fills).toBeGreaterThan(0)
    const { folder, address } = walletFolder(home)
    const exchange = await startExchange({ data: `${folder}/exchange`, crowd: { kind: 'none' } })
    try {
      expect(holdingsInJournal(folder)).toEqual(await holdingsAtExchange(exchange, address))
    } finally {
      await exchange.close()
    }
    const replayed = await oddsmith(['replay', `${home}/runs/${summary.run}`, '--json']).ended
    expect(JSON.parse(replayed.stdout)).toMatchObject({ stateHash: summary.stateHash, firstDifference: null })
  })

test(
  `trades the sample for ${LASTS} seconds, and every wei is where the exchange says`,
  () => trade([]),
  60_000 + LASTS * 2_000,
)

test.skipIf(OTHER === undefined)(
  'trades another recording at ten times its speed, in a run that replays to the same state',
  () => trade(['--recording', OTHER ?? '', '--speed', '10']),
  60_000 + LASTS * 2_000,
)
