import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBacktest } from '../../backtest/run.js'
import { optimistic, pessimistic, probabilistic } from '../../src/exchange/core/fill-models.js'
import { keep } from '../../src/model/quote.js'
import type { View } from '../../src/strategy/view.js'
import { changes, makesAndTakes, randomMarkets, row, tapeOf } from './random-tape.js'
import { hashesOf, hashOf } from './result-hash.js'
import { sameResults } from './same-results.js'
import { level, optionsOf } from './try-backtest.js'

/**
 * What backtests came to before a change of the code that shall change no result. After one that shall:
 * `npx vitest run -u test/backtest/same-results.test.ts`, and say in the changelog why.
 */
const ALL = [pessimistic, probabilistic, optimistic]
const SAMPLE = join(fileURLToPath(new URL('../../data/sample', import.meta.url)), 'harbour.ndjson.gz')

test('the shipped sample comes to the same fills, profit, samples, quotes and counts', async () => {
  expect(await sameResults([SAMPLE])).toMatchSnapshot()
})

/** Several levels a side that follow the position: more than one order rests at once, and sells stand beside buys. */
const ladders = ({ book, position }: View<unknown>) => {
  if (book.state !== 'live' || book.touch === null) return keep()
  const { bid, ask } = book.touch
  const lean = Math.round(position.net / 15_000_000)
  const at = (cents: number, shares: number) => level(Math.min(0.98, Math.max(0.02, cents / 100)), shares)
  const [best, worst] = [bid / 100 - lean, ask / 100 - lean]
  return book.quote({ bid: [at(best, 6), at(best - 1, 9)], ask: [at(worst, 6), at(worst + 1, 9)] })
}

test.each([
  ['takes and makes', makesAndTakes],
  ['stands in ladders', ladders],
] as const)('a strategy that %s comes to the same on random recordings', async (_, decide) => {
  const cases = fc.sample(fc.tuple(fc.array(row, { minLength: 30, maxLength: 150 }), changes), { numRuns: 40, seed: 23 })
  const found: (readonly string[])[] = []
  for (const [rows, { terms, ...rest }] of cases) {
    const shared = { ...rest, ...(terms === undefined ? {} : { terms }), markets: randomMarkets(), models: ALL }
    const running = createBacktest(optionsOf(decide, shared))
    running.add(await tapeOf(rows).chunk())
    found.push(hashesOf(running.finish()))
  }
  expect(found.join().match(/[1-9]\d* fills/g)?.length).toBeGreaterThan(50)
  expect(hashOf(found)).toMatchSnapshot()
})
