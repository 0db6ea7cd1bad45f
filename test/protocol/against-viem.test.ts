import fc from 'fast-check'
import { bytesToHex, type Hex, hashMessage, hashTypedData, hexToBytes, keccak256, recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { contractsOf, exchangeAddress } from '../../src/protocol/contracts.js'
import { loadEcdsa } from '../../src/protocol/ecdsa.js'
import { bytesOf, fromHex, toHex } from '../../src/protocol/hex.js'
import { keccak } from '../../src/protocol/keccak.js'
import { kernelDigest, messageDigest } from '../../src/protocol/message-hash.js'
import { orderHash, type WireOrder } from '../../src/protocol/order-hash.js'
import { createSigner } from '../../src/protocol/sign.js'
import { holds, kernelOrderClaim, recoverOrderSigner } from '../../src/protocol/verify.js'

const KINDS = [false, true].flatMap(isNegRisk => [false, true].map(isYieldBearing => ({ isNegRisk, isYieldBearing })))
const uint = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)
/** Any 32 bytes but the handful that are no key. */
const keys = bytes(32).filter(key => BigInt(key) > 0n && BigInt(key) < 2n ** 255n)
const terms = fc.record({
  salt: uint,
  tokenId: uint,
  makerAmount: uint,
  takerAmount: uint,
  expiration: uint,
  nonce: uint,
  feeRateBps: uint,
  side: fc.constantFrom(0 as const, 1 as const),
})
const places = fc.record({ chainId: fc.constantFrom(56, 97), kind: fc.constantFrom(...KINDS) })

const ANY_TAKER: Hex = `0x${'00'.repeat(20)}`
const ADDRESSES = new Set(['maker', 'signer', 'taker'])
const FIELDS = 'salt maker signer taker tokenId makerAmount takerAmount expiration nonce feeRateBps'.split(' ')
const TYPES = {
  Order: [
    ...FIELDS.map(name => ({ name, type: ADDRESSES.has(name) ? 'address' : 'uint256' })),
    { name: 'side', type: 'uint8' },
    { name: 'signatureType', type: 'uint8' },
  ],
} as const

const orderOf = (maker: string, rest: Omit<WireOrder, 'maker' | 'signer' | 'taker' | 'signatureType'>): WireOrder => ({
  ...rest,
  maker,
  signer: maker,
  taker: ANY_TAKER,
  signatureType: 0,
})
const typed = (order: WireOrder, chainId: number, contract: string) => ({
  domain: { name: 'predict.fun CTF Exchange', version: '1', chainId, verifyingContract: contract as Hex },
  types: TYPES,
  primaryType: 'Order' as const,
  message: { ...order } as never,
})

test('signs any order of any exchange with the very bytes of a general library', async () => {
  await fc.assert(
    fc.asyncProperty(keys, terms, places, async (privateKey, rest, { chainId, kind }) => {
      const signer = createSigner({ privateKey, chainId })
      const account = privateKeyToAccount(privateKey)
      const order = orderOf(signer.address, rest)
      const contract = exchangeAddress(chainId, kind)
      const { hash, signature } = signer.signOrder(order, contract)
      expect(signer.address).toBe(account.address)
      expect(hash).toBe(hashTypedData(typed(order, chainId, contract)))
      expect(signature).toBe(await account.signTypedData(typed(order, chainId, contract)))
      expect(recoverOrderSigner(hash, signature)).toBe(account.address.toLowerCase())
    }),
    { numRuns: 40, seed: 191 },
  )
})

test.each(KINDS.flatMap(kind => [56, 97].map(chainId => ({ ...kind, chainId }))))(
  'signs for a smart wallet on $chainId, negative risk $isNegRisk, yield $isYieldBearing, and names its owner again',
  async ({ chainId, ...kind }) => {
    const smart: Hex = `0x${'5a'.repeat(20)}`
    const privateKey: Hex = `0x${'3c'.repeat(32)}`
    const owner = privateKeyToAccount(privateKey)
    const signer = createSigner({ privateKey, chainId, account: smart })
    const rest = { salt: 7n, tokenId: 5n, makerAmount: 4n, takerAmount: 9n, expiration: 3n, nonce: 0n, feeRateBps: 200n }
    const order = orderOf(smart, { ...rest, side: 1 })
    const { hash, signature } = signer.signOrder(order, exchangeAddress(chainId, kind))
    const wrapped = hashTypedData({
      domain: { name: 'Kernel', version: '0.3.1', chainId, verifyingContract: smart },
      types: { Kernel: [{ name: 'hash', type: 'bytes32' }] },
      primaryType: 'Kernel',
      message: { hash: hash as unknown as Hex },
    })
    const inner = await owner.signMessage({ message: { raw: wrapped } })
    expect(signature).toBe(`0x01${contractsOf(chainId).ecdsaValidator.slice(2).toLowerCase()}${inner.slice(2)}`)
    const isOwners = (of: string): boolean => {
      const wallet = { chainId, account: smart, owner: owner.address.toLowerCase() }
      const claim = kernelOrderClaim(bytesOf(of, { what: 'a hash', length: 32 }), signature, wallet)
      return claim !== null && holds(claim)
    }
    expect(isOwners(hash)).toBe(true)
    for (const other of KINDS.filter(one => one !== kind)) {
      const otherHash = orderHash(order, { chainId, exchange: exchangeAddress(chainId, other) })
      const isSame = other.isNegRisk === kind.isNegRisk && other.isYieldBearing === kind.isYieldBearing
      expect(isOwners(otherHash)).toBe(isSame)
    }
  },
)

test('hashes and codes what each order needs as a general library does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.string({ unit: 'grapheme', maxLength: 60 }), (data, text) => {
      expect(toHex(keccak(data))).toBe(keccak256(data))
      expect(toHex(messageDigest(data))).toBe(hashMessage({ raw: data }))
      expect(toHex(messageDigest(text))).toBe(hashMessage(text))
      expect(toHex(data)).toBe(bytesToHex(data))
      expect(Uint8Array.from(fromHex(toHex(data)) ?? [])).toEqual(hexToBytes(toHex(data)))
    }),
    { numRuns: 30, seed: 18 },
  )
})

test('wraps a digest for any smart wallet as a general library does, and keeps the wallets apart', () => {
  fc.assert(
    fc.property(fc.constantFrom(56, 97), bytes(20), bytes(32), (chainId, account, hash) => {
      const wrapped = hashTypedData({
        domain: { name: 'Kernel', version: '0.3.1', chainId, verifyingContract: account },
        types: { Kernel: [{ name: 'hash', type: 'bytes32' }] },
        primaryType: 'Kernel',
        message: { hash },
      })
      expect(toHex(kernelDigest(hexToBytes(hash), { chainId, account }))).toBe(hashMessage({ raw: wrapped }))
    }),
    { numRuns: 30, seed: 19 },
  )
})

test('recovers from any 65 bytes what a general library does, and null where that throws or s lies in the upper half', async () => {
  // Small, ordinary and too large numbers for r and s, and every v that wallets send.
  const half = fc.oneof(bytes(32), fc.constantFrom<Hex>(`0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`))
  const signatures = fc.tuple(half, half, fc.constantFrom('1b', '1c', '00', '01', '02', '1d', 'ff'))
  const sMax = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
  let good = 0
  let upper = 0
  await fc.assert(
    fc.asyncProperty(bytes(32), signatures, async (hash, [r, s, v]) => {
      const signature: Hex = `0x${r.slice(2)}${s.slice(2)}${v}`
      const expected = await recoverAddress({ hash, signature }).then(
        address => address.toLowerCase(),
        () => null,
      )
      const isUpper = BigInt(s) > sMax
      if (expected !== null && isUpper) upper += 1
      else if (expected !== null) good += 1
      expect(recoverOrderSigner(hash, signature)).toBe(isUpper ? null : expected)
    }),
    { numRuns: 600, seed: 65 },
  )
  expect(good).toBeGreaterThan(20)
  expect(upper).toBeGreaterThan(20)
})

test('where the native binding does not load, the portable curve is taken', () => {
  const missing = loadEcdsa(() => {
    throw new Error('cannot find module')
  })
  expect(missing.name).toBe('portable')
  const [digest, key] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)]
  expect(Buffer.from(missing.sign(digest, key).bytes)).toEqual(Buffer.from(loadEcdsa().sign(digest, key).bytes))
})
