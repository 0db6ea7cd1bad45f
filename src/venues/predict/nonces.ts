import { exchangeAddress } from '../../protocol/contracts.js'
import { type ChainOptions, readNonce } from './chain-reads.js'
import type { MarketRegistry, PredictMarket } from './market-registry.js'

/** The nonce that each exchange requires in this wallet's orders. Raising it on the chain voids every order signed before. */
export interface Nonces {
  /** As last read; 0 before the first read, as for a wallet that never raised it. */
  of(market: PredictMarket): bigint
  /** Reads the nonces of the run's markets. Rejects with a VenueError; known values are kept. */
  refresh(): Promise<void>
}

/** Starts without any nonce. */
export function createNonces(chain: ChainOptions, registry: MarketRegistry): Nonces {
  const known = new Map<string, bigint>()
  const exchangeOf = (market: PredictMarket): string => exchangeAddress(chain.chainId, market.flags)
  return {
    of: market => known.get(exchangeOf(market)) ?? 0n,
    refresh: async () => {
      const exchanges = [...new Set(registry.all().map(exchangeOf))]
      const nonces = await Promise.all(exchanges.map(exchange => readNonce(chain, exchange)))
      for (const [at, exchange] of exchanges.entries()) known.set(exchange, nonces[at] ?? 0n)
    },
  }
}
