import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Row } from '../bench.js'
import { type BacktestModules, openBacktest } from './play-backtest.js'
import { laterBy, type Tape } from './recorded-tape.js'

/** Memory held by a run after one pass over the recording, and after several passes, each at a later time. */
export function heldRow(modules: BacktestModules, { markets, chunks, events }: Tape, times: number): Row {
  const backtest = openBacktest(modules, markets, 'one')
  const last = chunks.at(-1)!.events
  const span = 1_000_000 + last.receivedAt[last.length - 1]! - chunks[0]!.events.receivedAt[0]!
  const held: number[] = []
  for (let time = 0; time < times; time++) {
    for (const chunk of chunks) backtest.add(laterBy(chunk, time * span))
    held.push(heldMb())
  }
  const fills = backtest.finish().accounts.reduce((sum, account) => sum + account.fills.length, 0)
  const [once, often] = [held[0]!, held.at(-1)!]
  const what = `held after ${times * events} events, of which ${fills} fills are the result`
  const ratio = often / once
  return { what, value: often, unit: 'MB', ratio, against: 'after one pass', budget: '<= 1.5x', holds: ratio <= 1.5 }
}

function heldMb(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}
