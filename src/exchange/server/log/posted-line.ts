import { ZERO_ADDRESS } from '../../../protocol/contracts.js'

/** A signed order as order rows show it: the digits as they were signed, `expiration` and `side` as integers. */
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
  /** With `0x`, even if it was sent without it. */
  readonly signature: string
}

type Written = Omit<PostedOrder, 'hash'>

/** Index of each field in a line. A new field of the form does not compile until it has an index here. */
const PLACES: Readonly<Record<keyof Written, number>> = {
  salt: 0,
  maker: 1,
  signer: 2,
  taker: 3,
  tokenId: 4,
  makerAmount: 5,
  takerAmount: 6,
  expiration: 7,
  nonce: 8,
  feeRateBps: 9,
  side: 10,
  signatureType: 11,
  signature: 12,
}

/**
 * An order's signed form as a line: an array of its fields, which are hex, digits and whole numbers, by index. Left out: a signer who is the maker,
 * the zero address as taker, and the hash, which the reader has.
 */
export const writePosted = (posted: PostedOrder): string => {
  const { salt, maker, tokenId, nonce, feeRateBps, side, signatureType, signature } = posted
  const signer = posted.signer === maker ? '' : posted.signer
  const taker = posted.taker === ZERO_ADDRESS ? '' : posted.taker
  const amounts = `"${tokenId}","${posted.makerAmount}","${posted.takerAmount}",${posted.expiration},"${nonce}","${feeRateBps}"`
  return `["${salt}","${maker}","${signer}","${taker}",${amounts},${side},${signatureType},"${signature}"]`
}

/** Reads what `writePosted` wrote for the order of a hash; the text is our own, so its shape is trusted. */
export const readPosted = (line: string, hash: string): PostedOrder => {
  const values = JSON.parse(line) as readonly unknown[]
  const told = Object.fromEntries(Object.entries(PLACES).map(([field, place]) => [field, values[place]])) as unknown as Written
  return { ...told, hash, signer: told.signer || told.maker, taker: told.taker || ZERO_ADDRESS }
}
