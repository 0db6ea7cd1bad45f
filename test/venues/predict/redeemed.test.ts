import { afterEach, describe, expect, it } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { MarketId, MarketIndex } from '../../../src/model/ids.js'
import { Size, Wei } from '../../../src/model/money.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { createPredictVenue, type PredictVenue } from '../../../src/venues/predict/predict-venue.js'
import { clock, EPOCH, openExchange, type Seat, takeSeat } from './seat.js'

const running: RunningExchange[] = []
const leaving: { leave(): void }[] = []
afterEach(async () => {
  for (const one of leaving.splice(0)) one.leave()
  for (const exchange of running.splice(0)) await exchange.close()
})

const shares = (count: number): Wei => Wei.ofSize(Size.ofShares(count))

/** An exchange at which two wallets traded 50 shares of the first market, of which each YES share then pays a dollar. */
async function decided(payouts: 'on-redeem' | 'at-result'): Promise<{ exchange: RunningExchange; seat: Seat }> {
  const exchange = await openExchange({
    payouts,
    settlementMs: 0,
    markets: [
      { question: 'Will it rain?', resolvesTo: 1, endsInMinutes: 0.05 },
      { question: 'Will it snow?', decimals: 3, isNegRisk: true, isYieldBearing: true },
    ],
  })
  running.push(exchange)
  const [seat, other] = [await takeSeat(exchange, 0), await takeSeat(exchange, 1, false)]
  leaving.push(seat, other)
  // The taker pays the fee, so the seat holds whole shares.
  await seat.place({ price: 6_000, shares: 50 })
  await other.place({ price: 4_000, shares: 50, outcome: 'no', style: 'limit' })
  await seat.heard('settled')
  while ((await seat.venue.definitions([idOf(exchange)]))[0]?.result === null)
    await new Promise(resolve => setTimeout(resolve, 50))
  return { exchange, seat }
}

const idOf = (exchange: RunningExchange): string => String(exchange.markets[0]?.id)

describe('a wallet with shares of a decided market', () => {
  it('holds them until they are redeemed, also when the market has left the run', async () => {
    const { exchange, seat } = await decided('on-redeem')
    const held = { yes: shares(50), no: Wei.ZERO }
    expect((await seat.gateway.snapshot()).shares.get(MarketIndex.of(0))).toEqual(held)

    // A later run trades the other market only.
    const venue = createPredictVenue({ ...exchange, clock })
    leaving.push({ leave: () => venue.close() })
    await venue.markets({ ids: [String(exchange.markets[1]?.id)] })
    const signer = signerOf(exchange)
    const { shares: here, elsewhere } = await venue.gateway({ signer, epoch: EPOCH }, new Map()).snapshot()
    expect([...here.values()]).toEqual([{ yes: Wei.ZERO, no: Wei.ZERO }])
    expect(elsewhere).toEqual(new Map([[MarketId.of(idOf(exchange)), held]]))
    expect(await redeemable(venue, exchange)).toEqual([
      { market: MarketId.of(idOf(exchange)), question: 'Will it rain?', shares: held, payout: shares(50) },
    ])
  })

  it('has cash in their place where the venue pays by itself', async () => {
    const { exchange, seat } = await decided('at-result')
    const { shares: held, elsewhere } = await seat.gateway.snapshot()
    expect(held.get(MarketIndex.of(0))).toEqual({ yes: Wei.ZERO, no: Wei.ZERO })
    expect(elsewhere).toBeUndefined()
    expect(await redeemable(seat.venue, exchange)).toEqual([])
  })
})

const signerOf = (exchange: RunningExchange) =>
  createSigner({ privateKey: exchange.accounts[0]?.privateKey ?? '', chainId: exchange.chainId })

const redeemable = async (venue: PredictVenue, exchange: RunningExchange) =>
  (await venue.redemption({ signer: signerOf(exchange) })).list()
