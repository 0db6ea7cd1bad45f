import { type DepthLevel, OrderBuilder, Side } from '@predictdotfun/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitAmountsOfWei, marketAmounts, marketAmountsByValue } from '../../src/predict.js'

const builder = OrderBuilder.make(97)
const CENT = 10n ** 16n

/** One side of a book: prices of three decimals, sizes with up to six, none below what the SDK takes. */
const asks = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 10_000, max: 500_000_000 })), {
    minLength: 1,
    maxLength: 12,
  })
  .map(steps => {
    let thousandths = 0
    return steps.map(([step, size]): DepthLevel => [(thousandths += step) / 1_000, size / 1e6])
  })
const bids = asks.map(levels => levels.map(([price, size]): DepthLevel => [(1_000 - Math.round(price * 1_000)) / 1_000, size]))
/** From the least that the SDK takes to more than a book holds. */
const quantity = fc.bigInt({ min: CENT, max: 10n ** 22n })
const value = fc.bigInt({ min: 10n ** 18n, max: 10n ** 21n })
const slippage = fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined })

const inWei = (levels: readonly DepthLevel[]) =>
  levels.map(([price, size]) => ({
    price: BigInt(Math.round(price * 1_000)) * 10n ** 15n,
    shares: BigInt(Math.round(size * 1e6)) * 10n ** 12n,
  }))
const book = (sides: { asks?: DepthLevel[]; bids?: DepthLevel[] }) => ({ asks: [], bids: [], updateTimestampMs: 0, ...sides })
const inBps = (slippageBps: number | undefined) => (slippageBps === undefined ? undefined : BigInt(slippageBps))
/** What of the SDK's amounts is signed or posted. */
const posted = ({ makerAmount, takerAmount, pricePerShare }: ReturnType<OrderBuilder['getLimitOrderAmounts']>) => ({
  makerAmount,
  takerAmount,
  pricePerShare,
})
const runs = { seed: 11, numRuns: 300 }

describe('our amounts are those of the venue’s own SDK', () => {
  it('of a LIMIT order', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 18n - 1n })
    fc.assert(
      fc.property(price, quantity, fc.boolean(), (pricePerShareWei, quantityWei, isBuy) => {
        const side = isBuy ? Side.BUY : Side.SELL
        const ours = limitAmountsOfWei({ side: isBuy ? 'buy' : 'sell', price: pricePerShareWei, shares: quantityWei })
        expect(ours).toEqual(posted(builder.getLimitOrderAmounts({ side, pricePerShareWei, quantityWei })))
      }),
      runs,
    )
  })

  it('of a MARKET order for a quantity', () => {
    fc.assert(
      fc.property(asks, quantity, slippage, fc.boolean(), (levels, quantityWei, slippageBps, isMinAmountOut) => {
        const theirs = builder.getMarketOrderAmounts(
          { side: Side.BUY, quantityWei, slippageBps: inBps(slippageBps), isMinAmountOut },
          book({ asks: levels }),
        )
        const terms = { levels: inWei(levels), slippageBps: slippageBps ?? 0, isMinAmountOut }
        expect(marketAmounts('buy', quantityWei, terms)).toEqual(posted(theirs))
      }),
      runs,
    )
    fc.assert(
      fc.property(bids, quantity, slippage, (levels, quantityWei, slippageBps) => {
        const theirs = builder.getMarketOrderAmounts(
          { side: Side.SELL, quantityWei, slippageBps: inBps(slippageBps) },
          book({ bids: levels }),
        )
        const terms = { levels: inWei(levels), slippageBps: slippageBps ?? 0 }
        expect(marketAmounts('sell', quantityWei, terms)).toEqual(posted(theirs))
      }),
      runs,
    )
  })

  it('of a MARKET buy for a value', () => {
    fc.assert(
      fc.property(asks, value, slippage, fc.boolean(), (levels, valueWei, slippageBps, isMinAmountOut) => {
        const terms = { levels: inWei(levels), slippageBps: slippageBps ?? 0, isMinAmountOut }
        const theirs = builder.getMarketOrderAmounts(
          { side: Side.BUY, valueWei, slippageBps: inBps(slippageBps), isMinAmountOut },
          book({ asks: levels }),
        )
        expect(marketAmountsByValue(valueWei, terms)).toEqual(posted(theirs))
      }),
      runs,
    )
  })
})
