import type { CreateOrder } from '../../../protocol/api/schemas-account.js'
import { orderStrategy, reservedBalancePolicy, selfTradePrevention } from '../../../protocol/api/schemas-words.js'
import { Scan } from './scan.js'

/** The body of a create. */
interface CreateBody {
  readonly data: CreateOrder
}

/**
 * Reads a create as nearly every client sends it; null for any other, be it right or wrong: that is the parser's and the schema's to read. Such a
 * body is nothing but digits, hex and a few words under known names, so it is checked in the same pass that finds them, in little more than half of
 * the time that parsing and checking take. What is read equals what they make of the same bytes.
 */
export const scanCreate = (bytes: Buffer): CreateBody | null => {
  if (bytes.length > BYTES_MAX) return null
  const scan = new Scan(bytes)
  if (!scan.take(OPEN) || scan.name() !== 'data') return null
  const data = scanRecord(scan, CREATE)
  return scan.take(CLOSE) && scan.isWhole ? { data } : null
}

/** The fields of a record by their names, which of them must be there, and what it is like before any is read. */
interface Form<T> {
  readonly fields: ReadonlyMap<string, Field<T>>
  /** Their bits. */
  readonly needed: number
  readonly empty: T
  /** The field that came first last. */
  next: Field<T> | null
}

interface Field<T> {
  readonly key: keyof T
  /** One of its own. */
  readonly bit: number
  /** Its name as clients write it. */
  readonly sign: Uint8Array
  readonly read: (scan: Scan) => T[keyof T]
  /** Which field came behind it last: a client's bodies are all in one order, and most clients' are. */
  next: Field<T> | null
}

type Readers<T> = { readonly [K in keyof T]-?: (scan: Scan) => T[K] }

const formOf = <T>(readers: Readers<T>, needed: readonly (keyof T)[]): Form<T> => {
  const keys = Object.keys(readers) as (keyof T & string)[]
  const fields = keys.map((key, index): [string, Field<T>] => [
    key,
    { key, bit: 1 << index, sign: Buffer.from(`"${key}":`), read: readers[key], next: null },
  ])
  return {
    fields: new Map(fields),
    needed: fields.reduce((bits, [, { key, bit }]) => (needed.includes(key) ? bits | bit : bits), 0),
    empty: Object.fromEntries(keys.map(key => [key, undefined])) as T,
    next: null,
  }
}

/** Fields in any order, none of them twice. */
const scanRecord = <T>(scan: Scan, form: Form<T>): T => {
  const found: T = { ...form.empty }
  let seen = 0
  let last: Pick<Field<T>, 'next'> = form
  if (!scan.take(OPEN)) scan.fail()
  do {
    const field = fieldBehind(scan, form, last)
    if (field === undefined || (seen & field.bit) !== 0) scan.fail()
    else {
      found[field.key] = field.read(scan)
      seen |= field.bit
      last = field
    }
  } while (scan.take(COMMA))
  if (!scan.take(CLOSE) || (seen & form.needed) !== form.needed) scan.fail()
  return found
}

const fieldBehind = <T>(scan: Scan, { fields }: Form<T>, last: Pick<Field<T>, 'next'>): Field<T> | undefined => {
  if (last.next !== null && scan.skipBytes(last.next.sign)) return last.next
  const field = fields.get(scan.name())
  if (field !== undefined) last.next = field
  return field
}

/** What is read of a body keeps the whole of it in memory for as long as it is needed; a create has about a thousand. */
const BYTES_MAX = 4_096
const [COMMA, OPEN, CLOSE] = [44, 123, 125]
const DIGITS_MAX = 78
const SLIPPAGE_MAX = 4
const STRATEGIES = orderStrategy.options
const POLICIES = reservedBalancePolicy.options
const PREVENTIONS = selfTradePrevention.options
const HASH = 64
const ADDRESS = 40
const SIGNATURE_MAX = 200

const digits = (scan: Scan): string => scan.digits(DIGITS_MAX)
const address = (scan: Scan): string => scan.hex(ADDRESS)
const orNull =
  <T>(read: (scan: Scan) => T) =>
  (scan: Scan): T | null =>
    scan.skip('null') ? null : read(scan)
const maybe = orNull(scan => scan.skip('true') || (!scan.skip('false') && scan.fail()))

const ORDER_READERS: Readers<CreateOrder['order']> = {
  hash: scan => scan.hex(HASH),
  salt: digits,
  maker: address,
  signer: address,
  taker: address,
  tokenId: digits,
  makerAmount: digits,
  takerAmount: digits,
  // Text of digits is for the schema to make a number of.
  expiration: scan => scan.whole(),
  nonce: digits,
  feeRateBps: digits,
  side: scan => (scan.skip('0') || (!scan.skip('1') && scan.fail()) ? 0 : 1),
  signatureType: scan => {
    if (!scan.skip('0')) scan.fail()
    return 0
  },
  signature: scan => scan.anyHex(SIGNATURE_MAX),
}
const ORDER = formOf(ORDER_READERS, Object.keys(ORDER_READERS) as (keyof CreateOrder['order'])[])

const CREATE = formOf<CreateOrder>(
  {
    pricePerShare: digits,
    strategy: scan => scan.oneOf(STRATEGIES),
    slippageBps: orNull(scan => scan.digits(SLIPPAGE_MAX)),
    isFillOrKill: maybe,
    isPostOnly: maybe,
    isMinAmountOut: maybe,
    reservedBalancePolicy: orNull(scan => scan.oneOf(POLICIES)),
    selfTradePrevention: orNull(scan => scan.oneOf(PREVENTIONS)),
    order: scan => scanRecord(scan, ORDER),
  },
  ['pricePerShare', 'strategy', 'order'],
)
