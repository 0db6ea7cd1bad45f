import { type Outcome, Wei } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import type { CreateOrder } from '../../../protocol/api/schemas-account.js'
import { SLUGS } from '../../../protocol/api/slugs.js'
import { exchangeAddress, ZERO_ADDRESS } from '../../../protocol/contracts.js'
import { toHex } from '../../../protocol/hex.js'
import { type OrderDomain, orderDigest } from '../../../protocol/order-hash.js'
import type { SignatureClaim } from '../../../protocol/verify.js'
import { kindOf, type MarketKind } from '../../core/approvals.js'
import type { MarketSpec, OrderSpec } from '../../core/command.js'
import type { CoreMarket } from '../../core/core-reads.js'
import type { Auth } from '../auth/auth.js'
import { type ApiRefusal, badOrder, badRequest, notFound } from '../http/refusal.js'
import type { PostedOrder } from '../log/posted-line.js'
import type { Reads } from '../read-models/reads.js'
import { type SentAddress, sameText, sentAddress } from './same-text.js'

/** An order that passed the checks of form, price, fee rate, hash and signature: in the core's form, and as rows show it. */
export interface CheckedOrder {
  readonly spec: OrderSpec
  readonly posted: PostedOrder
}

/** The account of an order, and the connected party that may have signed it instead. */
interface Party {
  readonly account: string
  readonly deputy: string
}

/** What a create is checked against. */
export interface OrderChecks {
  readonly reads: Reads
  readonly auth: Pick<Auth, 'smartAccounts'>
}

/** An order whose signature is still to be checked. */
export interface UnprovenOrder {
  readonly claim: SignatureClaim
  readonly body: CreateOrder
  readonly posted: PostedOrder
  readonly meant: Meant
}

/**
 * Checks a create in the venue's order: amounts and price, options, fee rate, owner, hash, form of the signature. Throws the refusal of the first
 * check that fails.
 */
export const checkUnproven = ({ reads, auth }: OrderChecks, body: CreateOrder, party: Party): UnprovenOrder => {
  const token = reads.markets.catalog.token(body.order.tokenId)
  const amounts = amountsOf(body)
  checkOptions(body)
  const market = token === null ? null : reads.core.market(token.market)
  if (token === null || market === null) throw notFound('market')
  checkFeeRate(body, market.spec)
  const owner = checkOwner(body, party)
  checkNonce(reads, body, { account: party.account, kind: kindOf(market.spec) })
  const { digest, hash } = checkHash(reads, body, { amounts, owner, market: market.spec })
  const posted = postedOf(body, { hash, owner })
  const claim = auth.smartAccounts.orderClaim({ hash: digest, maker: owner.signer.lower, signature: posted.signature })
  if (claim === null) throw notSigned()
  return { claim, body, posted, meant: { account: party.account, market, outcome: token.outcome, amounts } }
}

/** The checks after the signature was verified. Throws the refusal of the first check that fails. */
export const checkProven = ({ body, posted, meant }: UnprovenOrder, isSigned: boolean): CheckedOrder => {
  if (!isSigned) throw notSigned()
  return { spec: specOf(body, posted, meant), posted }
}

const notSigned = (): ApiRefusal => badOrder(SLUGS.invalidSignature, 'the signature is not the maker’s')

const ONE = 10n ** 18n
/** An amount beyond ten billion shares or dollars has wrong decimals. */
const AMOUNT_END = 10n ** 28n
/** The expiration of an order that was signed with 0, which means never: the last second of 2099. */
const NEVER_SECONDS = 4_102_444_799

/** The amounts of a create as numbers; parsing them is expensive, so it is done once. */
interface Amounts {
  readonly price: bigint
  readonly maker: bigint
  readonly taker: bigint
}

const amountsOf = ({ pricePerShare, order }: CreateOrder): Amounts => {
  const amounts = { price: BigInt(pricePerShare), maker: BigInt(order.makerAmount), taker: BigInt(order.takerAmount) }
  const { price, maker, taker } = amounts
  if (price === 0n || maker === 0n || taker === 0n)
    throw badOrder(SLUGS.fieldZero, 'price per share must be positive, and so must both amounts')
  if (maker >= AMOUNT_END || taker >= AMOUNT_END)
    throw badOrder(SLUGS.invalidDecimal, 'an amount is too large for its decimals')
  if (price >= ONE) throw badOrder(SLUGS.priceOutOfRange, 'price per share must be between 0 and 1')
  return amounts
}

const checkOptions = (body: CreateOrder): void => {
  const isLimit = body.strategy === 'LIMIT'
  if (isLimit && body.isFillOrKill === true) throw badOrder(SLUGS.fillOrKillOnLimit, 'fill or kill is for MARKET orders only')
  if (isLimit && body.reservedBalancePolicy != null) throw badRequest('reservedBalancePolicy is for MARKET orders only')
  if (!isLimit && body.isPostOnly === true) throw badOrder(SLUGS.postOnlyOnMarket, 'post only is for LIMIT orders only')
}

const checkFeeRate = ({ order }: CreateOrder, market: MarketSpec): void => {
  // The text may have any number of digits; a double is exact enough for the comparison.
  if (Number(order.feeRateBps) < market.feeRateBps)
    throw badOrder(SLUGS.feeRateTooLow, `feeRateBps must be at least ${market.feeRateBps}, found ${order.feeRateBps}`)
}

/** The two addresses of an order. */
interface Owner {
  readonly maker: SentAddress
  readonly signer: SentAddress
}

const checkOwner = ({ order }: CreateOrder, { account, deputy }: Party): Owner => {
  const maker = sentAddress(order.maker)
  const signer = order.signer === order.maker ? maker : sentAddress(order.signer)
  if (maker.lower !== account || (signer.lower !== account && signer.lower !== deputy))
    throw badRequest('maker and signer must be the logged-in wallet')
  if (order.taker !== ZERO_ADDRESS) throw badRequest('taker must be the zero address')
  return { maker, signer }
}

/**
 * A nonce that was raised after the order was accepted must not hide that the order exists: a client that repeats its bytes would take the refusal
 * as proof that they never arrived. The core refuses a known hash as a duplicate.
 */
const checkNonce = (
  { core }: Reads,
  { order }: CreateOrder,
  { account, kind }: { readonly account: string; readonly kind: MarketKind },
): void => {
  const nonce = core.account(account)?.nonces[kind] ?? 0
  if (Number(order.nonce) !== nonce && core.order(order.hash.toLowerCase()) === null)
    throw badOrder(SLUGS.invalidNonce, `nonce must be ${nonce}, found ${order.nonce}`)
}

interface Checked {
  readonly amounts: Amounts
  readonly owner: Owner
}

/** The digest that was signed, and as text. */
interface Hash {
  readonly digest: Uint8Array
  readonly hash: string
}

const checkHash = (
  { chainId }: Reads,
  { order }: CreateOrder,
  { market, ...checked }: Checked & { readonly market: MarketSpec },
): Hash => {
  const domain = { chainId, exchange: exchangeAddress(chainId, market) }
  const digest = digestOf(order, checked, domain)
  const hash = digest === null ? null : toHex(digest)
  if (digest === null || hash === null || (hash !== order.hash && hash !== order.hash.toLowerCase()))
    throw badOrder(SLUGS.hashMismatch, 'the hash is not the digest of this order for this market’s exchange and chain')
  return { digest, hash }
}

const digestOf = (
  order: CreateOrder['order'],
  { amounts, owner }: Pick<Checked, 'amounts' | 'owner'>,
  domain: OrderDomain,
): Uint8Array | null => {
  try {
    return orderDigest(
      {
        salt: wholeOf(order.salt),
        maker: owner.maker.text,
        signer: owner.signer.text,
        taker: ZERO_ADDRESS,
        tokenId: BigInt(order.tokenId),
        makerAmount: amounts.maker,
        takerAmount: amounts.taker,
        expiration: BigInt(order.expiration),
        nonce: wholeOf(order.nonce),
        feeRateBps: wholeOf(order.feeRateBps),
        side: order.side,
        signatureType: order.signatureType,
      },
      domain,
    )
  } catch (error) {
    // A number of 78 digits may exceed 256 bits, and such an order has no digest.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Up to 15 digits fit into a double exactly, and are read several times faster that way. */
const wholeOf = (digits: string): bigint => BigInt(digits.length <= EXACT_DIGITS ? Number(digits) : digits)

const EXACT_DIGITS = 15

const postedOf = ({ order }: CreateOrder, { hash, owner }: { hash: string; owner: Owner }): PostedOrder => ({
  hash,
  salt: order.salt,
  maker: owner.maker.text,
  signer: owner.signer.text,
  taker: ZERO_ADDRESS,
  tokenId: sameText(order.tokenId),
  makerAmount: order.makerAmount,
  takerAmount: order.takerAmount,
  expiration: order.expiration,
  nonce: order.nonce,
  feeRateBps: order.feeRateBps,
  side: order.side,
  signatureType: order.signatureType,
  signature: order.signature.startsWith('0x') ? order.signature : `0x${order.signature}`,
})

const specOf = (body: CreateOrder, posted: PostedOrder, { account, market, outcome, amounts }: Meant): OrderSpec => {
  const { order } = body
  const isBuy = order.side === 0
  const { shares, limit, budget } = tradeOf(body, amounts, market.tick)
  return {
    hash: posted.hash,
    account,
    market: market.spec.id,
    outcome,
    side: isBuy ? 'buy' : 'sell',
    strategy: body.strategy,
    shares,
    limit,
    budget,
    expiresAt: Timestamp.ofSeconds(order.expiration === 0 ? NEVER_SECONDS : Math.min(order.expiration, NEVER_SECONDS)),
    isPostOnly: body.isPostOnly === true,
    isFillOrKill: body.isFillOrKill === true,
    selfTradePrevention: preventionOf(body),
    takesReserved: body.strategy === 'MARKET' && body.reservedBalancePolicy === 'SKIP_RESERVED_BALANCE_CHECKS',
  }
}

/** What a create refers to. */
interface Meant {
  readonly account: string
  readonly market: CoreMarket
  readonly outcome: Outcome
  readonly amounts: Amounts
}

type Trade = Pick<OrderSpec, 'shares' | 'limit' | 'budget'>

/** Shares, worst price and budget, from the signed amounts. */
const tradeOf = (body: CreateOrder, amounts: Amounts, tick: number): Trade => {
  const { price, maker: makerAmount, taker: takerAmount } = amounts
  const isBuy = body.order.side === 0
  if (body.strategy === 'LIMIT')
    return limitTrade({ price, shares: isBuy ? takerAmount : makerAmount, cash: isBuy ? makerAmount : takerAmount }, tick)
  // The worst price is the ratio of the amounts, rounded in the signer's favour: down for a buy, up for a sell.
  if (!isBuy) return { shares: Wei.of(makerAmount), limit: Wei.of(ceilDivide(takerAmount * ONE, makerAmount)), budget: null }
  const worst = (makerAmount * ONE) / takerAmount
  return {
    shares: Wei.of(body.isMinAmountOut === true ? (makerAmount * ONE) / price : takerAmount),
    limit: Wei.of(worst < ONE ? worst : ONE),
    budget: Wei.of(makerAmount),
  }
}

/** The price is sent as a number and follows from the signed amounts; the two must agree. */
const limitTrade = (told: { price: bigint; shares: bigint; cash: bigint }, tick: number): Trade => {
  const limit = ontoTick(told.price, tick)
  const cost = (limit * told.shares) / ONE
  const gap = cost > told.cash ? cost - told.cash : told.cash - cost
  // Each amount may be off by one wei of rounding, and by its sixteenth digit when the client computes in doubles.
  if (gap > 1n && gap > 1n + told.cash / 10n ** 15n)
    throw badOrder(SLUGS.invalidDecimal, 'price per share must be the ratio of the signed amounts')
  return { shares: Wei.of(told.shares), limit: Wei.of(limit), budget: null }
}

/** Rounds a price to its tick if only the noise of a double keeps it off. Any other price is left for the core to refuse. */
const ontoTick = (price: bigint, tick: number): bigint => {
  const step = BigInt(tick) * PRICE_UNIT
  if (price % step === 0n) return price
  const nearest = ((price + step / 2n) / step) * step
  const gap = nearest > price ? nearest - price : price - nearest
  return gap * 10n ** 15n <= price ? nearest : price
}

/** Wei in 1/10,000 of a dollar, the unit of prices. */
const PRICE_UNIT = 10n ** 14n

const ceilDivide = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** Default: the incoming order is canceled where it meets the same account's, and resting orders keep their place. */
const preventionOf = (body: CreateOrder): OrderSpec['selfTradePrevention'] => {
  switch (body.selfTradePrevention ?? 'CANCEL_TAKER') {
    case 'CANCEL_MAKER':
      return 'cancel-maker'
    case 'CANCEL_BOTH':
      return 'cancel-both'
    default:
      return 'cancel-taker'
  }
}
