import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { exchangeAddress } from '../../src/protocol/contracts.js'
import { orderHash, type WireOrder } from '../../src/protocol/order-hash.js'
import { ACCOUNT, ORDER } from './vectors.js'

const flags = (isNegRisk: boolean, isYieldBearing: boolean) => ({ isNegRisk, isYieldBearing })

test.each([
  [
    'the plain exchange of chain 97',
    97,
    flags(false, false),
    '0x324e5b49a29f4281bbad7ab86efff0336e352dd8490f615ecd411c381a91272e',
  ],
  ['the negative-risk exchange', 97, flags(true, false), '0x7d6fa96ac2631ee96e09655ae454a5d0f6bd47f20cbd11de547160cf105c7d8b'],
  ['the yield-bearing exchange', 97, flags(false, true), '0x4c5441b62ab336e4ac77c4d4d17a8843102eae9f7d63c3370035ec8dce9a8e5a'],
  [
    'the yield-bearing negative-risk exchange',
    97,
    flags(true, true),
    '0x8179303bd84a7032fa1c4a9386592200d53529475d8bce490e369a25978f3dba',
  ],
  [
    'the plain exchange of chain 56',
    56,
    flags(false, false),
    '0x4aacdd67af3ba716eee0ac71dedc42efed761526871d0517706b57cbc2cb57cb',
  ],
])('hashes an order for %s as the venue does', (_name, chainId, market, expected) => {
  expect(orderHash(ORDER, { chainId, exchange: exchangeAddress(chainId, market) })).toBe(expected)
})

test('hashes an order of a smart wallet as the venue does', () => {
  const order = { ...ORDER, maker: ACCOUNT, signer: ACCOUNT }
  const domain = { chainId: 97, exchange: exchangeAddress(97, flags(false, false)) }
  expect(orderHash(order, domain)).toBe('0x32658018378cc710e9c211a471cef4686fffce6df581835499b8646c4ae351dc')
})

test('gives the hash of a general EIP-712 encoder for any order', () => {
  const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  const address = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map(bytes => `0x${Buffer.from(bytes).toString('hex')}` as const)
  const arbitrary = fc.record<WireOrder>({
    salt: uint,
    maker: address,
    signer: address,
    taker: address,
    tokenId: uint,
    makerAmount: uint,
    takerAmount: uint,
    expiration: uint,
    nonce: uint,
    feeRateBps: uint,
    side: fc.constantFrom(0, 1),
    signatureType: fc.integer({ min: 0, max: 255 }),
  })
  fc.assert(
    fc.property(arbitrary, fc.constantFrom(56, 97), (order, chainId) => {
      const exchange = exchangeAddress(chainId, flags(false, false))
      expect(orderHash(order, { chainId, exchange })).toBe(general(order, chainId, exchange))
    }),
    { numRuns: 100, seed: 712 },
  )
})

test('refuses an amount that does not fit 256 bits', () => {
  const domain = { chainId: 97, exchange: exchangeAddress(97, flags(false, false)) }
  expect(() => orderHash({ ...ORDER, salt: 2n ** 256n }, domain)).toThrow('256 bits')
  expect(() => orderHash({ ...ORDER, salt: -1n }, domain)).toThrow('256 bits')
})

test('refuses a chain without an exchange', () => {
  expect(() => exchangeAddress(1, flags(false, false))).toThrow('expected chain 56 or 97, found 1')
})

const names = [
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
] as const

const general = (order: WireOrder, chainId: number, exchange: string): string =>
  hashTypedData({
    domain: { name: 'predict.fun CTF Exchange', version: '1', chainId, verifyingContract: exchange as `0x${string}` },
    types: {
      Order: [
        ...names.map(name => ({ name, type: ['maker', 'signer', 'taker'].includes(name) ? 'address' : 'uint256' })),
        { name: 'side', type: 'uint8' },
        { name: 'signatureType', type: 'uint8' },
      ],
    },
    primaryType: 'Order',
    message: order as never,
  })
