/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import type { RunningExchange } from '../../../src/exchange.js'
import { contractSet, contractsOf, exchangeAddress } from '../../../src/protocol/contracts.js'
import { createSigner } from '../../../src/protocol/sign.js'
import { overHttp } from './over-http.js'

/** An answer with its status, as a test looks at it. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

/** A hand-written client: it shares nothing with the server's own code but the hash and the signature of an order. */
export interface Client {
  readonly account: { readonly address: string; readonly privateKey: string }
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  login(): Promise<string>
  limit(order: LimitOrder): Promise<Answer>
  body(order: LimitOrder): Promise<CreateRequest>
  raw(order: RawOrder): Promise<Answer>
  create(order: RawOrder): Promise<CreateRequest>
  /** Settled, as the chain has them, in wei. */
  cash(): Promise<bigint>
  shares(market: number, outcome: 'yes' | 'no'): Promise<bigint>
}

/** A key that is none of the test accounts'. */
export interface Wallet {
  readonly address: string
  readonly privateKey: string
  /** The smart account it signs for. */
  readonly smartAccount?: string
}

/** An order by its signed amounts, with the options of a create. */
export interface RawOrder {
  readonly market: number
  readonly outcome?: 'yes' | 'no'
  readonly side?: 'buy' | 'sell'
  readonly makerAmount: bigint | string
  readonly takerAmount: bigint | string
  readonly pricePerShare: bigint | string
  readonly salt?: number
  /** Whose order it is, where the client only signs it. */
  readonly maker?: string
  readonly feeRateBps?: number
  readonly expiration?: number
  readonly strategy?: 'LIMIT' | 'MARKET'
  readonly isPostOnly?: boolean
  readonly isFillOrKill?: boolean
  readonly isMinAmountOut?: boolean
  readonly slippageBps?: string
  readonly reservedBalancePolicy?: string
  readonly selfTradePrevention?: string
}

export interface LimitOrder {
  readonly market: number
  readonly outcome?: 'yes' | 'no'
  readonly side?: 'buy' | 'sell'
  /** In cents. */
  readonly cents: number
  /** Whole shares. */
  readonly shares: number
  readonly salt?: number
  readonly isPostOnly?: boolean
  readonly feeRateBps?: number
  readonly expiration?: number
  readonly selfTradePrevention?: string
}

export interface CreateRequest {
  data: {
    pricePerShare: string
    strategy: string
    isPostOnly: boolean
    order: Record<string, unknown> & { hash: string; signature: string }
  }
}

let salts = 1

/** Where a client goes; without a `fetch` of its own, over the network. */
export interface Reached extends Pick<RunningExchange, 'accounts' | 'apiKey' | 'baseUrl' | 'chainId' | 'rpcUrl'> {
  readonly fetch?: (url: string, init?: RequestInit) => Promise<Pick<Response, 'status' | 'headers' | 'json'>>
}

/** A client of one test account, or of any other key. */
export const createClient = (exchange: Reached, who: number | Wallet = 0): Client => {
  const { fetch: reach = overHttp } = exchange
  const account = typeof who === 'number' ? exchange.accounts[who] : who
  if (account === undefined) throw new Error('the exchange has no such test account')
  const smart = typeof who === 'number' ? undefined : who.smartAccount
  const signer = createSigner({
    privateKey: account.privateKey,
    chainId: exchange.chainId,
    ...(smart !== undefined && { account: smart }),
  })
  let token = ''
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = { 'x-api-key': exchange.apiKey, ...(token !== '' && { authorization: `Bearer ${token}` }) }
    const response = await reach(exchange.baseUrl + path, { ...init, headers })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const get = (path: string): Promise<Answer> => call(path, {})
  const post = (path: string, body: unknown): Promise<Answer> =>
    call(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
  const create = async (order: RawOrder): Promise<CreateRequest> => {
    const {
      market: id,
      outcome,
      side,
      makerAmount,
      takerAmount,
      pricePerShare,
      salt,
      maker,
      expiration,
      feeRateBps,
      ...options
    } = order
    const { status, body } = await get(`/v1/markets/${id}`)
    if (body.data === undefined) throw new Error(`market ${id} cannot be read: ${status} ${JSON.stringify(body)}`)
    const market = body.data
    const wire = {
      salt: BigInt(salt ?? salts++),
      maker: maker ?? signer.address,
      signer: signer.address,
      taker: '0x0000000000000000000000000000000000000000',
      tokenId: BigInt(market.outcomes[outcome === 'no' ? 1 : 0].onChainId),
      makerAmount: BigInt(makerAmount),
      takerAmount: BigInt(takerAmount),
      expiration: BigInt(expiration ?? 4_102_444_800),
      nonce: 0n,
      feeRateBps: BigInt(feeRateBps ?? market.feeRateBps),
      side: (side ?? 'buy') === 'buy' ? (0 as const) : (1 as const),
      signatureType: 0,
    }
    const { hash, signature } = signer.signOrder(wire, exchangeAddress(exchange.chainId, market))
    const texts = Object.fromEntries(
      Object.entries(wire).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]),
    )
    return {
      data: {
        pricePerShare: String(pricePerShare),
        strategy: 'LIMIT',
        isPostOnly: false,
        ...options,
        order: { ...texts, expiration: Number(wire.expiration), hash, signature },
      },
    }
  }
  const body = async ({ cents, shares: count, ...order }: LimitOrder): Promise<CreateRequest> => {
    const shares = BigInt(count) * 10n ** 18n
    const cash = (shares * BigInt(cents)) / 100n
    const [makerAmount, takerAmount] = (order.side ?? 'buy') === 'buy' ? [cash, shares] : [shares, cash]
    return create({ ...order, makerAmount, takerAmount, pricePerShare: BigInt(cents) * 10n ** 16n })
  }
  /** What a contract answers to a call whose words are hex numbers. */
  const chain = async (to: string, selector: string, words: readonly bigint[]): Promise<bigint> => {
    const data = selector + words.map(word => word.toString(16).padStart(64, '0')).join('')
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to, data }, 'latest'] }
    const response = await reach(exchange.rpcUrl, { method: 'POST', body: JSON.stringify(request) })
    return BigInt(((await response.json()) as { result: string }).result)
  }
  return {
    account,
    get,
    post,
    body,
    create,
    cash: () => chain(contractsOf(exchange.chainId).usdt, '0x70a08231', [BigInt(signer.address)]),
    shares: async (id, outcome) => {
      const market = (await get(`/v1/markets/${id}`)).body.data
      const { conditionalTokens } = contractSet(exchange.chainId, market)
      const token = BigInt(market.outcomes[outcome === 'yes' ? 0 : 1].onChainId)
      return chain(conditionalTokens, '0x00fdd58e', [BigInt(signer.address), token])
    },
    login: async () => {
      const { message } = (await get('/v1/auth/message')).body.data
      const answer = await post('/v1/auth', { signer: signer.address, message, signature: signer.signMessage(message) })
      token = answer.body.data.token
      return token
    },
    limit: async order => post('/v1/orders', await body(order)),
    raw: async order => post('/v1/orders', await create(order)),
  }
}
