import { expect, it } from 'vitest'
import { market, usdt } from '../desk-bench.js'
import { holdingYes, makerThatPlaced } from './makers.js'
import { accepted, failed, matched, settled } from './venue-words.js'

const BID = 'buy yes 0.45 20'

it('pays a result, and fills that settle later fill by fill', () => {
  const maker = makerThatPlaced({ bid: 0.45 })
  maker.hears(accepted(BID), settled(BID, 10, 'a'), matched(BID, 5, 'b'))
  maker.happens({ events: [{ kind: 'market', market: market(0, { result: { yes: 0.5, at: maker.bench.now } }) }] })
  expect(maker.summary.cash).toBe(usdt(1_000 - 4.5 + 5))
  maker.hears(settled(BID, 5, 'b'))
  expect(maker.summary).toMatchObject({ cash: usdt(1_000 - 4.5 + 5 - 2.25 + 2.5), realized: usdt(0.75) })
})

it.each([
  { how: 'settles', word: settled, more: 11 },
  { how: 'fails', word: failed, more: 20 },
])('pays shares of an unsettled sell only once it $how', ({ word, more }) => {
  const maker = makerThatPlaced({ ask: 0.55 }, {}, holdingYes(25))
  const [ask = ''] = maker.did
  expect(ask).toBe('sell yes 0.55 20')
  maker.hears(accepted(ask), matched(ask, 20, 'a'))
  maker.happens({ events: [{ kind: 'market', market: market(0, { result: { yes: 1, at: maker.bench.now } }) }] })
  // Five shares were promised to no one.
  expect(maker.summary.cash).toBe(usdt(1_000 + 5))
  maker.hears(word(ask, 20, 'a'))
  expect(maker.summary.cash).toBe(usdt(1_000 + 5 + more))
})
