import type { PostedOrder } from '../orders/posted-order.js'

/** Where a field stands in a line. A field that the form is given later does not compile until it has its place. */
const PLACES: Readonly<Record<keyof PostedOrder, number>> = {
  hash: 0,
  salt: 1,
  maker: 2,
  signer: 3,
  taker: 4,
  tokenId: 5,
  makerAmount: 6,
  takerAmount: 7,
  expiration: 8,
  nonce: 9,
  feeRateBps: 10,
  side: 11,
  signatureType: 12,
  signature: 13,
}

/** An order's signed form as a line: an array of its fields, which are hex, digits and whole numbers, by their places. */
export const writePosted = (posted: PostedOrder): string => {
  const { hash, salt, maker, signer, taker, tokenId, nonce, feeRateBps, side, signatureType, signature } = posted
  const wallets = `"${maker}","${signer}","${taker}"`
  const amounts = `"${tokenId}","${posted.makerAmount}","${posted.takerAmount}",${posted.expiration},"${nonce}","${feeRateBps}"`
  return `["${hash}","${salt}",${wallets},${amounts},${side},${signatureType},"${signature}"]`
}

/** Reads what `writePosted` wrote; the text is our own, so its shape is trusted. */
export const readPosted = (line: string): PostedOrder => {
  const values = JSON.parse(line) as readonly unknown[]
  return Object.fromEntries(Object.entries(PLACES).map(([field, place]) => [field, values[place]])) as unknown as PostedOrder
}
