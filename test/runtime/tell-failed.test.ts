import { expect, test } from 'vitest'
import { pull } from '../../src/model/quote.js'
import { createFailedTeller } from '../../src/runtime/tell-failed.js'
import { DeskBench, market, picture } from '../engine/desk-bench.js'

const BOOK = 'ask 0.55 20 / bid 0.45 20'

/** Two markets, each with a strategy that throws at a live book while its market is in `failing`. */
function broken() {
  const lines: string[] = []
  let ended = 0
  const failing = new Set(['m0', 'm1'])
  const bench = new DeskBench({
    markets: [market(0), market(1)],
    decide: view => {
      if (view.book.state === 'live' && failing.has(view.market.id)) throw new Error('no price')
      return pull('it looks on')
    },
  })
  const tell = createFailedTeller({
    summary: () => bench.desk.summary(),
    notice: (level, text) => void lines.push(`${level}: ${text}`),
    onAllFailed: () => ended++,
  })
  const turn = (input: Parameters<DeskBench['turn']>[0]): void => {
    const result = bench.turn(input)
    tell({ now: bench.now }, result)
  }
  bench.open()
  return { lines, failing, turn, ended: () => ended }
}

test('says that every strategy has failed when the last one fails, and once a minute while that lasts', () => {
  const { lines, turn, ended } = broken()
  turn({ events: picture(BOOK) })
  expect(lines).toEqual([])
  turn({ events: picture(BOOK, 1) })
  expect(lines).toEqual(['error: every strategy has failed: nothing is quoted any more'])
  turn({ timer: true, afterMs: 59_000 })
  expect(ended()).toBe(1)
  turn({ timer: true, afterMs: 1_000 })
  expect([lines.length, ended()]).toEqual([2, 2])
})

test('says nothing of it any more once a strategy was started again, and says it at once when that one fails too', () => {
  const { lines, failing, turn } = broken()
  turn({ events: [...picture(BOOK), ...picture(BOOK, 1)] })
  failing.delete('m0')
  turn({ controls: [{ what: 'restart', scope: 'market:m0' }] })
  turn({ timer: true, afterMs: 60_000 })
  turn({ timer: true, afterMs: 60_000 })
  expect(lines).toHaveLength(1)
  failing.add('m0')
  turn({ events: picture('ask 0.56 20 / bid 0.44 20') })
  expect(lines).toHaveLength(2)
})
