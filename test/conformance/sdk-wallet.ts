/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { createRequire } from 'node:module'
import { type Book, type BuildOrderInput, OrderBuilder, type OrderStrategy, type SignerLike } from '@predictdotfun/sdk'
import type { RunningExchange } from '../../src/exchange.js'

/** What a client needs of the library that the SDK is built on. */
interface Ethers {
  readonly JsonRpcProvider: new (url: string, chainId: number, how: { staticNetwork: boolean }) => { destroy(): void }
  readonly Wallet: new (privateKey: string, provider: object) => SignerLike
}

// The copy that the SDK itself loads; an import would load a second one, whose wallets are of another class.
const { JsonRpcProvider, Wallet } = createRequire(import.meta.url)('ethers') as Ethers

/** An answer with its status. */
export interface SdkAnswer {
  readonly status: number
  readonly body: any
}

/** The signed part of a create, every value as the SDK gives it. */
export type SdkOrder = Record<string, unknown> & { hash: string; signature: string }

/** What a create's body has beside the signed order. */
export type SdkOptions = Readonly<Record<string, unknown>> & {
  readonly strategy: OrderStrategy
  readonly pricePerShare: string
}

/** A wallet that builds and signs with the venue's own SDK and speaks to the exchange with plain fetch. */
export interface SdkWallet {
  readonly builder: OrderBuilder
  readonly address: string
  readonly get: (path: string) => Promise<SdkAnswer>
  /** Bytes are sent as they are, anything else as JSON. */
  readonly post: (path: string, body: unknown) => Promise<SdkAnswer>
  /** Signs a login text; the answer holds a token, which is used from then on. */
  readonly login: (change?: (signature: string) => string) => Promise<SdkAnswer>
  /** The book of a market, seen from one of its outcomes. */
  readonly book: (market: SdkMarket, outcome: 0 | 1) => Promise<Book>
  readonly sign: (market: SdkMarket, strategy: OrderStrategy, order: BuildOrderInput) => Promise<SdkOrder>
  readonly close: () => void
}

/** What a client needs to know of a market. */
export interface SdkMarket {
  readonly id: number
  readonly isNegRisk: boolean
  readonly isYieldBearing: boolean
  readonly decimalPrecision: number
  readonly feeRateBps: number
  readonly outcomes: readonly { readonly onChainId: string }[]
}

/** Makes one of a key, and of a Predict account where there is one; its chain is the exchange's own RPC. */
export const createSdkWallet = async (
  exchange: Pick<RunningExchange, 'baseUrl' | 'rpcUrl' | 'apiKey' | 'chainId'>,
  { privateKey, predictAccount }: { privateKey: string; predictAccount?: string },
): Promise<SdkWallet> => {
  const provider = new JsonRpcProvider(exchange.rpcUrl, exchange.chainId, { staticNetwork: true })
  const wallet = new Wallet(privateKey, provider)
  const builder = await OrderBuilder.make(exchange.chainId, wallet, predictAccount === undefined ? {} : { predictAccount })
  const address = predictAccount ?? wallet.address
  let token = ''
  const call = async (path: string, init: RequestInit = {}): Promise<SdkAnswer> => {
    const headers = {
      'x-api-key': exchange.apiKey,
      'content-type': 'application/json',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(exchange.baseUrl + path, { ...init, headers })
    return { status: response.status, body: await response.json() }
  }
  const post = (path: string, body: unknown): Promise<SdkAnswer> =>
    call(path, { method: 'POST', body: body instanceof Uint8Array ? body : JSON.stringify(body) })
  const signText = (text: string): Promise<string> =>
    predictAccount === undefined ? wallet.signMessage(text) : builder.signPredictAccountMessage(text)
  return {
    builder,
    address,
    get: call,
    post,
    login: async (change = signature => signature) => {
      const { message } = (await call('/v1/auth/message')).body.data
      const answer = await post('/v1/auth', { signer: address, message, signature: change(await signText(message)) })
      if (answer.status === 200) token = answer.body.data.token
      return answer
    },
    book: async (market, outcome) => {
      const { data } = (await call(`/v1/markets/${market.id}/orderbook`)).body
      return outcome === 0 ? data : mirrored(data, market.decimalPrecision)
    },
    sign: async (market, strategy, input) => {
      const typed = builder.buildTypedData(builder.buildOrder(strategy, input), market)
      const signed = await builder.signTypedDataOrder(typed)
      return { ...signed, hash: builder.buildTypedDataHash(typed) }
    },
    close: () => provider.destroy(),
  }
}

/** A book of Yes prices as the holder of No reads it. */
const mirrored = (book: Book, decimals: number): Book => {
  const other = (levels: Book['asks']): Book['asks'] =>
    levels.map(([price, size]) => [Number((1 - price).toFixed(decimals)), size])
  return { ...book, asks: other(book.bids), bids: other(book.asks) }
}
