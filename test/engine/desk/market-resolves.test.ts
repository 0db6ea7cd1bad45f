import { expect, it } from 'vitest'
import { market, usdt } from '../desk-bench.js'
import { makerThatPlaced } from './makers.js'
import { accepted, matched, settled } from './venue-words.js'

const BID = 'buy yes 0.45 20'

it('pays a result, and fills that settle later fill by fill', () => {
  const maker = makerThatPlaced({ bid: 0.45 })
  maker.hears(accepted(BID), settled(BID, 10, 'a'), matched(BID, 5, 'b'))
  maker.happens({ events: [{ kind: 'market', market: market(0, { result: { yes: 0.5, at: maker.bench.now } }) }] })
  expect(maker.summary.cash).toBe(usdt(1_000 - 4.5 + 5))
  maker.hears(settled(BID, 5, 'b'))
  expect(maker.summary).toMatchObject({ cash: usdt(1_000 - 4.5 + 5 - 2.25 + 2.5), realized: usdt(0.75) })
})
