import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawn } from '../../backtest/latency.js'
import { importRecording } from '../../src/recording/import-recording.js'

/** 2026-08-11T01:00:00Z in milliseconds. */
const START = 1_786_410_000_000

/** Writes markets that are recorded one after another, a minute each unless told otherwise, as raw messages; imports them and answers their folder. */
export async function smallRecording(folder: string, markets: number, seconds = 60): Promise<string> {
  const raw = join(folder, 'raw')
  mkdirSync(raw, { recursive: true })
  const files = Array.from({ length: markets }, (_, market) => {
    const file = join(raw, `KXSMALL-${market}.ndjson`)
    writeFileSync(file, `${linesOf(market, seconds).join('\n')}\n`)
    return file
  })
  const recording = join(folder, 'recording')
  await importRecording({ files, format: 'auto', folder: recording })
  return recording
}

/** A book of three levels a side around a price that wanders; each second one level changes, and there is a trade every third second. */
function linesOf(market: number, seconds: number): readonly string[] {
  const ticker = `KXSMALL-${market}`
  const sizes = new Map<string, number>()
  const startsAt = START + market * seconds * 1_000
  let seq = 0
  const line = (at: number, type: string, msg: object): string =>
    JSON.stringify({ recv_ms: at + 5, event: { type, sid: 1, seq: ++seq, msg: { market_ticker: ticker, ...msg } } })
  const level = (side: 'yes' | 'no', depth: number): string => ((side === 'yes' ? 48 : 47) - depth).toFixed(0).padStart(2, '0')
  const rows = (side: 'yes' | 'no'): [string, string][] =>
    [0, 1, 2].map(depth => {
      sizes.set(`${side}${level(side, depth)}`, 50)
      return [`0.${level(side, depth)}00`, '50.00']
    })
  const lines = [line(startsAt, 'orderbook_snapshot', { yes_dollars_fp: rows('yes'), no_dollars_fp: rows('no') })]
  for (let step = 1; step < seconds * 4; step++) {
    const at = startsAt + step * 250
    const side = drawn(market + 1, 1, step) < 0.5 ? 'yes' : 'no'
    const place = level(side, step % 4 === 0 ? 0 : Math.floor(drawn(market + 1, 2, step) * 3))
    const held = sizes.get(side + place) ?? 0
    const isTrade = step % 4 === 0
    const change = isTrade ? -Math.min(held - 1, 20) : Math.round(drawn(market + 1, 3, step) * 40) - Math.min(20, held - 1)
    sizes.set(side + place, held + change)
    const when = new Date(at).toISOString()
    lines.push(line(at, 'orderbook_delta', { price_dollars: `0.${place}00`, delta_fp: `${change}.00`, side, ts: when }))
    if (isTrade && change < 0) {
      const price = side === 'yes' ? `0.${place}00` : `0.${100 - Number(place)}00`
      const taker = side === 'yes' ? 'no' : 'yes'
      lines.push(line(at, 'trade', { yes_price_dollars: price, count_fp: `${-change}.00`, taker_side: taker, ts_ms: at }))
    }
  }
  return lines
}
