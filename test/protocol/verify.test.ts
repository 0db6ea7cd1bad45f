import { expect, test } from 'vitest'
import { fromHex } from '../../src/protocol/hex.js'
import {
  holds,
  kernelOrderClaim,
  orderClaim,
  recoverKernelMessageOwner,
  recoverMessageSigner,
  recoverOrderSigner,
} from '../../src/protocol/verify.js'
import { highS, highSForms } from './high-s.js'
import { ACCOUNT, LOGIN_TEXT, OWNER, SIGNATURES } from './vectors.js'

const HASH = '0x324e5b49a29f4281bbad7ab86efff0336e352dd8490f615ecd411c381a91272e'
const ACCOUNT_HASH = '0x32658018378cc710e9c211a471cef4686fffce6df581835499b8646c4ae351dc'
const owner = OWNER.toLowerCase()
const smart = { chainId: 97, account: ACCOUNT }
const bytes = (hash: string): Uint8Array => fromHex(hash, 32) ?? new Uint8Array()

/** Whether the owner signed the order of a smart wallet; null where the text is no signature of its form. */
const isOwners = (hash: string, signature: string, wallet = smart): boolean | null => {
  const claim = kernelOrderClaim(bytes(hash), signature, { ...wallet, owner })
  return claim === null ? null : holds(claim)
}

test('names the key that signed an order, with and without 0x', () => {
  expect(recoverOrderSigner(HASH, SIGNATURES.order)).toBe(owner)
  expect(recoverOrderSigner(HASH, SIGNATURES.order.slice(2))).toBe(owner)
})

test('names the key that signed a login text', () => {
  expect(recoverMessageSigner(LOGIN_TEXT, SIGNATURES.message)).toBe(owner)
  expect(recoverMessageSigner(`${LOGIN_TEXT} `, SIGNATURES.message)).not.toBe(owner)
})

test('names the owner behind the signatures of a smart wallet', () => {
  expect(isOwners(ACCOUNT_HASH, SIGNATURES.accountOrder)).toBe(true)
  expect(recoverKernelMessageOwner(LOGIN_TEXT, SIGNATURES.accountMessage, smart)).toBe(owner)
})

test('does not take the signature of one smart wallet for that of another', () => {
  const other = { chainId: 97, account: `0x${'33'.repeat(20)}` }
  expect(isOwners(ACCOUNT_HASH, SIGNATURES.accountOrder, other)).toBe(false)
})

test('does not take the signature of one chain for that of another', () => {
  expect(isOwners(ACCOUNT_HASH, SIGNATURES.accountOrder, { ...smart, chainId: 56 })).not.toBe(true)
})

test('answers null to what is no signature', () => {
  for (const signature of ['', '0x', 'zz', SIGNATURES.order.slice(0, -2), `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`])
    expect(recoverOrderSigner(HASH, signature)).toBeNull()
  expect(recoverOrderSigner('0x12', SIGNATURES.order)).toBeNull()
  expect(isOwners(ACCOUNT_HASH, SIGNATURES.order)).toBeNull()
})

test('a claim holds for the key that signed, and for no other, and there is none of what is no signature', () => {
  const claim = orderClaim(bytes(HASH), SIGNATURES.order, owner)
  expect(claim === null ? null : holds(claim)).toBe(true)
  const other = orderClaim(bytes(HASH), SIGNATURES.order, `0x${'33'.repeat(20)}`)
  expect(other === null ? null : holds(other)).toBe(false)
  for (const text of ['', 'zz', SIGNATURES.order.slice(0, -2)]) expect(orderClaim(bytes(HASH), text, owner)).toBeNull()
})

test('refuses the twin of a signature, whose s lies in the upper half, of a key and of a smart wallet', () => {
  for (const twin of highSForms(SIGNATURES.order)) {
    expect(recoverOrderSigner(HASH, twin)).toBeNull()
    const claim = orderClaim(bytes(HASH), twin, owner)
    expect(claim === null ? null : holds(claim)).toBe(false)
  }
  for (const twin of highSForms(SIGNATURES.message)) expect(recoverMessageSigner(LOGIN_TEXT, twin)).toBeNull()
  for (const twin of highSForms(SIGNATURES.accountOrder)) expect(isOwners(ACCOUNT_HASH, twin)).toBe(false)
  for (const twin of highSForms(SIGNATURES.accountMessage))
    expect(recoverKernelMessageOwner(LOGIN_TEXT, twin, smart)).toBeNull()
  // The twin of the twin is the signature itself.
  expect(recoverOrderSigner(HASH, highS(highS(SIGNATURES.order)))).toBe(owner)
  expect(recoverOrderSigner(HASH, highS(highS(SIGNATURES.order), 'v is 0 or 1'))).toBe(owner)
})

test('takes an s of exactly half the order, and none above it', () => {
  const half = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0'
  const above = '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1'
  const withS = (s: string): string => `${SIGNATURES.order.slice(0, 66)}${s}1b`
  expect(recoverOrderSigner(HASH, withS(half))).toMatch(/^0x[0-9a-f]{40}$/)
  expect(recoverOrderSigner(HASH, withS(above))).toBeNull()
})
