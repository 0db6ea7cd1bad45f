/** A signed order as it stands in order rows: the digits as they were signed, `expiration` and `side` as integers. */
export interface PostedOrder {
  readonly hash: string
  readonly salt: string
  readonly maker: string
  readonly signer: string
  readonly taker: string
  readonly tokenId: string
  readonly makerAmount: string
  readonly takerAmount: string
  /** Whole seconds since the epoch. */
  readonly expiration: number
  readonly nonce: string
  readonly feeRateBps: string
  readonly side: 0 | 1
  readonly signatureType: 0
  /** With `0x`, whatever was sent. */
  readonly signature: string
}
