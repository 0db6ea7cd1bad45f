import { Pool } from 'undici'
import WebSocket from 'ws'
import type { RunningExchange } from '../../src/exchange.js'
import { Price, Size } from '../../src/model/money.js'
import { limitAmounts } from '../../src/protocol/amounts.js'
import { exchangeAddress } from '../../src/protocol/contracts.js'
import { createSigner, type Signer } from '../../src/protocol/sign.js'

/** What the shortest path from a push to an order needs. */
export interface BarePathOptions {
  readonly exchange: Omit<RunningExchange, 'close'>
  readonly market: number
  /** The account of the exchange that trades. */
  readonly account: number
  readonly price: number
  readonly shares: number
  /** Called for each push. */
  readonly onPush: () => void
}

export interface BarePath {
  /** Number of answered requests. */
  answered(): number
  close(): Promise<void>
}

interface Link extends BarePathOptions {
  readonly pool: Pool
  readonly signer: Signer
  readonly headers: Readonly<Record<string, string>>
  readonly tokenId: bigint
}

/** Distinguishes this path's requests from the daemon's. */
export const BARE_HEADER = 'x-path'

const ANY_TAKER = `0x${'00'.repeat(20)}`

/**
 * The same two decisions without anything else: parse the push, look at the best bid, and sign and post an order or remove it. No books, desk, risk,
 * journal or streams: the difference is what those cost.
 */
export async function openBarePath(options: BarePathOptions): Promise<BarePath> {
  const { exchange, market } = options
  const signer = createSigner({ privateKey: exchange.accounts[options.account]?.privateKey ?? '', chainId: exchange.chainId })
  const pool = new Pool(exchange.baseUrl, { connections: 4 })
  const link: Link = { ...options, signer, pool, ...(await prepare({ pool, signer, exchange, market })) }
  let salt = 1n
  let answers = 0
  let standing: string | null = null
  const send = async (path: string, body: string): Promise<void> => {
    const { body: answer } = await pool.request({ method: 'POST', path, headers: link.headers, body })
    await answer.text()
    answers += 1
  }
  const decide = (text: string): void => {
    const message = JSON.parse(text) as { topic?: string; data: { bids: [number, number][] } }
    if (message.topic === 'heartbeat') return socket.send(JSON.stringify({ method: 'heartbeat', data: message.data }))
    if (message.topic !== `predictOrderbook/${market}`) return
    const best = message.data.bids[0]?.[0] ?? 0
    const isWanted = Math.round(best * 10_000) > options.price
    if (isWanted && standing === null) {
      const { hash, body } = orderBody(link, salt++)
      standing = hash
      void send('/v1/orders', body)
    } else if (!isWanted && standing !== null) {
      void send('/v1/orders/remove-by-hash', JSON.stringify({ data: { hashes: [standing] } }))
      standing = null
    }
  }
  const socket = new WebSocket(exchange.wsUrl, { headers: { 'x-api-key': exchange.apiKey }, perMessageDeflate: false })
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('message', (data: Buffer) => {
    options.onPush()
    decide(data.toString())
  })
  socket.send(JSON.stringify({ method: 'subscribe', requestId: 1, params: [`predictOrderbook/${market}`] }))
  return {
    answered: () => answers,
    close: async () => {
      socket.terminate()
      await pool.destroy()
    },
  }
}

type Place = Pick<BarePathOptions, 'exchange' | 'market'> & { readonly pool: Pool; readonly signer: Signer }

/** Requested once, before the measurement: a token, and the token id for signing a bid for YES. */
async function prepare({ pool, signer, exchange, market }: Place): Promise<Pick<Link, 'headers' | 'tokenId'>> {
  const headers = { 'x-api-key': exchange.apiKey, 'content-type': 'application/json' }
  const ask = async <T>(path: string, body?: string): Promise<T> => {
    const answer = await pool.request({ method: body === undefined ? 'GET' : 'POST', path, headers, body: body ?? null })
    return ((await answer.body.json()) as { readonly data: T }).data
  }
  const { message } = await ask<{ message: string }>('/v1/auth/message')
  const login = JSON.stringify({ signer: signer.address, message, signature: signer.signMessage(message) })
  const { token } = await ask<{ token: string }>('/v1/auth', login)
  const { outcomes } = await ask<{ outcomes: { indexSet: number; onChainId: string }[] }>(`/v1/markets/${market}`)
  const yes = outcomes.find(({ indexSet }) => indexSet === 1)?.onChainId ?? '0'
  return { headers: { ...headers, authorization: `Bearer ${token}`, [BARE_HEADER]: 'bare' }, tokenId: BigInt(yes) }
}

function orderBody({ signer, tokenId, price, shares, exchange }: Link, salt: bigint): { hash: string; body: string } {
  const amounts = limitAmounts({ side: 'buy', price: Price.of(price), size: Size.ofShares(shares) })
  const order = {
    salt,
    maker: signer.address,
    signer: signer.address,
    taker: ANY_TAKER,
    tokenId,
    makerAmount: amounts.makerAmount,
    takerAmount: amounts.takerAmount,
    expiration: BigInt(Math.floor(Date.now() / 1_000) + 600),
    nonce: 0n,
    feeRateBps: 200n,
    side: 0,
    signatureType: 0,
  } as const
  const contract = exchangeAddress(exchange.chainId, { isNegRisk: false, isYieldBearing: false })
  const { hash, signature } = signer.signOrder(order, contract)
  const text = (value: bigint): string => String(value)
  const posted = {
    ...order,
    hash,
    signature,
    salt: text(order.salt),
    tokenId: text(tokenId),
    makerAmount: text(order.makerAmount),
    takerAmount: text(order.takerAmount),
    expiration: Number(order.expiration),
    nonce: '0',
    feeRateBps: '200',
  }
  const options = { strategy: 'LIMIT', isPostOnly: true, selfTradePrevention: 'CANCEL_TAKER' }
  return { hash, body: JSON.stringify({ data: { pricePerShare: text(amounts.pricePerShare), ...options, order: posted } }) }
}
