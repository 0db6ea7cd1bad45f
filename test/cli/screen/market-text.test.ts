import { expect, test } from 'vitest'
import { quoteText, stateWord } from '../../../src/cli/screen/market-text.js'
import { Price, Size } from '../../../src/model/money.js'
import { agedText } from '../../../src/runtime/aged-text.js'
import { DeskBench, level, market, picture, settings } from '../../engine/desk-bench.js'

test.each([
  [5_300, '0.53x20'],
  [5_340, '0.534x20'],
  [5_343, '0.5343x20'],
])('a price of %i has the digits that it needs', (price, text) => {
  expect(quoteText('bid', [{ price: Price.of(price), size: Size.ofShares(20) }])).toBe(text)
})

test('a market whose reference is older than its limit is shown with the name of the reference, in its row and in the status line', () => {
  const bench = new DeskBench({
    decide: ({ book }) => (book.state === 'live' ? book.quote({ bid: level(0.45, 20) }) : { kind: 'keep' }),
    markets: [market(0), market(1)],
    references: (_, { index }) => (index === 0 ? ['btc'] : []),
    settings: settings({ limits: { referenceAgeMaxMs: 2_000 } }),
  })
  bench.open()
  bench.turn({ events: [...picture('ask 0.6 9 / bid 0.4 9', 0), ...picture('ask 0.6 9 / bid 0.4 9', 1)] })
  const words = () => bench.desk.summary().markets.map(row => stateWord(row, bench.desk.summary()))
  expect(words()).toEqual(['btc too old', 'quoting'])
  expect(agedText(bench.desk.summary())).toBe('btc TOO OLD for market m0')
  bench.turn({ events: [{ kind: 'reference', name: 'btc', value: 7 }] })
  expect(words()).toEqual(['quoting', 'quoting'])
  expect(agedText(bench.desk.summary())).toBeNull()
})
