import { type MarketSeed, type RunningExchange, startExchange } from '../../src/exchange.js'
import type { ChainId } from '../../src/protocol/contracts.js'
import { createSigner } from '../../src/protocol/sign.js'
import { type Client, createClient } from '../exchange/server/client.js'
import { createSdkWallet, type SdkMarket, type SdkWallet } from './sdk-wallet.js'

/** Of the Predict account below, of a plain wallet, and of their counterparty. */
export const [OWNER_KEY, PLAIN_KEY, MAKER_KEY] = ['51', '52', '54'].map(byte => `0x${byte.repeat(32)}`) as [
  string,
  string,
  string,
]
/** A smart wallet that the first key owns. */
export const PREDICT_ACCOUNT = '0x5353535353535353535353535353535353535353'
const DOLLARS = '1000000000'

/** Every kind of contract, with two and with three decimals, and fee rates from none to two percent. */
const MARKETS: readonly MarketSeed[] = [2 as const, 3 as const].flatMap(decimals =>
  [0, 1, 2, 3].map(kind => ({
    question: `Will kind ${kind} with ${decimals} decimals do?`,
    decimals,
    isNegRisk: kind % 2 === 1,
    isYieldBearing: kind >= 2,
    feeRateBps: [0, 100, 200][(kind + decimals) % 3] ?? 0,
    endsInMinutes: null,
  })),
)
/** In the middle of each book, in cents: fair ones and nearly certain ones. */
const MIDDLES = [50, 5, 95, 33]

/** An exchange whose eight markets have deep books, and two wallets of the SDK that hold dollars and shares of everything. */
export interface SdkVenue {
  readonly exchange: RunningExchange
  /** A plain wallet and a Predict account, logged in. */
  readonly traders: readonly [SdkWallet, SdkWallet]
  readonly markets: readonly SdkMarket[]
  close(): Promise<void>
}

/** Opens one on a chain. */
export const openSdkVenue = async (chainId: ChainId): Promise<SdkVenue> => {
  const address = (privateKey: string): string => createSigner({ privateKey, chainId }).address
  const exchange = await startExchange({
    chainId,
    crowd: { kind: 'none' },
    rateLimits: null,
    settlementMs: 0,
    markets: MARKETS,
    smartAccounts: [{ address: PREDICT_ACCOUNT, owner: address(OWNER_KEY) }],
    fund: [PREDICT_ACCOUNT, address(PLAIN_KEY), address(MAKER_KEY)].map(wallet => ({ address: wallet, usdt: DOLLARS })),
  })
  const wallet = (privateKey: string): Client => createClient(exchange, { address: address(privateKey), privateKey })
  const maker = wallet(MAKER_KEY)
  const smart = { address: PREDICT_ACCOUNT, privateKey: OWNER_KEY, smartAccount: PREDICT_ACCOUNT }
  const buyers = [wallet(PLAIN_KEY), createClient(exchange, smart)]
  for (const client of [maker, ...buyers]) await client.login()
  for (const [index, { id }] of exchange.markets.entries()) {
    for (const buyer of buyers) await mint(id, buyer, maker)
    await layBook(id, maker, MIDDLES[index % MIDDLES.length] ?? 50)
  }
  const traders = [
    await createSdkWallet(exchange, { privateKey: PLAIN_KEY }),
    await createSdkWallet(exchange, { privateKey: OWNER_KEY, predictAccount: PREDICT_ACCOUNT }),
  ] as const
  for (const trader of traders) await trader.login()
  const markets = exchange.markets.map(async ({ id }) => (await maker.get(`/v1/markets/${id}`)).body.data as SdkMarket)
  return {
    exchange,
    traders,
    markets: await Promise.all(markets),
    close: async () => {
      for (const trader of traders) trader.close()
      await exchange.close()
    },
  }
}

/** Gives the buyer a million shares of both outcomes. */
const mint = async (market: number, buyer: Client, maker: Client): Promise<void> => {
  for (const [outcome, other] of [['yes', 'no'] as const, ['no', 'yes'] as const])
    for (const [client, side] of [[buyer, outcome] as const, [maker, other] as const]) {
      const { status, body } = await client.limit({ market, outcome: side, cents: 50, shares: 1_000_000 })
      if (status !== 201) throw new Error(`no shares for the buyer: ${body.message}`)
    }
}

/** Three levels on each side; the first is small, so that orders walk on to the next. */
const layBook = async (market: number, maker: Client, middle: number): Promise<void> => {
  for (const [away, shares] of [
    [1, 50],
    [2, 200_000],
    [3, 400_000],
  ] as const) {
    await maker.limit({ market, cents: middle - away, shares })
    await maker.limit({ market, outcome: 'no', cents: 100 - middle - away, shares })
  }
}
