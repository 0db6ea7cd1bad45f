import { describe, test } from 'vitest'
import { createSigner } from '../../../src/protocol/sign.js'
import { type VenueOnTrial, venueContract } from '../../../src/testing.js'
import { NO_TIMINGS } from '../../../src/venues/feed-timings.js'
import { createPredictVenue } from '../../../src/venues/predict/predict-venue.js'
import { clock, openExchange } from './seat.js'

const open = async (): Promise<VenueOnTrial> => {
  const exchange = await openExchange()
  const venue = createPredictVenue({ ...exchange, clock, timings: NO_TIMINGS })
  const walletOf = (account: number) => {
    const privateKey = exchange.accounts[account]?.privateKey ?? ''
    return { wallet: { signer: createSigner({ privateKey, chainId: exchange.chainId }) }, epoch: 4_000 + account }
  }
  return {
    venue,
    clock,
    query: { ids: exchange.markets.map(({ id }) => String(id)) },
    wallets: [walletOf(0), walletOf(1)],
    close: async () => {
      venue.close()
      await exchange.close()
    },
  }
}

describe('the venue keeps the contract of venues: it', () => {
  for (const { name, run } of venueContract(open)) test(name, run)
})
