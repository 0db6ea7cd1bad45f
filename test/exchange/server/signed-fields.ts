import fc from 'fast-check'

/** A whole number of up to 256 bits or so, as text. */
const digits = fc.bigInt({ min: 0n, max: 10n ** 78n - 1n }).map(String)

/** Hex digits of a number after 0x, in either case. */
export const hex = (length: number) =>
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'.split('')), minLength: length, maxLength: length })
    .map(text => `0x${text}`)

/** Every field of an order as it is signed and posted, whatever it says. */
export const signedFields = {
  hash: hex(64),
  salt: digits,
  maker: hex(40),
  signer: hex(40),
  taker: hex(40),
  tokenId: digits,
  makerAmount: digits,
  takerAmount: digits,
  expiration: fc.nat(),
  nonce: digits,
  feeRateBps: digits,
  side: fc.constantFrom(0, 1),
  signatureType: fc.constant(0),
  signature: hex(130),
} as const
