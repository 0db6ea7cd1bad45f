import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inFolder } from '../../end-to-end/daemon.js'
import { KALSHI_T0, writeKalshiFile } from '../../recording/kalshi-files.js'
import { inProcess } from '../in-process.js'
import { smallRecording } from '../small-recording.js'

const PATIENCE = 120_000
const TOP = [
  'Timestamp,TargetTime,Expiration,UpBid,UpAsk,UpMid,UpSpread,UpBidLiquidity,UpAskLiquidity',
  '2026-08-11 01:01:00,2026-08-11 01:15:00,x,0.50,0.52,0.51,0.02,100,100',
  '2026-08-11 01:01:01,2026-08-11 01:15:00,x,0.51,0.52,0.51,0.01,100,100',
]
const TICKS = ['bookTicker', 'trade'].map(
  (stream, index) =>
    `${KALSHI_T0 + index}000000 ${JSON.stringify({ stream: `btcusdt@${stream}`, data: { s: 'BTCUSDT', b: '60000', a: '60001', p: '60000', T: KALSHI_T0 } })}`,
)

async function imported(folder: string, files: readonly string[]): Promise<string> {
  const out = join(folder, 'imported')
  const { code, stderr } = await inProcess(['import', 'auto', ...files, '--out', out])
  if (code !== 0) throw new Error(stderr)
  return out
}
const PREDICT = [0, 1, 2].map(second =>
  JSON.stringify({
    receivedAt: KALSHI_T0 + second * 1_000,
    data: {
      version: 1,
      marketId: 7,
      updateTimestampMs: KALSHI_T0 + second * 1_000,
      bids: [[0.5, 10 + second]],
      asks: [[0.6, 10]],
    },
  }),
)
const written = (file: string, lines: readonly string[]): string => {
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
async function backtest(folder: string, recording: string, more: readonly string[] = []) {
  const config = written(join(folder, 'try.yaml'), [`recording: ${recording}`, 'strategy: two-sided', ...more])
  return inProcess(['backtest', config, '--json', '--out', join(folder, 'out')])
}

describe('a backtest that would be filled against a reference', () => {
  test(
    'of best prices once a second is refused, and says which markets prove fills',
    () =>
      inFolder(async folder => {
        const top = written(join(folder, 'top.csv'), TOP)
        const books = writeKalshiFile(folder, 'KXTEST-0', { startMs: 0, lines: 50, seed: 1 })
        const both = await imported(folder, [top, books])
        const refused = await backtest(folder, both)
        expect([refused.code, refused.stderr]).toEqual([
          2,
          expect.stringContaining('try.yaml:1: recording: market 2026-08-11 01:15:00 is a reference'),
        ])
        expect(refused.stderr).toContain('name the markets to be traded under "markets", of KXTEST-0')
        const allowed = await backtest(folder, both, ['markets: [KXTEST-0]'])
        expect(allowed.code, allowed.stderr).toBe(0)
      }),
    PATIENCE,
  )

  test(
    'of prices alone is refused, and says what to import',
    () =>
      inFolder(async folder => {
        const prices = await imported(folder, [written(join(folder, 'ticks.txt'), TICKS)])
        const refused = await backtest(folder, prices)
        expect([refused.code, refused.stderr]).toEqual([
          2,
          expect.stringContaining('reference prices only; import the order books'),
        ])
      }),
    PATIENCE,
  )
})

describe('the fees of a backtest', () => {
  test(
    'that no recording tells are said to be assumed, until the config names them',
    () =>
      inFolder(async folder => {
        const recording = await imported(folder, [written(join(folder, 'predict.ndjson'), PREDICT)])
        const assumed = JSON.parse((await backtest(folder, recording)).stdout)
        expect(assumed.fees).toEqual({ schedule: expect.stringContaining('assumed to be none'), isOfRecordedVenue: false })
        expect(assumed.warnings).toContainEqual(expect.stringContaining('fees.takerFeeBps'))
        const named = JSON.parse((await backtest(folder, recording, ['fees: { takerFeeBps: 70 }'])).stdout)
        expect(named.fees).toEqual({ schedule: '70 bps of a taker, by the config', isOfRecordedVenue: false })
        expect(named.warnings).not.toContainEqual(expect.stringContaining('fees.takerFeeBps'))
      }),
    PATIENCE,
  )
})

describe('a recording of which more than a hundredth was put right', () => {
  test(
    'is warned of before anything else, and one with less is not',
    () =>
      inFolder(async folder => {
        // Some of its prints are written late.
        const late = await imported(folder, [writeKalshiFile(folder, 'KXTEST-0', { startMs: 0, lines: 900, seed: 1 })])
        const warned = JSON.parse((await backtest(folder, late)).stdout)
        expect(warned.warnings[0]).toMatch(
          /^much of the recording was put right when it was imported \(\d+ lines for \d+ rows, \d\.\d %\)/,
        )
        const even = JSON.parse((await backtest(folder, await smallRecording(folder, 1))).stdout)
        expect(even.coverage.repaired).toBe(0)
        expect(even.warnings).not.toContainEqual(expect.stringContaining('put right'))
      }),
    PATIENCE,
  )
})
