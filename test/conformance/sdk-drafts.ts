import fc from 'fast-check'
import type { SdkOrder } from './sdk-wallet.js'

const prevention = fc.constantFrom(undefined, 'CANCEL_MAKER', 'CANCEL_TAKER', 'CANCEL_BOTH')
const common = {
  /** Which of the markets, and who trades on it. */
  market: fc.nat(),
  trader: fc.nat(),
  outcome: fc.constantFrom(0 as const, 1 as const),
  /** Beyond what the market asks for. */
  extraFeeBps: fc.constantFrom(0, 0, 1, 50, 9_000),
  /** In cents of a dollar. */
  value: fc.integer({ min: 200, max: 6_000 }),
  selfTradePrevention: prevention,
  /** Some clients leave the 0x of a signature out, and some send the expiration as a number. */
  isBare: fc.boolean(),
  hasNumbers: fc.boolean(),
}

/** A resting or crossing order with a price of its own. */
export const limitDraft = fc.record({
  ...common,
  strategy: fc.constant('LIMIT' as const),
  side: fc.constantFrom(0 as const, 1 as const),
  /** The price, before it is cut to the market's tick. */
  thousandths: fc.integer({ min: 1, max: 999 }),
  /** Wei that the SDK cuts off again. */
  dust: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  isPostOnly: fc.constantFrom(undefined, false, true),
  /** Seconds from now; null is never. */
  expiresIn: fc.option(fc.integer({ min: 31, max: 100_000_000 })),
})
export type LimitDraft = typeof limitDraft extends fc.Arbitrary<infer Draft> ? Draft : never

/** An order for what the book holds now. */
export const marketDraft = fc.record({
  ...common,
  strategy: fc.constant('MARKET' as const),
  kind: fc.constantFrom('buy a quantity' as const, 'buy for a value' as const, 'sell a quantity' as const),
  slippageBps: fc.constantFrom(undefined, 0n, 1n, 100n, 5_000n),
  tellsSlippage: fc.boolean(),
  isMinAmountOut: fc.boolean(),
  isFillOrKill: fc.constantFrom(undefined, false, true),
  reservedBalancePolicy: fc.constantFrom(undefined, 'REJECT_MARKET_ORDER', 'SKIP_RESERVED_BALANCE_CHECKS'),
})
export type MarketDraft = typeof marketDraft extends fc.Arbitrary<infer Draft> ? Draft : never

const NUMBERS = ['salt', 'tokenId', 'makerAmount', 'takerAmount', 'expiration', 'nonce', 'feeRateBps']
const BYTES = ['maker', 'signer', 'taker', 'hash', 'signature']
const SMALL = ['side', 'signatureType']

/** One bit of one field of a signed order. */
export const flip = fc.record({
  field: fc.constantFrom(...NUMBERS, ...BYTES, ...SMALL),
  bit: fc.integer({ min: 0, max: 1_023 }),
})
export type Flip = typeof flip extends fc.Arbitrary<infer Found> ? Found : never

/** The order with that bit the other way round. */
export const flipped = (order: SdkOrder, { field, bit }: Flip): SdkOrder => {
  if (SMALL.includes(field)) return { ...order, [field]: Number(order[field]) ^ (1 << (bit % 8)) }
  if (NUMBERS.includes(field)) return { ...order, [field]: String(BigInt(order[field] as string) ^ (1n << BigInt(bit % 256))) }
  const hex = (order[field] as string).replace(/^0x/, '')
  const turned = BigInt(`0x${hex}`) ^ (1n << BigInt(bit % (hex.length * 4)))
  return { ...order, [field]: `0x${turned.toString(16).padStart(hex.length, '0')}` }
}

/** What kinds a draft is of, by which a test sees that it has tried them all. */
export const kindsOf = (draft: LimitDraft | MarketDraft): readonly string[] => [
  `outcome ${draft.outcome}`,
  `prevention ${draft.selfTradePrevention}`,
  ...(draft.strategy === 'LIMIT'
    ? [`limit ${draft.side}`, `post-only ${draft.isPostOnly}`, draft.expiresIn === null ? 'never expires' : 'expires']
    : [
        `${draft.kind}${draft.isMinAmountOut ? ' of at least' : ''}`,
        `fill-or-kill ${draft.isFillOrKill}`,
        `policy ${draft.reservedBalancePolicy}`,
        `slippage ${draft.slippageBps}`,
      ]),
]
