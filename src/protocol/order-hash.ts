import { OrderHash } from '../model/ids.js'
import { bytesOf, toHex } from './hex.js'
import { keccak } from './keccak.js'

/** An order as the exchange contract sees it. Amounts are wei, `expiration` is Unix seconds. */
export interface WireOrder {
  readonly salt: bigint
  readonly maker: string
  readonly signer: string
  readonly taker: string
  readonly tokenId: bigint
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly expiration: bigint
  readonly nonce: bigint
  readonly feeRateBps: bigint
  /** 0 buy, 1 sell. */
  readonly side: 0 | 1
  readonly signatureType: number
}

/** What an order is signed for. */
export interface OrderDomain {
  readonly chainId: number
  readonly exchange: string
}

const WORD = 32
const FIELDS = 13
const text = (value: string): Uint8Array => keccak(Buffer.from(value))

const ORDER_TYPE = text(
  'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,' +
    'uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)',
)
const DOMAIN_TYPE = text('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')

/** The EIP-712 digest of an order: what is signed, and the order's id at the venue. Throws a RangeError for a field out of bounds. */
export const orderHash = (order: WireOrder, domain: OrderDomain): OrderHash => OrderHash.of(toHex(orderDigest(order, domain)))

/** The digest as 32 bytes. */
export const orderDigest = (order: WireOrder, domain: OrderDomain): Uint8Array =>
  typedDigest(exchangeSeparator(domain), keccak(encodeOrder(order)))

/** The digest of a typed struct within a domain. */
export function typedDigest(separator: Uint8Array, structHash: Uint8Array): Uint8Array {
  typed.set(separator, 2)
  typed.set(structHash, 2 + WORD)
  return keccak(typed)
}

/** Overwritten by each digest, like the words of an order: nothing awaits between the first byte and the hash. */
const typed = new Uint8Array(2 + 2 * WORD)
typed.set([0x19, 0x01])

/** An EIP-712 domain with the usual four fields. */
export interface TypedDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly contract: string
}

// At most eight exchanges exist and few smart wallets sign here, so this stays small; computing a separator costs as much as an order.
const separators = new Map<string, Uint8Array>()
const SEPARATORS_MAX = 1_024

/**
 * The separator of a domain, 4 microseconds the first time. The first order of a run waits for it, so it is not left to viem, whose first one takes 8
 * milliseconds.
 */
export function domainSeparator(domain: TypedDomain): Uint8Array {
  const key = `${domain.name}:${domain.version}:${domain.chainId}:${domain.contract}`
  const known = separators.get(key)
  if (known !== undefined) return known
  const made = encodeDomain(domain)
  if (separators.size >= SEPARATORS_MAX) separators.clear()
  separators.set(key, made)
  return made
}

function encodeDomain({ name, version, chainId, contract }: TypedDomain): Uint8Array {
  const words = createWords(5)
  words.bytes.set(DOMAIN_TYPE, 0)
  words.bytes.set(text(name), WORD)
  words.bytes.set(text(version), 2 * WORD)
  writeUint(words, 3, BigInt(chainId))
  writeAddress(words, 4, contract)
  return keccak(words.bytes)
}

const exchangeSeparator = ({ chainId, exchange }: OrderDomain): Uint8Array =>
  domainSeparator({ name: 'predict.fun CTF Exchange', version: '1', chainId, contract: exchange })

/** The bytes of a struct, and a view of them as numbers. */
interface Words {
  readonly bytes: Uint8Array
  readonly view: DataView
}

function createWords(count: number): Words {
  const bytes = new Uint8Array(count * WORD)
  return { bytes, view: new DataView(bytes.buffer) }
}

const struct = createWords(FIELDS)
struct.bytes.set(ORDER_TYPE, 0)

function encodeOrder(order: WireOrder): Uint8Array {
  writeUint(struct, 1, order.salt)
  writeAddress(struct, 2, order.maker)
  writeAddress(struct, 3, order.signer)
  writeAddress(struct, 4, order.taker)
  writeUint(struct, 5, order.tokenId)
  writeUint(struct, 6, order.makerAmount)
  writeUint(struct, 7, order.takerAmount)
  writeUint(struct, 8, order.expiration)
  writeUint(struct, 9, order.nonce)
  writeUint(struct, 10, order.feeRateBps)
  writeUint(struct, 11, BigInt(order.side))
  writeUint(struct, 12, BigInt(order.signatureType))
  return struct.bytes
}

const UINT_END = 1n << 256n

/** Writes the whole word, so old content is overwritten. */
function writeUint({ view }: Words, word: number, value: bigint): void {
  if (value < 0n || value >= UINT_END) throw new RangeError(`an order field must fit 256 bits, found ${value}`)
  const at = word * WORD
  const low = BigInt.asUintN(64, value)
  view.setBigUint64(at + 24, low)
  // Most fields are small, and shifting a bigint allocates.
  const isSmall = low === value
  view.setBigUint64(at + 16, isSmall ? 0n : BigInt.asUintN(64, value >> 64n))
  view.setBigUint64(at + 8, isSmall ? 0n : BigInt.asUintN(64, value >> 128n))
  view.setBigUint64(at, isSmall ? 0n : value >> 192n)
}

// A wallet signs with the same three addresses repeatedly; parsing them each time would be a tenth of the hash.
const addresses = new Map<string, Uint8Array>()
const ADDRESSES_MAX = 1_024

function writeAddress({ bytes }: Words, word: number, address: string): void {
  let read = addresses.get(address)
  if (read === undefined) {
    read = bytesOf(address, { what: 'an address', length: 20 })
    if (addresses.size >= ADDRESSES_MAX) addresses.clear()
    addresses.set(address, read)
  }
  bytes.set(read, word * WORD + 12)
}
