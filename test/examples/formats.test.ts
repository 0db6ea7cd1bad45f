import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { backtest, openRecording } from 'oddsmith/research'
import { afterAll, expect, test } from 'vitest'
import { loadFormat } from '../../src/cli/config/load-format.js'
import { importRecording } from '../../src/recording/import-recording.js'

const folder = mkdtempSync(join(tmpdir(), 'oddsmith-levels-csv-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const START = 1_700_000_000_000_000
const LEVELS = 'exchange,symbol,timestamp,local_timestamp,is_snapshot,side,price,amount'
const TRADES = 'exchange,symbol,timestamp,local_timestamp,id,side,price,amount'
const level = (ms: number, isWhole: boolean, side: string, price: number, shares: number, symbol = 'rain'): string =>
  `any,${symbol},${START + ms * 1_000 - 500},${START + ms * 1_000},${isWhole},${side},${price},${shares}`
const trade = (ms: number, side: string, price: number, shares: number): string =>
  `any,rain,${START + ms * 1_000 - 500},${START + ms * 1_000},t${ms},${side},${price},${shares}`

async function imported(name: string, files: Readonly<Record<string, readonly string[]>>) {
  const paths = Object.entries(files).map(([file, lines]) => {
    const text = `${lines.join('\n')}\n`
    const path = join(folder, `${name}-${file}`)
    writeFileSync(path, file.endsWith('.gz') ? gzipSync(text) : text)
    return path
  })
  const format = await loadFormat('./examples/formats/levels-csv.ts', '.')
  const out = join(folder, name)
  const found = await importRecording({ files: paths, format, folder: out })
  return { out, found, recording: await openRecording(out) }
}

test('levels-csv knows files by their columns, in any order', async () => {
  const { isFormat } = await loadFormat('./examples/formats/levels-csv.ts', '.')
  expect(isFormat(LEVELS)).toBe(true)
  expect(isFormat(TRADES)).toBe(true)
  expect(isFormat('price,amount,side,local_timestamp,timestamp,symbol')).toBe(true)
  expect(isFormat('time,price')).toBe(false)
})

test('levels-csv makes one recording of books and trades in two files', async () => {
  const { recording, found } = await imported('both', {
    'levels.csv.gz': [
      LEVELS,
      level(-5, false, 'bid', 0.4, 1),
      level(0, true, 'bid', 0.48, 100),
      level(0, true, 'ask', 0.52, 50),
      level(20, false, 'ask', 0.52, 30),
      level(30, false, 'bid', 0.485, 10),
      level(40, false, 'bid', 1.2, 10),
      level(50, true, 'bid', 0.47, 5),
      level(50, true, 'ask', 0.53, 5),
    ],
    'trades.csv': [TRADES, trade(10, 'buy', 0.52, 20), trade(60, 'sell', 0.47, 1)],
  })
  expect(recording.markets.map(({ id, tick }) => [id, tick])).toEqual([['rain', 10]])
  const seen: string[] = []
  for await (const event of recording.events()) {
    if (event.kind === 'clear') seen.push('clear')
    if (event.kind === 'level' || event.kind === 'trade')
      seen.push(`${event.kind} ${event.side} ${event.price} ${event.size / 1e6}`)
  }
  expect(seen).toEqual([
    'clear',
    'level bid 4800 100',
    'level ask 5200 50',
    'trade ask 5200 20',
    'level ask 5200 30',
    'level bid 4850 10',
    'clear',
    'level bid 4700 5',
    'level ask 5300 5',
    'trade bid 4700 1',
  ])
  // The change before the first book, and a price above 1.
  expect(found.coverage.dropped).toBe(2)
})

test('what levels-csv imported can be backtested', async () => {
  const levels = [LEVELS, level(0, true, 'bid', 0.48, 100), level(0, true, 'ask', 0.52, 100)]
  const trades = [TRADES]
  for (let second = 1; second <= 60; second++) {
    levels.push(level(second * 1_000, false, 'bid', 0.47, 10 + second))
    trades.push(trade(second * 1_000 + 500, second % 2 === 0 ? 'buy' : 'sell', second % 2 === 0 ? 0.52 : 0.48, 30))
  }
  const { out } = await imported('traded', { 'levels.csv': levels, 'trades.csv': trades })
  const { summary } = await backtest({
    config: { recording: out, strategy: 'two-sided', parameters: { sizeShares: 20 } },
    models: ['optimistic'],
  })
  expect(summary.events).toBe(62 + 60 + 1)
  expect(summary.fills['optimistic']).toBeGreaterThan(5)
})

test('levels-csv names the line of a row without a time', async () => {
  await expect(imported('bad', { 'levels.csv': [LEVELS, 'any,rain,1,,true,bid,0.5,1'] })).rejects.toThrow(
    /bad-levels\.csv:2: local_timestamp: expected microseconds/,
  )
})
