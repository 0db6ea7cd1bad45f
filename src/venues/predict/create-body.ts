import { OrderId } from '../../model/ids.js'
import type { Place, Submit } from '../../model/intent.js'
import type { Signed } from '../../model/order.js'
import { limitAmounts, type OrderAmounts } from '../../protocol/amounts.js'
import { exchangeAddress, ZERO_ADDRESS } from '../../protocol/contracts.js'
import type { WireOrder } from '../../protocol/order-hash.js'
import type { Signer } from '../../protocol/sign.js'
import type { PredictMarket } from './market-registry.js'

/** Parts of an order beside its command. `nonce` is the one that the exchange requires of this wallet. */
export interface BodyParts {
  readonly market: PredictMarket
  readonly signer: Signer
  readonly nonce: bigint
}

/**
 * A submit as the bytes of its create request. Pure: the same command gives the same salt, hash and bytes, so sending it again can never create a
 * second order. Throws a RangeError if the expiration is not in whole seconds.
 */
export function createBody(submit: Submit, { market, signer, nonce }: BodyParts): Signed {
  // The amounts of a MARKET order are the same: at most its worst price for each share, at most its size in shares.
  const amounts = limitAmounts(submit.order)
  const order = wireOrder({ submit, market, amounts, nonce, maker: signer.address })
  const { hash, signature } = signer.signOrder(order, exchangeAddress(signer.chainId, market.flags))
  // Numbers, hex and addresses need no escaping, so the text is concatenated: a serializer would cost as much as the hash.
  const text =
    `{"data":{"pricePerShare":"${amounts.pricePerShare}",${STYLE_FIELDS[submit.order.style]},"order":{"hash":"${hash}",` +
    `${orderFields(order, market.tokenTexts[submit.order.outcome])},"signature":"${signature}"}}}`
  return { id: submit.id, hash, body: Buffer.from(text, 'latin1') }
}

function wireOrder(parts: {
  readonly submit: Submit
  readonly market: PredictMarket
  readonly amounts: OrderAmounts
  readonly nonce: bigint
  readonly maker: string
}): WireOrder {
  const { submit, market, amounts, nonce, maker } = parts
  const { outcome, side, expiresAt } = submit.order
  if (expiresAt % 1_000_000 !== 0)
    throw new RangeError(`order ${submit.id}: expected an expiration in whole seconds, found ${expiresAt}`)
  return {
    salt: OrderId.salt(submit.id),
    maker,
    signer: maker,
    taker: ZERO_ADDRESS,
    tokenId: market.tokens[outcome],
    makerAmount: amounts.makerAmount,
    takerAmount: amounts.takerAmount,
    expiration: BigInt(expiresAt / 1_000_000),
    nonce,
    feeRateBps: BigInt(market.feeRateBps),
    side: side === 'buy' ? 0 : 1,
    signatureType: 0,
  }
}

/** The venue's default for self-trades is unknown, so the mode is always sent: a new quote gives way, an order that takes does not. */
const STYLE_FIELDS: Readonly<Record<Place['style'], string>> = {
  'post-only': '"strategy":"LIMIT","isPostOnly":true,"selfTradePrevention":"CANCEL_TAKER"',
  limit: '"strategy":"LIMIT","selfTradePrevention":"CANCEL_MAKER"',
  market: '"strategy":"MARKET","selfTradePrevention":"CANCEL_MAKER"',
  'fill-or-kill': '"strategy":"MARKET","isFillOrKill":true,"selfTradePrevention":"CANCEL_MAKER"',
}

const orderFields = (order: WireOrder, tokenId: string): string =>
  `"salt":"${order.salt}","maker":"${order.maker}","signer":"${order.signer}","taker":"${order.taker}",` +
  `"tokenId":"${tokenId}","makerAmount":"${order.makerAmount}","takerAmount":"${order.takerAmount}",` +
  `"expiration":${order.expiration},"nonce":"${order.nonce}","feeRateBps":"${order.feeRateBps}",` +
  `"side":${order.side},"signatureType":${order.signatureType}`
