import { z } from 'zod'
import { Price, Size } from '../../src/model/money.js'
import { pull } from '../../src/model/quote.js'
import type { StrategyDefinition } from '../../src/strategy/strategy.js'

const parameters = z.strictObject({})

const SIZE = Size.ofShares(12)
const FULL = Size.ofShares(60)

/** Makes markets close to the middle on two levels a side, leaned against what it holds, so that it is filled often. */
export const simStrategy = {
  name: 'simulated',
  version: 1,
  watches: 'touch',
  parameters,
  create: () => ({
    decide({ book, market, position }) {
      if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
      const { tick } = market
      const { touch } = book
      const load = Math.max(-1, Math.min(1, position.net / FULL))
      const fair = touch.microprice - 2 * tick * load
      const bid = Price.floor(Math.min(fair - tick / 2, touch.ask - tick), tick)
      const ask = Price.ceil(Math.max(fair + tick / 2, touch.bid + tick), tick)
      return book.quote({
        bid: load < 1 && bid > 2 * tick ? [level(bid), level(bid - tick)] : null,
        ask: load > -1 && ask < Price.ONE - 2 * tick ? [level(ask), level(ask + tick)] : null,
      })
    },
  }),
} satisfies StrategyDefinition<typeof parameters>

const level = (price: number): { readonly price: Price; readonly size: Size } => ({ price: Price.of(price), size: SIZE })
