/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import type { RunningExchange, TestAccount } from '../../../src/exchange.js'
import { exchangeAddress } from '../../../src/protocol/contracts.js'
import { createSigner } from '../../../src/protocol/sign.js'

/** An answer with its status, as a test looks at it. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

/** A hand-written client: it shares nothing with the server's own code but the hash and the signature of an order. */
export interface Client {
  readonly account: TestAccount
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  login(): Promise<string>
  limit(order: LimitOrder): Promise<Answer>
  body(order: LimitOrder): Promise<CreateRequest>
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

/** A client of one test account. */
export const createClient = (exchange: RunningExchange, index = 0): Client => {
  const account = exchange.accounts[index]
  if (account === undefined) throw new Error(`the exchange has no test account ${index}`)
  const signer = createSigner({ privateKey: account.privateKey, chainId: exchange.chainId })
  let token = ''
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = { 'x-api-key': exchange.apiKey, ...(token !== '' && { authorization: `Bearer ${token}` }) }
    const response = await fetch(exchange.baseUrl + path, { ...init, headers })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const get = (path: string): Promise<Answer> => call(path, {})
  const post = (path: string, body: unknown): Promise<Answer> =>
    call(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
  const body = async (order: LimitOrder): Promise<CreateRequest> => {
    const market = (await get(`/v1/markets/${order.market}`)).body.data
    const shares = BigInt(order.shares) * 10n ** 18n
    const cash = (shares * BigInt(order.cents)) / 100n
    const isBuy = (order.side ?? 'buy') === 'buy'
    const wire = {
      salt: BigInt(order.salt ?? salts++),
      maker: account.address,
      signer: account.address,
      taker: '0x0000000000000000000000000000000000000000',
      tokenId: BigInt(market.outcomes[order.outcome === 'no' ? 1 : 0].onChainId),
      makerAmount: isBuy ? cash : shares,
      takerAmount: isBuy ? shares : cash,
      expiration: BigInt(order.expiration ?? 4_102_444_800),
      nonce: 0n,
      feeRateBps: BigInt(order.feeRateBps ?? market.feeRateBps),
      side: isBuy ? (0 as const) : (1 as const),
      signatureType: 0,
    }
    const { hash, signature } = signer.signOrder(wire, exchangeAddress(exchange.chainId, market))
    const texts = Object.fromEntries(
      Object.entries(wire).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]),
    )
    const expiration = Number(wire.expiration)
    return {
      data: {
        pricePerShare: String(BigInt(order.cents) * 10n ** 16n),
        strategy: 'LIMIT',
        isPostOnly: order.isPostOnly ?? false,
        order: { ...texts, expiration, hash, signature },
      },
    }
  }
  return {
    account,
    get,
    post,
    body,
    login: async () => {
      const { message } = (await get('/v1/auth/message')).body.data
      const answer = await post('/v1/auth', { signer: account.address, message, signature: signer.signMessage(message) })
      token = answer.body.data.token
      return token
    },
    limit: async order => post('/v1/orders', await body(order)),
  }
}
