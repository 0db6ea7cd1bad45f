import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** 2026-08-11T01:01:00Z in milliseconds. */
export const KALSHI_T0 = 1_786_410_060_000

/** One line as Kalshi's recorder writes it, letter by letter. */
export const kalshiLine = (
  ticker: string,
  receivedMs: number,
  type: string,
  { seq = receivedMs, ...msg }: Readonly<Record<string, unknown>>,
): string =>
  JSON.stringify({
    recv_ms: KALSHI_T0 + receivedMs,
    event: { type, sid: type === 'trade' ? 2 : 1, seq, msg: { market_ticker: ticker, market_id: `id-of-${ticker}`, ...msg } },
  })

/** Writes a market's file with this many changes, a print after each fifth, all drawn from a seed. */
export function writeKalshiFile(
  folder: string,
  ticker: string,
  { startMs, lines, seed }: { readonly startMs: number; readonly lines: number; readonly seed: number },
): string {
  let state = seed
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  const prices = Array.from({ length: 10 }, (_, index) => `0.${40 + index}00`)
  const book = prices.map(price => [price, '1000.00'])
  const written = [
    kalshiLine(ticker, startMs, 'orderbook_snapshot', {
      seq: 1,
      yes_dollars_fp: book.slice(0, 5),
      no_dollars_fp: book.slice(0, 5),
    }),
  ]
  let now = startMs
  for (let count = 0; count < lines; count++) {
    now += draw(40)
    const at = now - draw(9)
    const size = `${1 + draw(9)}.${draw(10)}0`
    const [isYes, price, isLess] = [draw(2) === 0, prices[draw(5)]!, draw(2) === 0]
    const ts = new Date(KALSHI_T0 + at).toISOString().replace('Z', `${draw(1_000)}Z`)
    const change = { price_dollars: price, delta_fp: `${isLess ? '-' : ''}${size}`, side: isYes ? 'yes' : 'no' }
    written.push(kalshiLine(ticker, now, 'orderbook_delta', { seq: count + 2, ...change, ts, ts_ms: KALSHI_T0 + at }))
    if (!isLess || count % 5 > 0) continue
    const yes = isYes ? price : (1 - Number(price)).toFixed(4)
    const print = {
      seq: count + 2,
      trade_id: `${ticker}-${count}`,
      yes_price_dollars: yes,
      count_fp: size,
      taker_side: isYes ? 'no' : 'yes',
      ts_ms: KALSHI_T0 + at,
    }
    written.push(kalshiLine(ticker, now + draw(30), 'trade', print))
  }
  const file = join(folder, `${ticker}.ndjson.gz`)
  writeFileSync(file, gzipSync(`${written.join('\n')}\n`))
  return file
}
