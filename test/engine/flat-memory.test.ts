import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { Flights } from '../../src/engine/flights.js'
import { FillKey } from '../../src/model/ids.js'
import { pull } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { accepted, cancelsOf, DeskBench, fillOf, level, picture, settings, submitsOf, type Told } from './desk-bench.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that live after a collection. */
function heap(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

const TURNS = 2_500
const FILLS_EACH = 8
/** Less than a key kept for each of twenty thousand fills, or a row of numbers for each of two hundred thousand calls. */
const GROWTH_MAX = 1_000_000

/** A desk that renews its bid in every turn, and hears of fills that settle or fail. */
function busyDesk(): (turns: number) => void {
  let price = 0.45
  const bench = new DeskBench({
    decide: ({ book }: View<unknown>) => (book.state === 'live' ? book.quote({ bid: level(price, 20) }) : pull('dark')),
    settings: settings({ requote: { requoteEveryMs: 0 }, limits: { positionMaxShares: null, worstCaseLossMaxUsdt: null } }),
  })
  bench.open()
  let [order] = submitsOf(bench.turn({ events: picture('ask 0.60 100 / bid 0.40 100') }))
  if (order === undefined) throw new Error('an order was expected')
  const model = { ...fillOf(order, 0.01), order: null }
  let fills = 0
  return turns => {
    for (let i = 0; i < turns; i++) {
      price = price === 0.45 ? 0.46 : 0.45
      const reports: Told[] = []
      if (order !== undefined) reports.push(accepted(order))
      const next = bench.turn({ reports, timer: true, afterMs: 100 })
      const ended = cancelsOf(next).map((id): Told => ({ kind: 'removal', order: id as never, answer: 'removed' }))
      const words: Told[] = []
      for (let n = 0; n < FILLS_EACH; n++) {
        const fill = { ...model, key: FillKey.parse(`a-key-as-long-as-those-of-a-venue-${fills++}`) }
        words.push({ kind: 'matched', fill })
        words.push({ kind: n % 2 === 0 ? 'settled' : 'failed', fill })
      }
      ;[order] = submitsOf(next)
      bench.turn({ reports: [...ended, ...words], afterMs: 100 })
      bench.journal.length = bench.inputs.length = 0
    }
  }
}

it('keeps nothing of orders, calls and fills that are over', () => {
  const go = busyDesk()
  go(TURNS)
  const before = heap()
  go(TURNS)
  expect(heap() - before).toBeLessThan(GROWTH_MAX)
})

it('keeps calls in flight for seconds only', () => {
  const flights = new Flights()
  const go = (from: number): void => {
    for (let call = from; call < from + 200_000; call++) {
      flights.sent(call, call * 5_000)
      flights.answered(call, call * 5_000 + 2_000)
    }
  }
  go(0)
  const before = heap()
  go(200_000)
  expect(heap() - before).toBeLessThan(GROWTH_MAX)
  expect(flights.at(400_000 * 5_000 - 4_000)).toBe(1)
})
