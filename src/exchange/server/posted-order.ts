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

/** A posted order without its keys, for a snapshot that holds very many. */
export type PackedOrder = readonly [
  hash: string,
  salt: string,
  maker: string,
  signer: string,
  taker: string,
  tokenId: string,
  makerAmount: string,
  takerAmount: string,
  expiration: number,
  nonce: string,
  feeRateBps: string,
  side: 0 | 1,
  signature: string,
]

export const packOrder = (order: PostedOrder): PackedOrder => [
  order.hash,
  order.salt,
  order.maker,
  order.signer,
  order.taker,
  order.tokenId,
  order.makerAmount,
  order.takerAmount,
  order.expiration,
  order.nonce,
  order.feeRateBps,
  order.side,
  order.signature,
]

/** The order that `packOrder` packed. */
export const unpackOrder = (packed: PackedOrder): PostedOrder => {
  const [hash, salt, maker, signer, taker, tokenId, makerAmount, takerAmount, expiration, nonce, feeRateBps, side, signature] =
    packed
  return {
    hash,
    salt,
    maker,
    signer,
    taker,
    tokenId,
    makerAmount,
    takerAmount,
    expiration,
    nonce,
    feeRateBps,
    side,
    signatureType: 0,
    signature,
  }
}
