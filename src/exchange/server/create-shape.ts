import { z } from 'zod'

/** 0x and 40 hex digits, in any letter case. */
export const addressShape = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be a 0x-prefixed address of 20 bytes')

/** 0x and 64 hex digits. The words "order hash must be a" are what clients look for. */
export const hashShape = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'order hash must be a 0x-prefixed hex string of 32 bytes')

const digitsShape = z.string().regex(/^\d{1,78}$/, 'must be a string of decimal digits')
const secondsShape = z.union([
  z.number().int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be whole seconds')
    .transform(Number),
])

/** The body of a create, with the liberties that public clients take. */
export const createShape = z.object({
  data: z.object({
    // A double prints an exponent from 1e21 on, far beyond any price: such text fails the later checks by its range.
    pricePerShare: z.union([
      digitsShape,
      z
        .number()
        .min(0)
        .max(1e21)
        .transform(value => BigInt(Math.round(value)).toString()),
    ]),
    strategy: z.enum(['LIMIT', 'MARKET']),
    slippageBps: z.union([z.string(), z.number()]).optional(),
    isFillOrKill: z.boolean().nullish(),
    isPostOnly: z.boolean().nullish(),
    isMinAmountOut: z.boolean().nullish(),
    reservedBalancePolicy: z.enum(['REJECT_MARKET_ORDER', 'SKIP_RESERVED_BALANCE_CHECKS']).nullish(),
    selfTradePrevention: z.enum(['CANCEL_MAKER', 'CANCEL_TAKER', 'CANCEL_BOTH']).nullish(),
    order: z.object({
      hash: hashShape,
      salt: digitsShape,
      maker: addressShape,
      signer: addressShape,
      taker: addressShape,
      tokenId: digitsShape,
      makerAmount: digitsShape,
      takerAmount: digitsShape,
      expiration: secondsShape,
      nonce: digitsShape,
      feeRateBps: digitsShape,
      side: z.union([z.literal(0), z.literal(1)]),
      signatureType: z.literal(0),
      signature: z
        .string()
        .max(200)
        .regex(/^(?:0x)?[0-9a-fA-F]*$/, 'must be hex'),
    }),
  }),
})

/** A create that parses; nothing in it is checked yet. */
export type CreateBody = z.infer<typeof createShape>['data']
