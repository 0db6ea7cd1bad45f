import type { CreateOrder } from '../../../protocol/api/schemas-account.js'

/** The body of a create. */
interface CreateBody {
  readonly data: CreateOrder
}

/**
 * A create as nearly every client sends it, looked at by hand; null for any other, be it right or wrong: that is the schema's to read. It only
 * says yes to what the schema takes as it stands, in a tenth of the schema's time.
 */
export const plainCreate = (body: unknown): CreateBody | null => {
  if (!isRecord(body) || !isRecord(body['data']) || !hasOnly(body, BODY)) return null
  const { data } = body
  return hasOnly(data, CREATE) && isPlainCreate(data) && isPlainOrder(data['order']) ? (body as unknown as CreateBody) : null
}

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field that nobody asked for is dropped by the schema, so it is the schema's to look at. */
const hasOnly = (record: Fields, known: ReadonlySet<string>): boolean => {
  for (const key in record) if (!known.has(key)) return false
  return true
}

const BODY: ReadonlySet<string> = new Set<keyof CreateBody>(['data'])

const CREATE: ReadonlySet<string> = new Set<keyof CreateOrder>([
  'pricePerShare',
  'strategy',
  'slippageBps',
  'isFillOrKill',
  'isPostOnly',
  'isMinAmountOut',
  'reservedBalancePolicy',
  'selfTradePrevention',
  'order',
])

const ORDER: ReadonlySet<string> = new Set<keyof CreateOrder['order']>([
  'hash',
  'salt',
  'maker',
  'signer',
  'taker',
  'tokenId',
  'makerAmount',
  'takerAmount',
  'expiration',
  'nonce',
  'feeRateBps',
  'side',
  'signatureType',
  'signature',
])

const DIGITS = /^\d+$/
const DIGITS_MAX = 78
const HEX = /^0x[0-9a-fA-F]+$/
const SIGNATURE = /^(?:0x)?[0-9a-fA-F]*$/
const ADDRESS_LENGTH = 42
const HASH_LENGTH = 66
const SIGNATURE_MAX = 200
const SLIPPAGE_MAX = 4

const isPlainCreate = (create: Fields): boolean =>
  isDigits(create['pricePerShare'], DIGITS_MAX) &&
  isOneOf(create['strategy'], STRATEGIES) &&
  (isMissing(create['slippageBps']) || isDigits(create['slippageBps'], SLIPPAGE_MAX)) &&
  isMaybeBoolean(create['isFillOrKill']) &&
  isMaybeBoolean(create['isPostOnly']) &&
  isMaybeBoolean(create['isMinAmountOut']) &&
  isMissing(create['reservedBalancePolicy']) &&
  (isMissing(create['selfTradePrevention']) || isOneOf(create['selfTradePrevention'], PREVENTIONS))

const STRATEGIES: ReadonlySet<unknown> = new Set<CreateOrder['strategy']>(['LIMIT', 'MARKET'])
const PREVENTIONS: ReadonlySet<unknown> = new Set<CreateOrder['selfTradePrevention']>([
  'CANCEL_MAKER',
  'CANCEL_TAKER',
  'CANCEL_BOTH',
])

const isPlainOrder = (order: unknown): boolean =>
  isRecord(order) &&
  hasOnly(order, ORDER) &&
  isHex(order['hash'], HASH_LENGTH) &&
  isHex(order['maker'], ADDRESS_LENGTH) &&
  isHex(order['signer'], ADDRESS_LENGTH) &&
  isHex(order['taker'], ADDRESS_LENGTH) &&
  isDigits(order['salt'], DIGITS_MAX) &&
  isDigits(order['tokenId'], DIGITS_MAX) &&
  isDigits(order['makerAmount'], DIGITS_MAX) &&
  isDigits(order['takerAmount'], DIGITS_MAX) &&
  isDigits(order['nonce'], DIGITS_MAX) &&
  isDigits(order['feeRateBps'], DIGITS_MAX) &&
  isSeconds(order['expiration']) &&
  (order['side'] === 0 || order['side'] === 1) &&
  order['signatureType'] === 0 &&
  isSignature(order['signature'])

/** A count of repetitions within a pattern is slow; the length says the same. */
const isDigits = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.length <= max && DIGITS.test(value)

const isHex = (value: unknown, length: number): boolean =>
  typeof value === 'string' && value.length === length && HEX.test(value)

/** Text of digits is for the schema to make a number of. */
const isSeconds = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

const isSignature = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= SIGNATURE_MAX && SIGNATURE.test(value)

const isOneOf = (value: unknown, values: ReadonlySet<unknown>): boolean => values.has(value)

const isMissing = (value: unknown): boolean => value === undefined || value === null

const isMaybeBoolean = (value: unknown): boolean => isMissing(value) || typeof value === 'boolean'
