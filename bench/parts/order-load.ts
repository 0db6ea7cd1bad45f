import { exchangeAddress } from '../../src/protocol/contracts.js'
import { createSigner } from '../../src/protocol/sign.js'

/** Signers and market of a load of orders. */
export interface LoadOptions {
  readonly chainId: number
  /** Two wallets that trade with each other. */
  readonly privateKeys: readonly [string, string]
  /** Decimal ids of YES and NO. */
  readonly tokens: readonly [string, string]
  readonly feeRateBps: number
  readonly count: number
}

/** One signed create: its wallet, and the bytes of its body. */
export interface LoadedOrder {
  readonly wallet: 0 | 1
  readonly body: string
}

const SHARES = 10n * 10n ** 18n
const CENT = 10n ** 16n
/** Bids for YES and for NO are between these cents, so that about every second one meets another. */
const LOWEST = 40
const SPREAD = 21
/** Whole seconds, far away. */
const EXPIRATION = 4_102_444_800

/** Signed orders in sending order: one wallet bids for YES, the other for NO, and bids that add up to a dollar are minted. */
export function createLoad(options: LoadOptions): readonly LoadedOrder[] {
  const { chainId, privateKeys, tokens, feeRateBps, count } = options
  const signers = privateKeys.map(privateKey => createSigner({ privateKey, chainId }))
  const exchange = exchangeAddress(chainId, { isNegRisk: false, isYieldBearing: false })
  let state = 1
  return Array.from({ length: count }, (_, index): LoadedOrder => {
    const wallet = (index & 1) as 0 | 1
    const signer = signers[wallet]
    if (signer === undefined) throw new RangeError('expected two wallets')
    // A linear congruential generator is good enough for prices, and the same on every machine.
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    const price = BigInt(LOWEST + ((state >>> 8) % SPREAD)) * CENT
    const wire = {
      salt: BigInt(1_000_000 + index),
      maker: signer.address,
      signer: signer.address,
      taker: `0x${'0'.repeat(40)}`,
      tokenId: BigInt(tokens[wallet]),
      makerAmount: (price * SHARES) / 10n ** 18n,
      takerAmount: SHARES,
      expiration: BigInt(EXPIRATION),
      nonce: 0n,
      feeRateBps: BigInt(feeRateBps),
      side: 0 as const,
      signatureType: 0,
    }
    const texts = Object.entries(wire).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value])
    const order = { ...Object.fromEntries(texts), expiration: EXPIRATION, ...signer.signOrder(wire, exchange) }
    return { wallet, body: JSON.stringify({ data: { pricePerShare: String(price), strategy: 'LIMIT', order } }) }
  })
}
