import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Matching } from '../../src/exchange/core/matching.js'
import { exchangeAddress } from '../../src/protocol/contracts.js'
import { orderHash } from '../../src/protocol/order-hash.js'
import { recoverOrderSigner } from '../../src/protocol/verify.js'
import { answerMeter } from './meter.js'

const CHAIN = 97
const EXCHANGE = exchangeAddress(CHAIN, { isNegRisk: false, isYieldBearing: false })

type Wire = Record<
  'salt' | 'tokenId' | 'makerAmount' | 'takerAmount' | 'expiration' | 'nonce' | 'feeRateBps',
  string | number
> & {
  readonly hash: string
  readonly signature: string
  readonly maker: string
  readonly signer: string
  readonly taker: string
  readonly side: 0 | 1
  readonly signatureType: number
}

/** The minimal processing of a signed order over HTTP: parse, hash, recover, match, answer. Nothing else is checked, nothing is written or pushed. */
function serve(): void {
  const book = new Matching()
  const taker = { meet: (_handle: number, _price: number, offered: number): number => offered }
  let count = 0
  const take = (text: string): string => {
    const { pricePerShare, order } = (JSON.parse(text) as { data: { pricePerShare: string; order: Wire } }).data
    const hash = orderHash(digits(order), { chainId: CHAIN, exchange: EXCHANGE })
    if (recoverOrderSigner(hash, order.signature) !== order.maker.toLowerCase()) throw new Error('expected the maker')
    const lane = (Number(order.salt) & 1) as 0 | 1
    const price = Number(pricePerShare) / 1e14
    const size = Number(order.takerAmount) / 1e12
    const left = size - book.match(lane, price, size, taker)
    if (left > 0) book.add(lane, price, left)
    return JSON.stringify({
      success: true,
      data: { code: 'OK', orderId: String(++count), orderHash: hash, removalLockedUntil: null },
    })
  }
  const server = createServer((request, response) => {
    readBody(request, text => {
      const answer = take(text)
      response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) }).end(answer)
    })
  })
  // Longer than the other side's rounds take.
  server.keepAliveTimeout = 75_000
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  answerMeter()
  process.once('disconnect', () => process.exit())
}

function readBody(request: IncomingMessage, done: (text: string) => void): void {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => done((parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString('utf8')))
}

const digits = (order: Wire) => ({
  ...order,
  salt: BigInt(order.salt),
  tokenId: BigInt(order.tokenId),
  makerAmount: BigInt(order.makerAmount),
  takerAmount: BigInt(order.takerAmount),
  expiration: BigInt(order.expiration),
  nonce: BigInt(order.nonce),
  feeRateBps: BigInt(order.feeRateBps),
})

serve()
